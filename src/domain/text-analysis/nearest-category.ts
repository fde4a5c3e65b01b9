import { wordsOf } from '../reading-time.ts'
import type { TermCounts } from './term-counts.ts'
import { isCommonWord } from './text-language.ts'

/**
 * The category whose label or key a text names most, else the first of the list; null for an empty
 * list.
 */
export function nearestCategory<Option extends { value: string; label: string }>(
  counts: TermCounts,
  categories: ReadonlyArray<Option>,
): Option | null {
  const pointsOf = ({ value, label }: Option) => {
    const words = new Map(
      wordsOf(`${label} ${value.replaceAll('_', ' ')}`).map((word) => [counts.key(word), word]),
    )
    const named = [...words.values()].filter(
      (word) => word.length > 2 && !isCommonWord(word, counts.language),
    )
    // A label of several words says more as a whole than each of its words.
    return 2 * counts.count(label) + named.reduce((sum, word) => sum + counts.count(word), 0)
  }
  const scored = categories.map((category) => ({ category, points: pointsOf(category) }))
  return scored.toSorted((one, other) => other.points - one.points)[0]?.category ?? null
}
