import type { CategoryScores } from '../analysis.ts'
import { type Category, storedCategories } from '../categories.ts'
import { categoryVocabulary, keysOf } from './category-vocabulary.ts'
import { liveDevices, liveHardware } from './live-devices.ts'
import type { TermCounts } from './term-counts.ts'

/** Points of a term by its class, from deciding to hint. */
const classWeights = [4, 1.5, 0.5] as const
const deviceWeight = 2

const vocabulary: ReadonlyArray<
  readonly [Category, ReadonlyArray<readonly [key: string, weight: number]>]
> = storedCategories.map((category) => [
  category,
  (categoryVocabulary[category] ?? []).flatMap((terms, level) =>
    keysOf(terms).map((key) => [key, classWeights[level] ?? 0] as const),
  ),
])

const deviceCategories = new Map(
  [...liveDevices, ...liveHardware].map(({ name, category }) => [name, category]),
)

/**
 * The score of each category in a text, the highest first. A term counts by the logarithm of its
 * occurrences, so that one frequent word does not outweigh ten words of another category.
 */
export function scoreCategories(counts: TermCounts): CategoryScores {
  const points = new Map<Category, number>()
  const give = (category: Category, more: number) =>
    points.set(category, (points.get(category) ?? 0) + more)
  for (const [category, terms] of vocabulary)
    for (const [key, weight] of terms) give(category, weight * Math.log2(1 + counts.count(key)))
  for (const [name, count] of counts.devices) {
    const category = deviceCategories.get(name)
    if (category) give(category, deviceWeight * Math.log2(1 + count))
  }
  return [...points].sort(([, one], [, other]) => other - one)
}
