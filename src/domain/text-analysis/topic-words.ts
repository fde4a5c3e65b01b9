import { wordsOf } from '../reading-time.ts'
import type { TermCounts } from './term-counts.ts'

const most = 10

/** How much a text is about the words of a line, from 0. */
export type TopicPoints = (line: string) => number

/** Weighs lines by the ten words that a text names most: the first counts 1, the second half. */
export function topicPoints(counts: TermCounts, usual: ReadonlySet<string>): TopicPoints {
  const ranked = [...counts.terms(1)]
    .filter(([key, occurrences]) => occurrences > 1 && !usual.has(key) && isTopic(key, counts))
    .map(([key]) => key)
    .sort((one, other) => counts.weight(other) - counts.weight(one))
    .slice(0, most)
  const points = new Map(ranked.map((key, rank) => [key, 1 / (1 + rank)]))
  return (line) => {
    const keys = new Set(wordsOf(line).map((word) => counts.key(word)))
    return [...keys].reduce((sum, key) => sum + (points.get(key) ?? 0), 0)
  }
}

/** Whether a word can be what a text is about. */
export function isTopic(key: string, counts: TermCounts): boolean {
  return key.length > 1 && /\p{L}/u.test(key) && !counts.hasCommonWord(key)
}
