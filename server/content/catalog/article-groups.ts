import { groupBy } from '#domain/group-by.ts'
import { type Lazy, lazy } from '../../platform/lazy.ts'
import type { RecordOf } from '../read/file-record.ts'
import { listDifference, type TypeCatalog, withChanges } from './catalog.ts'

/** Articles by the names of their groups, newest first. */
export type ArticleGroups = Lazy<ReadonlyMap<string, Array<RecordOf<'articles'>>>>

/** The name of the group that an article belongs to; null for none. */
const groupOf = {
  articlesByCategory: ({ entry }) => entry.item.category,
  articlesBySeries: ({ entry }) =>
    entry.item.series === null ? null : seriesKey(entry.item.series),
} as const satisfies Readonly<Record<string, (record: RecordOf<'articles'>) => string | null>>

/** Names of one series may differ in capitals. */
export function seriesKey(name: string): string {
  return name.toLowerCase()
}

interface Grouped extends Record<keyof typeof groupOf, ArticleGroups> {
  articles: TypeCatalog<'articles'>
}

/**
 * The groups of articles. Those of a previous state are used, and only the groups of changed
 * articles patched.
 */
export function groupsAfter(
  articles: TypeCatalog<'articles'>,
  previous: Grouped | null,
  by: keyof typeof groupOf,
): ArticleGroups {
  const known = previous?.[by].made()
  if (!previous || !known) return lazy(() => groupsOf(by, articles.published))
  const before = previous.articles.published
  return lazy(() => {
    const { gone, fresh } = listDifference(before, articles.published)
    const [goneBy, freshBy] = [groupsOf(by, gone), groupsOf(by, fresh)]
    const groups = new Map(known)
    // The order of the groups stays: a changed order of the counts would look like a change.
    for (const name of new Set([...goneBy.keys(), ...freshBy.keys()])) {
      const group = withChanges(
        groups.get(name) ?? [],
        goneBy.get(name) ?? [],
        freshBy.get(name) ?? [],
      )
      if (group.length > 0) groups.set(name, group)
      else groups.delete(name)
    }
    return groups
  })
}

/** The articles of each group, in the order of `published`. */
const groupsOf = (by: keyof typeof groupOf, published: ReadonlyArray<RecordOf<'articles'>>) =>
  groupBy(published, (record) => {
    const name = groupOf[by](record)
    return name === null ? [] : [name]
  })
