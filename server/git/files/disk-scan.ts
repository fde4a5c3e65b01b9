import { createHash } from 'node:crypto'
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readFileSync,
  readlinkSync,
  readSync,
  realpathSync,
  type Stats,
} from 'node:fs'
import type { ContentFile } from '../../platform/content-files.ts'
import { ifThere } from '../../platform/disk-reads.ts'
import { blobId } from '../../platform/object-id.ts'
import { createTurns } from '../../platform/turns.ts'
import { gitRecords } from '../program/local-git.ts'
import type { Repository } from '../read/open-repository.ts'
import { headCommit } from '../read/refs.ts'
import { listFolder } from '../read/tree.ts'
import { decodeName } from '../read/tree-entries.ts'

/** A content file on disk; `blob` is the id that git gives its bytes. */
export interface DiskFile extends ContentFile {
  /** In seconds since 1970. */
  modified: number
}

export interface DiskState {
  /** In path order. */
  files: ReadonlyArray<DiskFile>
  /** The checked-out commit. */
  head: string | null
  committed: ReadonlyMap<string, ContentFile>
}

/** The id of entries without a blob: an uncommitted nested repository, an unreadable file. */
const noBlob = '0'.repeat(40)

/** The longest time that a scan blocks the event loop, in milliseconds. */
const sliceMs = 4

/**
 * A file that was changed less than this long ago is hashed again, because it may change again with
 * the same timestamp; in milliseconds.
 */
const trustedAfter = 2000

interface Remembered {
  stamp: string
  blob: string
  /** The committed blob, set when the file differs from it only in line ends. */
  committedBlob: string | null
}

/**
 * Returns a function that reads the content folder from disk: plain files, symbolic links (never
 * followed) and nested repositories, without those that git ignores. A file is hashed only when its size or
 * timestamps changed since the last call. Yields to the event loop.
 */
export function createDiskScan(repository: Repository): () => Promise<DiskState> {
  const { objects, prefix, gitDir, commonDir, workTree } = repository
  const root = prefix === '' ? '' : `${prefix}/`
  let remembered = new Map<string, Remembered>()
  let committed: { head: string | null; files: ReadonlyMap<string, ContentFile> } = {
    head: null,
    files: new Map(),
  }

  const committedFiles = (): typeof committed => {
    const head = headCommit(gitDir, commonDir, null)
    if (head !== committed.head) {
      const files = head === null ? [] : listFolder(objects, head, prefix)
      committed = { head, files: new Map(files.map((file) => [file.path, file])) }
    }
    return committed
  }

  return async () => {
    const { head, files: known } = committedFiles()
    const files: Array<DiskFile> = []
    const seen = new Map<string, Remembered>()
    const turns = createTurns(sliceMs)

    const blobOf = (path: string, file: Buffer, stat: Stats): string | null => {
      const stamp = `${stat.size} ${stat.mtimeMs} ${stat.ctimeMs} ${stat.ino}`
      const before = remembered.get(path)
      const expected = known.get(path)?.blob
      let entry = before?.stamp === stamp ? before : undefined
      if (entry === undefined) {
        const blob = hashFile(file)
        if (blob === null) return null
        entry = { stamp, blob, committedBlob: null }
      }
      if (expected !== undefined && expected !== entry.blob && expected !== entry.committedBlob) {
        const same = hashWithoutCarriageReturns(file, stat.size) === expected
        entry = { ...entry, committedBlob: same ? expected : null }
      }
      if (Date.now() - Math.max(stat.mtimeMs, stat.ctimeMs) > trustedAfter) seen.set(path, entry)
      return entry.committedBlob !== null && entry.committedBlob === expected
        ? expected
        : entry.blob
    }

    const idOf = (path: string, file: Buffer, stat: Stats): string | null => {
      if (stat.isSymbolicLink()) return ifReadable(() => hashLink(file))
      return stat.isFile() ? ifReadable(() => blobOf(path, file, stat)) : noBlob
    }

    const isFolder = folderTest()
    for (const name of await namesIn(repository)) {
      if (turns.isDue()) await turns.take()
      const isNested = name.at(-1) === slash
      const path = decodeName(isNested ? name.subarray(0, -1) : name).slice(root.length)
      const file = Buffer.concat([Buffer.from(`${workTree}/`), name])
      const stat = lstatSync(file, { throwIfNoEntry: false })
      if (stat === undefined || !isFolder(file)) continue
      const isRepository = isNested || stat.isDirectory()
      const kind = isRepository ? 'repository' : stat.isSymbolicLink() ? 'link' : 'file'
      const blob = isRepository ? (known.get(path)?.blob ?? noBlob) : idOf(path, file, stat)
      if (blob !== null) files.push({ path, blob, kind, modified: Math.floor(stat.mtimeMs / 1000) })
    }
    remembered = seen
    return { files: files.sort(byPath), head, committed: known }
  }
}

