import { commonWords } from './common-words.ts'
import { type TermCounts, termKey } from './term-counts.ts'

/** The category whose label or key a text names most, else the first of the list; null for an empty list. */
export function nearestCategory<Option extends { value: string; label: string }>(
  counts: TermCounts,
  categories: ReadonlyArray<Option>,
): Option | null {
  const pointsOf = ({ value, label }: Option) => {
    const whole = termKey(label)
    const words = new Set(`${whole} ${termKey(value.replaceAll('_', ' '))}`.split(' '))
    const named = [...words].filter((word) => word.length > 2 && !commonWords.has(word))
    // A label of several words says more as a whole than each of its words.
    return 2 * counts.count(whole) + named.reduce((sum, word) => sum + counts.count(word), 0)
  }
  const scored = categories.map((category) => ({ category, points: pointsOf(category) }))
  return scored.toSorted((one, other) => other.points - one.points)[0]?.category ?? null
}
