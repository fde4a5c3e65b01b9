import type { StaticPage, StaticPageName } from '#domain/content.ts'
import { pairDownloads } from './downloads/downloads.ts'
import type { RecordOf } from './duplicates.ts'
import type { FileRecord } from './file-record.ts'
import { type Times, timeOf } from './whole-item.ts'

type Records = ReadonlyMap<string, FileRecord>

/** Articles of each category, in the order given. */
export function groupByCategory(published: ReadonlyArray<RecordOf<'articles'>>) {
  const groups = new Map<string, Array<RecordOf<'articles'>>>()
  for (const record of published) {
    const group = groups.get(record.entry.item.category)
    if (group) group.push(record)
    else groups.set(record.entry.item.category, [record])
  }
  return groups
}

/** The downloads among all files, with their files. */
export function downloadsOf(records: Records) {
  const assets = new Map<string, FileRecord>()
  const entries: Array<RecordOf<'downloads'>> = []
  for (const record of records.values()) {
    if (record.entry?.kind === 'downloads') entries.push(record as RecordOf<'downloads'>)
    else if (record.size !== undefined) assets.set(record.path, record)
  }
  return pairDownloads(entries, assets)
}

/** The static pages among all files. */
export function pagesOf(records: Records, times: Times) {
  const pages = new Map<StaticPageName, StaticPage>()
  for (const { path, blob, entry } of records.values()) {
    if (entry?.kind !== 'pages') continue
    const { name, title, metaDescription } = entry
    pages.set(name, { name, title, metaDescription, updatedAt: timeOf(path, times), blob })
  }
  return pages
}
