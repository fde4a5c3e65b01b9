import type { AdminDownload } from '#domain/downloads.ts'
import type { RecordOf } from '../duplicates.ts'
import type { FileRecord } from '../file-record.ts'
import type { ContentStore } from '../store.ts'
import { fileBeside } from './downloads.ts'

/** A download's `.md`, and the file beside it or why there is none. */
export interface HeldDownload {
  record: RecordOf<'downloads'>
  file: FileRecord | string
}

/** Every download of the content folder, drafts and those without a file included, by title. */
export function heldDownloads(store: Pick<ContentStore, 'files'>): Array<HeldDownload> {
  const assets = new Map<string, FileRecord>()
  const records: Array<RecordOf<'downloads'>> = []
  for (const record of store.files()) {
    if (record.entry?.kind === 'downloads') records.push(record as RecordOf<'downloads'>)
    else if (record.size !== undefined) assets.set(record.path, record)
  }
  return records
    .map((record) => ({ record, file: fileBeside(record, assets) }))
    .sort((one, other) => one.record.entry.item.title.localeCompare(other.record.entry.item.title, 'en'))
}

/** The download with an id: of several the one that visitors get. */
export function heldDownload(
  store: Pick<ContentStore, 'files' | 'downloadFile' | 'blobAt'>,
  id: number,
): HeldDownload | null {
  const found = heldDownloads(store).filter(({ record }) => record.entry.item.id === id)
  const served = store.downloadFile(id)
  return found.find(({ file }) => typeof file !== 'string' && file.path === served?.path) ?? found[0] ?? null
}

/** A download as administrators see it. */
export function toldDownload(
  { record, file }: HeldDownload,
  store: Pick<ContentStore, 'changedAt' | 'problems'>,
  count: (id: number) => number,
): AdminDownload {
  const { item, fileType, draft } = record.entry
  const known = typeof file === 'string' ? null : file
  const fileName = known ? known.path.slice(known.path.lastIndexOf('/') + 1) : null
  const ending = fileName?.slice(fileName.lastIndexOf('.') + 1).toUpperCase() ?? ''
  const dates = [store.changedAt(record.path), known && store.changedAt(known.path)].filter((date) => date !== null)
  const problem = store.problems().find(({ path }) => path === record.path)?.message ?? null
  return {
    id: item.id,
    title: item.title,
    description: item.description,
    fileType: fileType ?? ending,
    ownFileType: fileType ?? '',
    fileSize: known?.size ?? 0,
    imageUrl: item.imageUrl,
    imageAlt: item.imageAlt,
    downloadCount: count(item.id),
    draft,
    url: `/downloads/${item.slug}`,
    fileName,
    fileRevision: known?.blob ?? null,
    problem: typeof file === 'string' ? file : problem,
    updatedAt: dates.sort().at(-1) ?? null,
    revision: record.blob,
  }
}
