import { createHash } from 'node:crypto'
import { shapeError } from '../shape/repository-shape.ts'

/**
 * Git's index as bytes, with the offsets that a splice needs. Only versions 2 and 3 are supported.
 */
export interface IndexFile {
  bytes: Buffer
  version: number
  /** The start of each entry, and the end of the last one. */
  starts: ReadonlyArray<number>
  /** The extensions after the entries, in order. */
  extensions: ReadonlyArray<IndexExtension>
  /** The latest modification time among its entries, in seconds since 1970. */
  newest: number
}

export interface IndexEntry {
  start: number
  end: number
  mode: number
  id: string
  /** Set by `git update-index --assume-unchanged`. */
  assumeUnchanged: boolean
  /** Set in sparse checkouts: the file is not in the work tree. */
  skipWorktree: boolean
}

const headerSize = 12
const idSize = 20
const flagsAt = 60
const fixedSize = 62

const extendedBit = 0x4000
const stageBits = 0x3000
const nameLengthBits = 0x0fff

/**
 * Parses the index file; null stands for a missing file. Throws a RepositoryShapeError for an index
 * that must not be spliced.
 */
export function openIndex(bytes: Buffer | null): IndexFile {
  if (bytes === null)
    return { bytes: emptyIndex(), version: 2, starts: [headerSize], extensions: [], newest: 0 }
  if (bytes.length < headerSize + idSize || bytes.toString('latin1', 0, 4) !== 'DIRC')
    throw shapeError('indexDamaged')
  const version = bytes.readUInt32BE(4)
  if (version !== 2 && version !== 3) throw shapeError('indexVersion', { version: String(version) })
  checkSum(bytes)
  const { starts, newest } = walkEntries(bytes)
  return {
    bytes,
    version,
    starts,
    newest,
    extensions: readExtensions(bytes.subarray(starts.at(-1)!, bytes.length - idSize)),
  }
}

function emptyIndex(): Buffer {
  const bytes = Buffer.alloc(headerSize + idSize)
  bytes.write('DIRC', 'latin1')
  bytes.writeUInt32BE(2, 4)
  return bytes
}

/** Checks the checksum. With `index.skipHash`, git writes zeros instead. */
function checkSum(bytes: Buffer) {
  const sum = bytes.subarray(bytes.length - idSize)
  if (sum.every((byte) => byte === 0)) return
  const actual = createHash('sha1')
    .update(bytes.subarray(0, bytes.length - idSize))
    .digest()
  if (!actual.equals(sum)) throw shapeError('indexDamaged')
}

function walkEntries(bytes: Buffer): { starts: Array<number>; newest: number } {
  const count = bytes.readUInt32BE(8)
  const limit = bytes.length - idSize
  const starts: Array<number> = []
  let newest = 0
  let at = headerSize
  for (let entry = 0; entry < count; entry++) {
    starts.push(at)
    if (at + fixedSize > limit) throw shapeError('indexDamaged')
    const flags = bytes.readUInt16BE(at + flagsAt)
    if ((flags & stageBits) !== 0) throw shapeError('unmerged')
    newest = Math.max(newest, bytes.readUInt32BE(at + 8))
    const end = nameEndOf(bytes, at, flags)
    // One to eight zeros pad an entry to a multiple of eight.
    at += (end - at + 8) & ~7
    if (end < 0 || at > limit) throw shapeError('indexDamaged')
  }
  starts.push(at)
  return { starts, newest }
}

function nameAtOf(start: number, flags: number) {
  return start + fixedSize + ((flags & extendedBit) === 0 ? 0 : 2)
}

function nameEndOf(bytes: Buffer, start: number, flags: number): number {
  const length = flags & nameLengthBits
  const nameAt = nameAtOf(start, flags)
  return length < nameLengthBits ? nameAt + length : bytes.indexOf(0, nameAt)
}

/** The position of the first entry whose name is not before `name` in git's order (by bytes). */
export function positionOf(index: IndexFile, name: Buffer): number {
  let low = 0
  let high = index.starts.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if (Buffer.compare(nameOf(index, middle), name) < 0) low = middle + 1
    else high = middle
  }
  return low
}

/** The name of the entry at a position; empty after the last one. */
function nameOf({ bytes, starts }: IndexFile, position: number): Buffer {
  if (position >= starts.length - 1) return Buffer.alloc(0)
  const start = starts[position]!
  const flags = bytes.readUInt16BE(start + flagsAt)
  return bytes.subarray(nameAtOf(start, flags), nameEndOf(bytes, start, flags))
}

/** The entry of a file, or null when the index does not contain it. */
export function findEntry(index: IndexFile, name: Buffer): IndexEntry | null {
  const position = positionOf(index, name)
  if (!nameOf(index, position).equals(name) || name.length === 0) return null
  const { bytes, starts } = index
  const start = starts[position]!
  const flags = bytes.readUInt16BE(start + flagsAt)
  return {
    start,
    end: starts[position + 1]!,
    mode: bytes.readUInt32BE(start + 24),
    id: bytes.toString('hex', start + 40, start + 40 + idSize),
    assumeUnchanged: (flags & 0x8000) !== 0,
    skipWorktree:
      (flags & extendedBit) !== 0 && (bytes.readUInt16BE(start + fixedSize) & 0x4000) !== 0,
  }
}

/** Whether the index contains a file where this path needs a folder, or a folder at this path. */
export function blocksPath(index: IndexFile, name: Buffer): boolean {
  const below = Buffer.concat([name, Buffer.from('/')])
  if (nameOf(index, positionOf(index, below)).subarray(0, below.length).equals(below)) return true
  for (let at = name.indexOf('/'); at >= 0; at = name.indexOf('/', at + 1))
    if (findEntry(index, name.subarray(0, at)) !== null) return true
  return false
}

/** An optional section of the index after its entries. */
interface IndexExtension {
  /** Four letters. */
  name: string
  data: Buffer
}

/**
 * Reads the extensions after the entries. Throws a RepositoryShapeError for one without which the
 * entries cannot be interpreted.
 */
function readExtensions(bytes: Buffer): Array<IndexExtension> {
  const extensions: Array<IndexExtension> = []
  for (let at = 0; at < bytes.length; ) {
    if (at + 8 > bytes.length) throw shapeError('indexDamaged')
    const name = bytes.toString('latin1', at, at + 4)
    const end = at + 8 + bytes.readUInt32BE(at + 4)
    if (end > bytes.length) throw shapeError('indexDamaged')
    // Readers may ignore unknown extensions only if their name starts with a capital letter.
    if (name === 'link') throw shapeError('splitIndex')
    if (name === 'sdir') throw shapeError('sparse')
    if (!/^[A-Z]/.test(name)) throw shapeError('indexExtension', { name })
    extensions.push({ name, data: bytes.subarray(at + 8, end) })
    at = end
  }
  return extensions
}
