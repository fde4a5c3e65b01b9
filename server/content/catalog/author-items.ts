import type { ContentProblem, ContentType } from '#domain/content.ts'
import { groupBy } from '#domain/group-by.ts'
import type { Authors } from '../read/authors.ts'
import type { RecordOf } from '../read/file-record.ts'

/** The items that name each author, newest first. */
export function byAuthor(published: ReadonlyArray<RecordOf<ContentType>>, authors: Authors) {
  const groups = groupBy(
    published,
    ({ entry }) => new Set(entry.item.author.flatMap((named) => authors.find(named)?.key ?? [])),
  )
  const dateOf = ({ entry }: RecordOf<ContentType>) => entry.item.publishedAt ?? ''
  for (const group of groups.values())
    group.sort((one, other) => (dateOf(one) < dateOf(other) ? 1 : -1))
  return groups
}

/** Warnings about authors that are not on the site's list. */
export function unknownAuthors(
  records: ReadonlyArray<RecordOf<ContentType>>,
  authors: Authors,
): Array<ContentProblem> {
  return records.flatMap(({ path, entry }) =>
    entry.item.author.flatMap((named) => {
      if (authors.find(named)) return []
      const message = `Unknown author '${named}', who is shown as written; add them to authors in site.yaml, or as a file in content/authors`
      return [{ path, line: entry.authorLine ?? 1, message, level: 'warning' as const }]
    }),
  )
}
