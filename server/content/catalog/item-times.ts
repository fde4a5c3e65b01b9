import type { ContentType } from '#domain/content.ts'
import type { ItemOf } from '#domain/item/summary.ts'
import type { RecordOf } from '../read/file-record.ts'

/**
 * Seconds since 1970 of the last commit that changed each path; 0 for a text that nobody has
 * changed since its import.
 */
export type Times = ReadonlyMap<string, number>

/** The whole item as pages and calls get it. */
export function wholeItem<Type extends ContentType>(
  { path, blob, entry }: RecordOf<Type>,
  times: Times,
): ItemOf[Type] {
  const { item, metaDescription, aliases } = entry
  const updatedAt = changeOf({ path, entry }, times)
  return { ...item, metaDescription, aliases, updatedAt, blob } as unknown as ItemOf[Type]
}

/**
 * When a file changed last, as ISO instant; null while that is not known, and where only an import
 * has written it.
 */
export function timeOf(path: string, times: Times): string | null {
  const seconds = times.get(path)
  return seconds ? new Date(seconds * 1000).toISOString() : null
}

/** When a text changed last, as ISO instant: as its file says, else by its commits. */
export function changeOf(
  { path, entry }: { path: string; entry: { updatedAt: string | null } },
  times: Times,
): string | null {
  return entry.updatedAt ?? timeOf(path, times)
}
