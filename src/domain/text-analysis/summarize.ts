import { localeOf } from '../dates.ts'
import { wordsOf } from '../reading-time.ts'
import { joinParts } from '../words/join-parts.ts'
import { phrasesIn } from './phrases.ts'
import { splitSentences, trimToPhrase } from './sentences.ts'
import { isTitleLine, type TermCounts } from './term-counts.ts'
import type { TextBlock } from './text-blocks.ts'
import type { TextLanguage } from './text-language.ts'
import { type TopicPoints, topicPoints } from './topic-words.ts'

const titleMin = 10
const titleMax = 70
const excerptMin = 80
const excerptMax = 150
const metaDescriptionMax = 160
/** A sentence that is longer than a field takes is cut. */
const longestSentence = 300
/** Only the opening of a text is searched for a title and for a description. */
const weighedSentences = 150
const weighedBlocks = 200
/** A version in the first paragraphs is what is released. */
const openingBlocks = 3
/** A text with fewer sentences has no phrase that stands for all of it. */
const fewSentences = 5

export interface Summary {
  title: string
  /** Whole sentences of the text, at most 150 characters if it has such a one. */
  excerpt: string
  /** At most 160 characters. */
  metaDescription: string
}

/**
 * Makes title, excerpt and meta description from the text's own words. The title is the heading at
 * the top, a first line that is a title, or the phrase that says most of what the text is about; a
 * description is one or two whole sentences.
 */
export function summarize(
  blocks: ReadonlyArray<TextBlock>,
  counts: TermCounts,
  usual: ReadonlySet<string>,
): Summary {
  const points = topicPoints(counts, usual)
  const heading = titleHeading(blocks, points)
  const rest = blocks.filter((block) => block !== heading)
  const prose = proseSentences(rest, counts.language)
  const title = heading?.text ?? shortText(prose) ?? bestPhrase(rest, counts.language, points)
  return {
    title: capitalized(trimToPhrase(title ?? rest[0]?.text ?? '', 30, 120), counts.language),
    excerpt: description(prose, excerptMax, points),
    metaDescription: trimToPhrase(
      description(prose, metaDescriptionMax, points),
      100,
      metaDescriptionMax,
    ),
  }
}

/**
 * The title block of a text: a first-level heading, or a heading or a short line at the very top
 * that names what the text is about.
 */
function titleHeading(blocks: ReadonlyArray<TextBlock>, points: TopicPoints): TextBlock | null {
  const first = blocks.find(({ kind, depth }) => kind === 'heading' && depth === 1)
  if (first) return first
  const [top, next] = blocks
  if (!top || (next && points(top.text) === 0)) return null
  if (top.kind === 'heading') return top
  const isLine = top.kind === 'paragraph' && next !== undefined && isTitleLine(top.text)
  return isLine && !isGreeting(top.text) && !isSentence.test(top.text) ? top : null
}

/** A line with a person that does something is a sentence, unless it begins as titles do. */
const isSentence =
  /^(?!how |what |why |when |where )(?:.{0,40}[ ,])?(?:i|we|you|they|he|she)(?:['’]\w{1,2})? /i

interface Sentence {
  text: string
  /** Index of the paragraph, from 0. */
  block: number
  place: number
}

/**
 * The sentences of the running text; of lists, quotes and tables only when there is no running
 * text.
 */
function proseSentences(blocks: ReadonlyArray<TextBlock>, { tag }: TextLanguage): Array<Sentence> {
  const paragraphs = blocks.filter(({ kind }) => kind === 'paragraph')
  const chosen = paragraphs.length > 0 ? paragraphs : blocks
  return chosen
    .flatMap(({ text }, block) =>
      splitSentences(text, tag).map((sentence, place) => ({ text: sentence, block, place })),
    )
    .filter(({ text, place }) => place > 0 || !isGreeting(text))
    .slice(0, weighedSentences)
}

const isGreeting = (text: string) =>
  /^(?:hi|hello|hey|dear|good (?:morning|evening)|welcome)\b[^.]{0,40}[,!.]?$/i.test(text)

/** Sentences that refer to the one before them don't stand alone. */
const leansBack =
  /^(?:it|its|this|that|these|those|they|he|she|but|and|or|so|then|also|both|there|here|such|neither|either|instead|still|yet|if|now|since|for|from)\b|\b(?:too|as well|the opposite|the other|them)\b/i

/** The first sentence of a text of few, if it is short enough for a title. */
function shortText(prose: ReadonlyArray<Sentence>): string | null {
  const first = prose.find(({ text }) => !leansBack.test(text))?.text.replace(/[.…;:,\s]{1,5}$/, '')
  return prose.length < fewSentences && first && first.length <= titleMax ? first : null
}

/** The phrase with the most of the topic, rather of five words than of two, and rather early. */
function bestPhrase(
  blocks: ReadonlyArray<TextBlock>,
  language: TextLanguage,
  points: TopicPoints,
): string | null {
  let best: { text: string; points: number } | null = null
  for (const [at, block] of blocks.slice(0, weighedBlocks).entries())
    for (const text of phrasesIn(block.text, language)) {
      if (text.length < titleMin || text.length > titleMax) continue
      const words = wordsOf(text).length
      const isRelease = at < openingBlocks && /\d\.\d+$/.test(text)
      const total =
        points(text) + 0.08 * words - 0.005 * words ** 2 + 0.5 / (1 + at) + (isRelease ? 1.2 : 0)
      if (!best || total > best.points) best = { text, points: total }
    }
  return best?.text ?? null
}

function capitalized(title: string, { tag }: TextLanguage): string {
  return title.charAt(0).toLocaleUpperCase(localeOf(tag)) + title.slice(1)
}

/** What says that a sentence is about the whole text. */
const announces =
  /\b(?:learn|show you|explain|explore|introduc|walk|look at|dive|discuss|overview|how to|announc|release|share)/i

/**
 * The sentence, or two that follow each other, that says most of what the text is about within
 * `max` characters; the shortest sentence if none is that short.
 */
function description(prose: ReadonlyArray<Sentence>, max: number, points: TopicPoints): string {
  let best: { text: string; points: number } | null = null
  for (const [at, { text, block }] of prose.entries()) {
    const next = prose[at + 1]
    const longer = next?.block === block ? joinParts([text, next.text]) : text
    for (const passage of [text, longer]) {
      if (passage.length > max || /[:;,]$/.test(passage)) continue
      const length = passage.length / 100
      const total =
        8 * points(passage) +
        16 * length -
        1.6 * length ** 2 +
        14 / (1 + at) +
        (announces.test(passage) ? 2.3 : 0) -
        (leansBack.test(passage) ? 3 : 0) -
        (passage.length < excerptMin ? 10 : 0)
      if (!best || total > best.points) best = { text: passage, points: total }
    }
  }
  const shortest = prose.toSorted((one, other) => one.text.length - other.text.length)[0]?.text
  return best?.text ?? trimToPhrase(shortest ?? '', 100, longestSentence)
}
