import { posix } from 'node:path'
import type { Download } from '#domain/content.ts'
import { collatorOf } from '#domain/list-order.ts'
import type { FileRecord, RecordOf } from '../read/file-record.ts'
import { withoutDuplicates } from './duplicates.ts'

/** A download and the file that a visitor gets. */
export interface DownloadFile {
  download: Download
  path: string
  blob: string
}

/** The record of a download's `.md`, and its file or the reason why there is none. */
export interface DownloadRecords {
  record: RecordOf<'downloads'>
  file: FileRecord | string
}

/**
 * Pairs each `downloads/*.md` with the file beside it: the one that `file:` names, else the one of
 * the same base name. Of those that are no drafts, one without its file is left out and reported.
 * Sorted by title, in the language of the site.
 */
export function pairDownloads(files: Iterable<FileRecord>, language: string) {
  const { compare } = collatorOf(language)
  const assets = new Map<string, FileRecord>()
  const records: Array<RecordOf<'downloads'>> = []
  for (const record of files) {
    if (record.entry?.kind === 'downloads') records.push(record as RecordOf<'downloads'>)
    else if (record.size !== undefined) assets.set(record.path, record)
  }
  const all = records
    .map((record): DownloadRecords => ({ record, file: fileBeside(record, assets) }))
    .sort((one, other) => compare(one.record.entry.item.title, other.record.entry.item.title))
  const finished = records.filter(({ entry }) => !entry.draft)
  const { served, problems } = withoutDuplicates(finished)
  const downloads: Array<DownloadFile> = []
  for (const { record, file } of all.filter((one) => served.includes(one.record))) {
    const { path, blob, entry } = record
    if (typeof file === 'string') problems.push({ path, line: entry.fileLine, message: file })
    else
      downloads.push({
        download: {
          ...entry.item,
          fileType: entry.fileType ?? endingOf(file),
          fileSize: file.size ?? 0,
          blob,
          fileBlob: file.blob,
        },
        path: file.path,
        blob: file.blob,
      })
  }
  return { all, downloads, problems }
}

/** The extension of a file, as the site shows it. */
export const endingOf = ({ path }: Pick<FileRecord, 'path'>) =>
  posix.extname(path).slice(1).toUpperCase()

/** The file's record, or why there is none. */
function fileBeside(
  { path, entry }: RecordOf<'downloads'>,
  assets: ReadonlyMap<string, FileRecord>,
): FileRecord | string {
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  if (entry.file !== null) {
    const named = assets.get(folder + entry.file)
    return named && !named.faults ? named : `The file '${entry.file}' is not beside this one`
  }
  const base = path.slice(folder.length, -'.md'.length)
  const beside = [...assets.values()].filter((asset) => {
    const name = asset.path.slice(folder.length)
    const ending = name.lastIndexOf('.')
    return (
      asset.path.startsWith(folder) && !asset.faults && ending > 0 && name.slice(0, ending) === base
    )
  })
  const [only] = beside
  if (!only) return `No file named '${base}' with another ending is beside this one`
  return beside.length === 1
    ? only
    : `Several files are named '${base}'; say which one with 'file:'`
}
