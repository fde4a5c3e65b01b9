import type { Article, ContentType, NewsItem, Newsletter } from '#domain/content.ts'
import type { RecordOf } from './duplicates.ts'

/** Seconds since 1970 of the last commit that changed each path. */
export type Times = ReadonlyMap<string, number>

/** The whole item as pages and calls get it. */
export function wholeItem(record: RecordOf<'articles'>, times: Times): Article
export function wholeItem(record: RecordOf<'news'>, times: Times): NewsItem
export function wholeItem(record: RecordOf<'newsletters'>, times: Times): Newsletter
export function wholeItem(record: RecordOf<ContentType>, times: Times): Article | NewsItem | Newsletter
export function wholeItem({ path, blob, entry }: RecordOf<ContentType>, times: Times) {
  const { metaDescription, aliases } = entry
  return { ...entry.item, metaDescription, aliases, updatedAt: timeOf(path, times), blob }
}

/** When a file changed last, as ISO instant; null while that is not known. */
export function timeOf(path: string, times: Times): string | null {
  const seconds = times.get(path)
  return seconds === undefined ? null : new Date(seconds * 1000).toISOString()
}
