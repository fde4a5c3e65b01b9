import { posix } from 'node:path'
import { downloadAddress } from '#domain/download-address.ts'
import type { AdminDownload } from '#domain/downloads.ts'
import { type Claims, stemClaim } from '../../platform/claims.ts'
import { type DownloadRecords, endingOf } from './pair-downloads.ts'
import type { ContentStore } from './store.ts'

/** Every download of the content folder, drafts and those without a file included, by title. */
export const allDownloads = (store: Pick<ContentStore, 'state'>): ReadonlyArray<DownloadRecords> =>
  store.state().downloads.get().all

/** The download with an id; when several files have the id, the one that visitors get. */
export function downloadById(
  store: Pick<ContentStore, 'state' | 'downloadFile'>,
  id: number,
): DownloadRecords | null {
  const found = allDownloads(store).filter(({ record }) => record.entry.item.id === id)
  const served = store.downloadFile(id)
  return (
    found.find(({ file }) => typeof file !== 'string' && file.path === served?.path) ??
    found[0] ??
    null
  )
}

/** A download as administrators see it. */
export function shownDownload(
  { record, file }: DownloadRecords,
  store: Pick<ContentStore, 'changedAt' | 'problems'>,
  count: (id: number) => number,
): AdminDownload {
  const { item, fileType, draft } = record.entry
  const known = typeof file === 'string' ? null : file
  const dates = [store.changedAt(record.path), known && store.changedAt(known.path)].filter(
    (date) => date !== null,
  )
  const problem = store.problems().find(({ path }) => path === record.path)?.message ?? null
  const { slug, ...shown } = item
  return {
    ...shown,
    fileType: fileType ?? (known ? endingOf(known) : ''),
    ownFileType: fileType ?? '',
    fileSize: known?.size ?? 0,
    downloadCount: count(item.id),
    draft,
    url: downloadAddress(slug),
    fileName: known && posix.basename(known.path),
    fileRevision: known?.blob ?? null,
    problem: typeof file === 'string' ? file : problem,
    updatedAt: dates.sort().at(-1) ?? null,
    revision: record.blob,
  }
}

/** Whether a file has this path. Case is ignored, because many file systems ignore it. */
export function isTaken(store: Pick<ContentStore, 'files'>, path: string): boolean {
  const name = path.toLowerCase()
  for (const file of store.files()) if (file.path.toLowerCase() === name) return true
  return false
}

/**
 * A path without extension that no file has with any extension, so that each description has its
 * own file beside it: the wanted path, or the wanted path with a number. Case is ignored.
 * `claimed`: by saves that are not visible yet.
 */
export function freeStem(
  files: Iterable<{ path: string }>,
  wanted: string,
  claimed: Claims,
): string {
  const stems = new Set<string>()
  for (const { path } of files) stems.add(path.replace(/\.[^./]+$/, '').toLowerCase())
  let free = wanted
  for (let number = 2; stems.has(free.toLowerCase()) || claimed.has(stemClaim(free)); number += 1)
    free = `${wanted}-${number}`
  return free
}
