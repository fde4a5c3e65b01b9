import { downloadAddress } from '#domain/download-address.ts'
import type { AdminDownload } from '#domain/downloads.ts'
import { collatorOf } from '#domain/list-order.ts'
import { type Claims, stemClaim } from '../../platform/claims.ts'
import type { FileRecord } from '../read/file-record.ts'
import type { RecordOf } from './catalog.ts'
import { fileBeside } from './pair-downloads.ts'
import type { ContentStore } from './store.ts'

/** The record of a download's `.md`, and its file or the reason why there is none. */
export interface DownloadRecords {
  record: RecordOf<'downloads'>
  file: FileRecord | string
}

/** Every download of the content folder, drafts and those without a file included, by title. */
export function allDownloads(store: Pick<ContentStore, 'files' | 'state'>): Array<DownloadRecords> {
  const { compare } = collatorOf(store.state().settings.language)
  const assets = new Map<string, FileRecord>()
  const records: Array<RecordOf<'downloads'>> = []
  for (const record of store.files()) {
    if (record.entry?.kind === 'downloads') records.push(record as RecordOf<'downloads'>)
    else if (record.size !== undefined) assets.set(record.path, record)
  }
  return records
    .map((record) => ({ record, file: fileBeside(record, assets) }))
    .sort((one, other) => compare(one.record.entry.item.title, other.record.entry.item.title))
}

/** The download with an id; when several files have the id, the one that visitors get. */
export function downloadById(
  store: Pick<ContentStore, 'files' | 'state' | 'downloadFile' | 'blobAt'>,
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
  const fileName = known ? nameOf(known.path) : null
  const ending = fileName?.slice(fileName.lastIndexOf('.') + 1).toUpperCase() ?? ''
  const dates = [store.changedAt(record.path), known && store.changedAt(known.path)].filter(
    (date) => date !== null,
  )
  const problem = store.problems().find(({ path }) => path === record.path)?.message ?? null
  const { slug, ...shown } = item
  return {
    ...shown,
    fileType: fileType ?? ending,
    ownFileType: fileType ?? '',
    fileSize: known?.size ?? 0,
    downloadCount: count(item.id),
    draft,
    url: downloadAddress(slug),
    fileName,
    fileRevision: known?.blob ?? null,
    problem: typeof file === 'string' ? file : problem,
    updatedAt: dates.sort().at(-1) ?? null,
    revision: record.blob,
  }
}

/** The last part of a path. */
export const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1)

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
