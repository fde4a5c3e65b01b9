import type { ImportMapping } from '#domain/import/mapping.ts'
import { mostCategories } from '#domain/site/category-settings.ts'
import { keyOfLabel } from '#domain/slug.ts'
import type { EntryPlan, ImportContent } from './plan-entries.ts'
import type { ComplainAt, Reader } from './reader.ts'

/** A category that the site does not have, with its names in the export. */
interface NewCategory {
  key: string
  label: string
  names: Array<string>
}

/**
 * The categories that the site can add, the most frequent first. Their keys are those of their old
 * addresses, so that these lead to them.
 */
export function newCategories(
  { categories }: EntryPlan,
  { hasCategory }: ImportContent,
  { categoryKey }: Reader,
): ReadonlyArray<NewCategory> {
  const made = new Map<string, NewCategory>()
  const found = [...categories].sort(([, one], [, other]) => other.count - one.count)
  for (const [name, { to: label }] of found) {
    if (label === '' || hasCategory(label)) continue
    const key = keyOfLabel(categoryKey(label) ?? label)
    const known = made.get(key)
    if (known) known.names.push(name)
    else if (!['', 'all'].includes(key) && !hasCategory(key))
      made.set(key, { key, label: label.slice(0, 60), names: [name] })
  }
  return [...made.values()]
}

/**
 * The keys that lists of categories had in their old addresses, with those of the categories that
 * they become.
 */
export function formerCategories(
  { categories }: EntryPlan,
  content: ImportContent,
  { categoryKey }: Reader,
): Readonly<Record<string, string>> {
  const former = [...categories].map(
    ([name, { to }]) => [keyOfLabel(categoryKey(name) ?? name), to] as const,
  )
  return Object.fromEntries(
    former.filter(
      ([key, to]) => key !== '' && content.categories.includes(to) && !content.hasCategory(key),
    ),
  )
}

/** The mapping with the keys of categories that the import adds. */
export function withKeys(mapping: ImportMapping, added: ReadonlyArray<NewCategory>): ImportMapping {
  const keys = added.flatMap(({ key, names }) => names.map((name) => [name, key] as const))
  return { ...mapping, categories: { ...mapping.categories, ...Object.fromEntries(keys) } }
}

/** The new categories that the site has room for; the others are named. */
export function addedTo(
  { categories }: ImportContent,
  missing: ReadonlyArray<NewCategory>,
  complain: ComplainAt,
): ReadonlyArray<NewCategory> {
  const room = Math.max(0, mostCategories - categories.length)
  const left = missing.slice(room).map(({ label }) => label)
  if (left.length > 0)
    complain(
      'site.yaml',
      `A site has at most ${mostCategories} categories; these are not added: ${left.join(', ')}`,
    )
  return missing.slice(0, room)
}
