import type { ContentProblem, Download } from '#domain/content.ts'
import { collatorOf } from '#domain/list-order.ts'
import type { FileRecord } from '../read/file-record.ts'
import { type RecordOf, withoutDuplicates } from './catalog.ts'

/** A download and the file that a visitor gets. */
export interface DownloadFile {
  download: Download
  path: string
  blob: string
}

/**
 * Pairs each `downloads/*.md` with the file beside it: the one that `file:` names, else the one of
 * the same base name. One without its file is left out and reported. Sorted by title, in the
 * language of the site.
 */
export function pairDownloads(
  records: Array<RecordOf<'downloads'>>,
  assets: ReadonlyMap<string, FileRecord>,
  language: string,
) {
  const { compare } = collatorOf(language)
  const { served, problems } = withoutDuplicates(records.filter((record) => !record.entry.draft))
  const downloads: Array<DownloadFile> = []
  for (const record of served) {
    const { item, fileType } = record.entry
    const found = fileBeside(record, assets)
    if (typeof found === 'string') {
      problems.push({ path: record.path, line: record.entry.fileLine, message: found })
      continue
    }
    const ending = found.path.slice(found.path.lastIndexOf('.') + 1).toUpperCase()
    const download = {
      ...item,
      fileType: fileType ?? ending,
      fileSize: found.size ?? 0,
      blob: record.blob,
      fileBlob: found.blob,
    }
    downloads.push({ download, path: found.path, blob: found.blob })
  }
  downloads.sort((left, right) => compare(left.download.title, right.download.title))
  return { downloads, problems } satisfies {
    downloads: Array<DownloadFile>
    problems: Array<ContentProblem>
  }
}

/** The file's record, or why there is none. */
export function fileBeside(
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
