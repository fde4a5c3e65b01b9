import type { Keyword } from './keywords.ts'

/** The parts of a score; their rounded sum is the score. */
export interface ScoreParts {
  /** 0 to 60, from keywords rated good. */
  keywords: number
  /** 0 to 30, from keywords in the title. */
  title: number
  /** 0 to 10, from the length. */
  length: number
}

const fullLength = 300

/**
 * The parts of the score (specification, section 9). The denominators are the number of keywords,
 * at most 10 and at most 5 (rulings, section 6b); without keywords both parts are 0.
 */
export function scoreParts(keywords: ReadonlyArray<Keyword>, words: number): ScoreParts {
  const good = keywords.filter(({ rating }) => rating === 'Good').length
  const inTitle = keywords.filter((keyword) => keyword.inTitle).length
  return {
    keywords: share(good, Math.min(keywords.length, 10)) * 60,
    title: share(inTitle, Math.min(keywords.length, 5)) * 30,
    length: Math.min(words / fullLength, 1) * 10,
  }
}

/** The score, an integer from 0 to 100. */
export function scoreOf({ keywords, title, length }: ScoreParts): number {
  return Math.round(keywords + title + length)
}

export type ScoreColor = 'green' | 'yellow' | 'red'

/** The color of the bar (specification, section 9). */
export function scoreColor(score: number): ScoreColor {
  if (score >= 80) return 'green'
  return score >= 60 ? 'yellow' : 'red'
}

function share(count: number, of: number): number {
  return of === 0 ? 0 : Math.min(count / of, 1)
}
