import type { KnownTag } from '../analysis.ts'
import type { Category } from '../categories.ts'
import { categoryVocabulary, keysOf } from './category-vocabulary.ts'
import type { TermCounts } from './term-counts.ts'
import { isTopic } from './topic-words.ts'

const fewest = 3
const usual = 5
const most = 6
/** The share of the best tag's points that a known tag needs. */
const worthwhile = 0.45
/** Equals three occurrences in running text. */
const fewestPoints = 2
/** A pair of words is rarer than each of them. */
const pairWeight = 1.5
/** The weighted mentions of a term that make it a topic. */
const fewestMentions = 3
/** Words that occur in every text about music. */
export const wordsOfMusic: ReadonlySet<string> = new Set([
  'live',
  'ableton',
  'track',
  'clip',
  'device',
  'sound',
  'music',
  'audio',
  'set',
  'bar',
  'song',
  'note',
  'db',
  'hz',
  'khz',
  'ms',
  'plug',
])
const noWords: ReadonlySet<string> = new Set()

/** What a text is about, for its tags. */
export interface TagTopic {
  category: string
  /** The label of the category. */
  label: string
  /**
   * The category whose vocabulary and usual words are known; null on a site about another subject.
   */
  vocabulary: Category | null
  version: string | null
  /** The languages of the text's code. */
  languages: ReadonlyArray<string>
}

/**
 * Three to six lower-case tags for a text: first the site's own, then the Live devices that it
 * names, then the words that it names most. The languages of its code come early. The tag of the category comes first if the site
 * has it; `version` is the Live version of the text.
 */
export function suggestTags(
  counts: TermCounts,
  known: ReadonlyArray<KnownTag>,
  about: TagTopic,
): Array<string> {
  const label = about.label.toLowerCase()
  const ofCategory = known
    .filter(({ tag }) => counts.key(tag) === counts.key(label))
    .map(({ tag }) => tag)
  const tags = [...new Set([...ofCategory, ...knownTags(counts, known)])].slice(0, most)
  const add = (candidates: Iterable<string>, limit: number) => {
    for (const tag of candidates) {
      if (tags.length >= limit) return
      if (!tags.some((other) => overlaps(other, tag, counts))) tags.push(tag)
    }
  }
  if (about.version) add([about.version], most)
  add(about.languages, usual)
  const devices = [...counts.devices]
    .filter(([, count]) => count > 1)
    .sort(([, one], [, other]) => other - one)
  const room = Math.max(fewest, Math.min(most, tags.length + 1))
  add(
    devices.map(([name]) => name.toLowerCase()),
    room,
  )
  add(topicTerms(counts, about.vocabulary, fewestMentions), usual)
  const isOfMusic = about.vocabulary !== null
  const usualWords = isOfMusic ? wordsOfMusic : noWords
  add(namedMost(counts, usualWords, 2), isOfMusic ? fewest : usual)
  add(
    [...counts.devices.keys()].map((name) => name.toLowerCase()),
    fewest,
  )
  add(topicTerms(counts, about.vocabulary, 1), fewest)
  add(isOfMusic ? [label, 'ableton live', 'music production'] : [label].filter(Boolean), fewest)
  add(namedMost(counts, usualWords, 1), fewest)
  return tags
}

/** The site's tags that occur in a text, the most frequent first, at most six. */
export function knownTags(counts: TermCounts, known: ReadonlyArray<KnownTag>): Array<string> {
  const { root } = counts.language
  const roots = new Map<string, number>()
  for (const [word, count] of counts.terms(1))
    roots.set(root(word), (roots.get(root(word)) ?? 0) + count)
  const devices = new Map([...counts.devices].map(([name, count]) => [counts.key(name), count]))
  const scored: Array<{ tag: string; points: number; key: string }> = []
  const seen = new Set<string>()
  for (const { tag, count: uses } of known.toSorted((one, other) => other.count - one.count)) {
    const key = counts.key(tag)
    if (!key || seen.has(key)) continue
    seen.add(key)
    const words = key.split(' ').length
    const count = Math.max(
      counts.count(tag),
      words === 1 ? (roots.get(root(key)) ?? 0) : 0,
      devices.get(key) ?? 0,
    )
    // A phrase is more specific than a word, and rarer; a tag that the site uses often is likely.
    if (count > 0)
      scored.push({
        tag,
        key,
        points: Math.log2(1 + count) * (1 + 0.5 * (words - 1)) * (1 + 0.5 * Math.log2(1 + uses)),
      })
  }
  scored.sort((one, other) => other.points - one.points)
  const best = scored[0]?.points ?? 0
  return scored
    .filter(({ points }) => points >= fewestPoints && points >= best * worthwhile)
    .slice(0, most)
    .map(({ tag }) => tag)
}

/**
 * The deciding and typical terms of the category with at least `least` weighted mentions, the most
 * frequent first.
 */
function topicTerms(counts: TermCounts, category: Category | null, least: number): Array<string> {
  if (category === null) return []
  const [strong = '', typical = ''] = categoryVocabulary[category] ?? []
  const scored = [strong, typical].flatMap((terms, level) =>
    keysOf(terms).map((term) => ({ term, points: counts.count(term) / (level + 1) })),
  )
  return scored
    .filter(({ term, points }) => points >= least && !wordsOfMusic.has(term))
    .sort((one, other) => other.points - one.points)
    .map(({ term }) => term)
}

/**
 * The words that a text has `least` times, and the pairs that it repeats, the most named first, as
 * it writes them.
 */
function namedMost(counts: TermCounts, usual: ReadonlySet<string>, least: number): Array<string> {
  const found: Array<{ term: string; points: number }> = []
  for (const length of [2, 1] as const)
    for (const [term, occurrences] of counts.terms(length)) {
      const words = term.split(' ')
      const isTelling = words.every((word) => isTopic(word, counts)) && !usual.has(term)
      if (!isTelling || occurrences < Math.max(least, length)) continue
      const points = counts.weight(term) * (length === 2 ? pairWeight : 1)
      found.push({ term: counts.shown(term), points })
    }
  return found.sort((one, other) => other.points - one.points).map(({ term }) => term)
}

/** Whether two tags say the same: one contains the other, or they have one stem. */
function overlaps(one: string, other: string, { key, language: { root } }: TermCounts): boolean {
  const [a, b] = [key(one), key(other)]
  return ` ${a} `.includes(` ${b} `) || ` ${b} `.includes(` ${a} `) || root(a) === root(b)
}
