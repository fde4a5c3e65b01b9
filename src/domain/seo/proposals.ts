import { clausesOf, wordsOf } from '../reading-time.ts'
import { namedDevices } from '../text-analysis/term-counts.ts'
import {
  englishText,
  isCommonWord,
  type TextLanguage,
  termKey,
} from '../text-analysis/text-language.ts'
import type { SeoText } from './seo-text.ts'
import { isUnit } from './units.ts'

const mostProposed = 4
const longestPhrase = 4

/** Words that may stand inside of a searched phrase, but not at its ends. */
const joining = new Set(['in', 'for', 'with', 'of', 'on', 'from'])
/** Words of instructions: nobody searches "turn knob" or "set attack". */
const instructions = new Set(
  `set sets turn turns press click drag drop choose open close raise lower add remove put switch try hold play plays keep keeps listen hear hears move moves
  let lets begin begins check leave change changes sit sits stay stays stand stands sound sounds instead cmd ctrl shift alt option space enter worth louder quieter faster slower longer shorter`.split(
    /\s+/,
  ),
)
/** Names that a version follows. */
const numbered = new Set(['live', 'push', 'ableton'])

interface Candidate {
  phrase: string
  points: number
  /** Occurrences in the text, headings included. */
  written: number
  inTitle: boolean
}

/**
 * Phrases of the text that people would type into a search, the best first: two to four words
 * around a subject, those of the title and the headings before others. Names of devices may stand
 * alone.
 */
export function proposeKeywords(
  text: SeoText,
  title: string,
  language = englishText,
): Array<string> {
  const keyOf = (term: string) => termKey(term, language)
  const found = new Map<string, Candidate>()
  const words = new Map<string, number>()
  for (const clause of text.clauses) {
    for (const word of clause) words.set(keyOf(word), (words.get(keyOf(word)) ?? 0) + 1)
    for (const phrase of phrasesOf(clause, language)) note(phrase, { points: 1, written: 1 })
  }
  for (const heading of text.headings)
    for (const phrase of phrasesIn(heading, language)) note(phrase, { points: 1.5 })
  for (const phrase of phrasesIn(text.opening, language)) note(phrase, { points: 0.5 })
  for (const phrase of [
    ...phrasesIn(title, language),
    ...namedDevices(title, true).map((name) => name.toLowerCase()),
  ])
    note(phrase, { points: 4, inTitle: true })
  const titleKeys = new Set(wordsOf(title).map(keyOf))
  // Words of the title that the text hardly uses are there for their sound: 'Chosen on Purpose'.
  const isMeant = (phrase: string) =>
    phrase.split(' ').some((word) => (words.get(keyOf(word)) ?? 0) > 1)
  const ranked = [...found.values()]
    .filter(({ phrase, written, inTitle }) => written > 1 || (inTitle && isMeant(phrase)))
    .map(({ phrase, points }) => {
      const subjects = phrase.split(' ').filter((word) => titleKeys.has(keyOf(word))).length
      return { phrase, points: Math.log2(1 + points) * (1 + 0.6 * subjects) }
    })
    .sort((one, other) => other.points - one.points || other.phrase.length - one.phrase.length)
  return withoutParts(
    ranked.map(({ phrase }) => phrase),
    keyOf,
  ).slice(0, mostProposed)

  function note(
    phrase: string,
    { points, written = 0, inTitle = false }: Partial<Candidate> & { points: number },
  ) {
    const key = keyOf(phrase)
    const known = found.get(key) ?? { phrase, points: 0, written: 0, inTitle: false }
    found.set(key, {
      phrase: known.phrase,
      points: known.points + points,
      written: known.written + written,
      inTitle: known.inTitle || inTitle,
    })
  }
}

function phrasesIn(text: string, language: TextLanguage): Array<string> {
  return clausesOf(text).flatMap((clause) => phrasesOf(clause, language))
}

/** The phrases of one clause: from one telling word to another. */
function phrasesOf(clause: ReadonlyArray<string>, language: TextLanguage): Array<string> {
  const phrases: Array<string> = []
  for (let start = 0; start < clause.length; start += 1) {
    if (!isTelling(clause[start], language)) continue
    for (let end = start + 1; end < Math.min(clause.length, start + longestPhrase); end += 1) {
      const word = clause[end] as string
      if (joining.has(word) && end - start > 0) continue
      if (
        !isTelling(word, language) &&
        !(/^\d{1,2}$/.test(word) && numbered.has(clause[end - 1] as string))
      )
        break
      phrases.push(clause.slice(start, end + 1).join(' '))
    }
  }
  return phrases
}

function isTelling(word: string | undefined, language: TextLanguage): boolean {
  if (word === undefined || word.length < 2 || isUnit(word)) return false
  return (
    !joining.has(word) &&
    !isCommonWord(word, language) &&
    !instructions.has(word) &&
    /\p{L}/u.test(word) &&
    !/['’]s$|ly$/.test(word)
  )
}

/** Leaves out phrases that are a part of a better one, or contain it. */
function withoutParts(
  phrases: ReadonlyArray<string>,
  keyOf: (term: string) => string,
): Array<string> {
  const kept: Array<string> = []
  for (const phrase of phrases) {
    const key = ` ${keyOf(phrase)} `
    if (
      !kept.some((other) => ` ${keyOf(other)} `.includes(key) || key.includes(` ${keyOf(other)} `))
    )
      kept.push(phrase)
  }
  return kept
}
