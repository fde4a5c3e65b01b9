import path, { posix } from 'node:path'
import { unzipSync } from 'fflate'
import type { PackContents } from '#domain/content.ts'
import { downloadMaxBytes } from '#domain/downloads.ts'
import { groupBy } from '#domain/group-by.ts'
import { createDiskCache, createStoredJson } from '../../platform/disk-cache.ts'
import { createKept } from '../../platform/kept.ts'

/** Archives above this size, which only a writer can commit, are not opened. */
const maxBytes = 2 * downloadMaxBytes
/** Limits of a directory: with more entries or longer names, an archive has no list. */
const maxEntries = 10_000
const maxNameCharacters = 1_000_000
/** The number of names that a page shows. */
const shownNames = 300
/** The number of lists in memory; each has some kilobytes. */
const mostKept = 400
/**
 * Part of the name of an entry in the cache: increased when the same archive is listed in another
 * way.
 */
const listingVersion = 1

const signature = 0x04034b50
/** What file managers leave in archives. */
const leftover = /(?:^|\/)(?:__MACOSX(?:\/|$)|\.[^/]*(?:\/|$)|Thumbs\.db$|desktop\.ini$)/i
/** Control characters, and those that turn the direction of a text: no honest name has them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const unfit = /[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ufffd]/

/**
 * Reads what archives contain, from their directories alone: nothing is decompressed. A list is
 * computed once for each blob, and kept in memory and below `cacheDir`. Resolves with null for a
 * file that is no archive, or that exceeds a limit. Rejects when the blob can't be read.
 */
export function createPackContents(parts: {
  read: (blob: string) => Promise<Uint8Array>
  cacheDir: string
  /** Called when the cache on the disk can't be read or written. */
  report: (error: unknown) => void
}) {
  const disk = createDiskCache(path.join(parts.cacheDir, 'packs'), 16_000_000)
  const stored = createStoredJson(disk, parts.report)
  const kept = createKept<PackContents | null>(mostKept)

  return async ({
    fileBlob,
    fileSize,
  }: {
    fileBlob: string
    fileSize: number
  }): Promise<PackContents | null> => {
    if (fileSize > maxBytes) return null
    return kept(fileBlob, () =>
      stored(`${fileBlob}-${listingVersion}`, async () => listArchive(await parts.read(fileBlob))),
    )
  }
}

/**
 * The files that the directory of a zip archive lists; null for other bytes, a damaged directory,
 * and one above the limits.
 */
export function listArchive(bytes: Uint8Array): PackContents | null {
  if (
    bytes.length < 22 ||
    new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true) !== signature
  )
    return null
  const names: Array<string> = []
  let [entries, characters] = [0, 0]
  try {
    unzipSync(bytes, {
      filter({ name }) {
        entries += 1
        characters += name.length
        if (entries > maxEntries || characters > maxNameCharacters)
          throw new RangeError('The directory is too large')
        if (name === '' || unfit.test(name)) throw new RangeError('The directory is damaged')
        names.push(name.replaceAll('\\', '/'))
        return false
      },
    })
  } catch {
    // The bytes come from anybody; a faulty archive is offered without a list.
    return null
  }
  const files = names.filter((name) => !name.endsWith('/') && !leftover.test(name))
  return files.length === 0 ? null : contentsOf(files)
}

function contentsOf(files: ReadonlyArray<string>): PackContents {
  const root = commonFolder(files)
  const inner = files.map((file) => file.slice(root.length))
  const kinds = groupBy(inner, (file) => [/\.([^./]{1,8})$/.exec(file)?.[1]?.toUpperCase() ?? ''])
  const folders = groupBy(inner.slice(0, shownNames), (file) => [posix.dirname(file)])
  return {
    files: files.length,
    kinds: [...kinds]
      .map(([name, all]) => ({ name, count: all.length }))
      .sort((one, other) => other.count - one.count),
    // What lies beside the folders, mostly a README, comes first.
    folders: [...folders]
      .map(([name, all]) => ({
        name: name === '.' ? '' : name,
        files: all.map((file) => posix.basename(file)),
      }))
      .sort((one, other) => Number(one.name !== '') - Number(other.name !== '')),
  }
}

/** The folder that holds every file, with its slash; '' when there is none. */
function commonFolder(files: ReadonlyArray<string>): string {
  const [first = ''] = files
  const folder = first.slice(0, first.indexOf('/') + 1)
  return files.every((file) => file.startsWith(folder)) ? folder : ''
}
