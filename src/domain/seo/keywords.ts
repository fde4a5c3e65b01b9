import { wordsOf } from '../reading-time.ts'
import { englishText, isCommonWord, type TextLanguage } from '../text-analysis/text-language.ts'
import type { SeoText } from './seo-text.ts'
import { isNameInDigits, isUnitSign } from './units.ts'

export type KeywordRating = 'Good' | 'Underused' | 'Overused'

/** A word, or a phrase of two or three words, that occurs in a text. */
export interface Keyword {
  term: string
  occurrences: number
  /** Occurrences divided by the number of all words, in percent. */
  density: number
  /** Whether it contains a word of the title that is longer than three letters. */
  inTitle: boolean
  rating: KeywordRating
}

const longestPhrase = 3
/** Phrases need this many occurrences; a single word needs one (specification, section 9). */
const fewestPhrases = 2
const shortestTitleWord = 4

/**
 * The keywords of a text (specification, section 9), the most frequent first; on a tie, the longer
 * phrase first. Common words, units, numbers that are no names and single letters are excluded, also
 * from phrases.
 */
export function findKeywords(text: SeoText, title: string, language = englishText): Array<Keyword> {
  const counts = new Map<string, number>()
  for (const clause of text.clauses) {
    const telling = clause.map(
      (word, at) => isTelling(word, language) || isNameInDigits(word, clause[at + 1]),
    )
    for (let start = 0; start < clause.length; start += 1)
      for (
        let end = start;
        end < Math.min(clause.length, start + longestPhrase) && telling[end];
        end += 1
      ) {
        const term = clause.slice(start, end + 1).join(' ')
        counts.set(term, (counts.get(term) ?? 0) + 1)
      }
  }
  const titleWords = new Set(
    wordsOf(title.toLowerCase()).filter((word) => [...word].length >= shortestTitleWord),
  )
  return [...counts]
    .filter(([term, occurrences]) => occurrences >= fewestPhrases || !term.includes(' '))
    .map(([term, occurrences]) => {
      const inTitle = term.split(' ').some((word) => titleWords.has(word))
      const density = (occurrences / text.words) * 100
      return {
        term,
        occurrences,
        density,
        inTitle,
        rating: inTitle ? 'Good' : ratingOf(occurrences, text.words),
      } as const
    })
    .sort(
      (one, other) =>
        other.occurrences - one.occurrences || wordCount(other.term) - wordCount(one.term),
    )
}

/** Good is 0.5 % to 2.5 %, both included; computed with integers, so that the limits are exact. */
export function ratingOf(occurrences: number, words: number): KeywordRating {
  if (occurrences * 200 < words) return 'Underused'
  return occurrences * 40 > words ? 'Overused' : 'Good'
}

function isTelling(written: string, language: TextLanguage): boolean {
  const word = written.replaceAll('’', "'")
  return (
    [...word].length > 1 &&
    /\p{L}/u.test(word) &&
    !isUnitSign(word) &&
    !isCommonWord(word, language)
  )
}

function wordCount(term: string): number {
  return term.split(' ').length
}
