import { join } from 'node:path'
import { bytesOf, stampOf, statOf } from '../../platform/disk-reads.ts'
import type { Permissions } from '../../platform/disk-writes.ts'
import { blobId } from '../../platform/object-id.ts'
import { blocksPath, findEntry, type IndexFile } from '../index/index-file.ts'
import type { ObjectReader } from '../read/objects.ts'
import { shapeError } from '../shape/repository-shape.ts'
import { toCheckout, toStored } from './line-ends.ts'
import type { PreparedFile } from './prepare-commit.ts'
import { UncommittedWorkError } from './write-errors.ts'
import type { PlannedFile } from './write-journal.ts'

export interface WorkTree {
  workTree: string
  objects: ObjectReader
  /** `core.fileMode`: whether the executable bit of files on the disk is significant. */
  fileMode: boolean
}

/** A file on the disk without uncommitted changes. */
export interface CleanFile {
  crlf: boolean
  /** Changes whenever the file does; null when there is none. */
  stamp: string | null
  /** Permission bits; null when there is no file. */
  permissions: number | null
}

/**
 * Checks a file before it is replaced. Throws an UncommittedWorkError unless the disk and the index
 * have exactly the bytes of HEAD (line ends may differ where git converts them).
 */
export async function checkClean(
  place: WorkTree,
  index: IndexFile,
  file: PreparedFile,
): Promise<CleanFile> {
  const refuse = (what: 'edited' | 'deleted' | 'new' | 'staged'): never => {
    throw new UncommittedWorkError(file.contentPath, what)
  }
  const path = join(place.workTree, file.path)
  const stat = statOf(path)
  const name = Buffer.from(file.path)
  const entry = findEntry(index, name)
  if (file.before === null) {
    if (entry !== null || blocksPath(index, name)) refuse('staged')
    if (stat !== null) refuse('new')
    return { crlf: file.lineEnds === 'checkout-crlf', stamp: null, permissions: null }
  }
  if (entry?.skipWorktree === true) throw shapeError('sparse')
  const isExecutable = file.mode === '100755'
  if (entry === null || entry.id !== file.before || ((entry.mode & 0o100) !== 0) !== isExecutable)
    refuse('staged')
  if (stat === null) return refuse('deleted')
  if (!stat.isFile()) refuse('edited')
  const mode = Number(stat.mode)
  if (place.fileMode && ((mode & 0o100) !== 0) !== isExecutable) refuse('edited')
  // Taken first, so that an edit during the comparison changes it.
  const stamp = stampOf(path)
  const bytes = bytesOf(path) ?? refuse('deleted')
  const isSame = blobId(bytes) === file.before
  if (!isSame && !(await isBlob(place.objects, file, bytes, file.before))) refuse('edited')
  return { crlf: !isSame, stamp, permissions: mode & 0o777 }
}

/** Whether git would store these bytes as that blob; null stands for no file. */
export async function isBlob(
  objects: ObjectReader,
  file: Pick<PlannedFile, 'lineEnds' | 'before'>,
  bytes: Buffer | null,
  blob: string | null,
): Promise<boolean> {
  if (bytes === null || blob === null) return bytes === null && blob === null
  if (blobId(bytes) === blob) return true
  if (file.lineEnds === 'keep') return false
  const before = file.before === null ? null : await objects.read(file.before, 'blob')
  return blobId(toStored(bytes, file.lineEnds, before)) === blob
}

/**
 * The permissions of the replaced file; a new file gets the default ones, with the executable bits
 * if its mode has them.
 */
export function permissionsOf({
  permissions,
  mode,
}: {
  permissions: number | null
  mode: string
}): Permissions | undefined {
  if (permissions !== null) return { exact: permissions }
  return mode === '100755' ? { masked: 0o777 } : undefined
}

/** The bytes of the file on the disk. */
export function diskBytes(stored: Buffer, crlf: boolean): Buffer {
  return crlf ? toCheckout(stored, 'checkout-crlf') : stored
}