const slash = 0x2f

/**
 * The content files that git sees, by their paths in the work tree: those of the index and new ones
 * that it does not ignore. A nested repository ends with a slash.
 */
async function namesIn(repository: Repository): Promise<Array<Buffer>> {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate']
  const names: Array<Buffer> = []
  for await (const name of gitRecords(repository, [...args, '--', repository.prefix || '.']))
    names.push(name)
  return names
}

/** Whether the folder of a file is one, and not reached by a link. */
function folderTest(): (file: Buffer) => boolean {
  const known = new Map<string, boolean>()
  return (file) => {
    const folder = file.subarray(0, file.lastIndexOf(slash, -2))
    const key = folder.toString('latin1')
    const isFolder =
      known.get(key) ??
      ifThere(() => realpathSync(folder, { encoding: 'buffer' }))?.equals(folder) === true
    known.set(key, isFolder)
    return isFolder
  }
}

/** An unreadable file is listed without an id; reading it throws. */
function ifReadable(hash: () => string | null): string | null {
  try {
    return hash()
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? ''
    if (['ENOENT', 'ENOTDIR', 'EINVAL'].includes(code)) return null
    if (['EACCES', 'EPERM', 'EIO'].includes(code)) return noBlob
    throw error
  }
}

/** Compares the bytes of paths, as git does. UTF-16 order differs only for surrogate pairs. */
export function byPath(left: { path: string }, right: { path: string }): number {
  if (/[\ud800-\udfff]/.test(left.path) || /[\ud800-\udfff]/.test(right.path))
    return Buffer.compare(Buffer.from(left.path), Buffer.from(right.path))
  return left.path < right.path ? -1 : 1
}

/** Line ends of larger files are not converted, in bytes. */
const largestText = 8 * 1024 * 1024

/**
 * Blob id of a file's bytes on disk; null when it is gone or not a plain file. Reads large files in
 * chunks.
 */
function hashFile(path: Buffer): string | null {
  const file = ifThere(
    () => openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0)),
    'ELOOP',
  )
  if (file === null) return null
  try {
    const hash = createHash('sha1').update(`blob ${fstatSync(file).size}\0`)
    const piece = Buffer.allocUnsafe(256 * 1024)
    for (let read = readSync(file, piece); read > 0; read = readSync(file, piece))
      hash.update(piece.subarray(0, read))
    return hash.digest('hex')
  } finally {
    closeSync(file)
  }
}

/**
 * Blob id of a text with CRLF converted to LF, as git stores it under `core.autocrlf`; null when
 * that makes no difference.
 */
function hashWithoutCarriageReturns(path: Buffer, size: number): string | null {
  if (size > largestText) return null
  const text = readFileSync(path).toString('latin1')
  return text.includes('\r\n') ? blobId(Buffer.from(text.replaceAll('\r\n', '\n'), 'latin1')) : null
}

/** Blob id of a symbolic link, whose content is its target. */
function hashLink(path: Buffer) {
  return blobId(readlinkSync(path, 'buffer'))
}
