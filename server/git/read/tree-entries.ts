import { isUtf8 } from 'node:buffer'
import type { ListedKind } from '../../platform/content-files.ts'
import { RepositoryError } from '../../platform/errors.ts'

/** The position of an entry in the bytes of a tree, from its mode to the end of its id. */
export interface TreeCursor {
  data: Buffer
  start: number
  nameAt: number
  nameEnd: number
  /** Start of the next entry. */
  end: number
}

const idSize = 20

/** The first entry of a tree, or null when it is empty. */
export function firstEntry(data: Buffer): TreeCursor | null {
  return moveTo({ data, start: 0, nameAt: 0, nameEnd: 0, end: 0 }, 0)
}

/** Moves the cursor to the next entry; null at the end of the tree. */
export function nextEntry(cursor: TreeCursor): TreeCursor | null {
  return moveTo(cursor, cursor.end)
}

function moveTo(cursor: TreeCursor, start: number): TreeCursor | null {
  const { data } = cursor
  if (start >= data.length) return null
  let at = start
  while (at < data.length && data[at] !== 0x20) at++
  const nameAt = at + 1
  at = nameAt
  while (at < data.length && data[at] !== 0) at++
  if (at + 1 + idSize > data.length)
    throw new RepositoryError('A folder in the repository is damaged.')
  cursor.start = start
  cursor.nameAt = nameAt
  cursor.nameEnd = at
  cursor.end = at + 1 + idSize
  return cursor
}

/** Moves both cursors past equal entries; null for a tree without further entries. */
export function skipEqual(
  before: TreeCursor,
  after: TreeCursor,
): { before: TreeCursor | null; after: TreeCursor | null } {
  const distance = after.start - before.start
  const limit = before.start + sharedLength(before, after)
  let left: TreeCursor | null = before
  while (left !== null && left.end <= limit) left = nextEntry(left)
  return { before: left, after: moveTo(after, (left?.start ?? before.data.length) + distance) }
}

/**
 * The number of equal bytes. Compares whole chunks natively, because folders of 10,000 entries
 * usually differ in one place.
 */
function sharedLength(before: TreeCursor, after: TreeCursor): number {
  const piece = 4096
  const room = Math.min(before.data.length - before.start, after.data.length - after.start)
  let at = 0
  while (
    at + piece <= room &&
    before.data.compare(
      after.data,
      after.start + at,
      after.start + at + piece,
      before.start + at,
      before.start + at + piece,
    ) === 0
  )
    at += piece
  while (at < room && before.data[before.start + at] === after.data[after.start + at]) at++
  return at
}

/**
 * Compares two entries in git's order: by the bytes of their names, a folder's name with a trailing
 * slash.
 */
export function compareEntries(left: TreeCursor, right: TreeCursor): number {
  const leftLength = left.nameEnd - left.nameAt
  const rightLength = right.nameEnd - right.nameAt
  const length = Math.min(leftLength, rightLength)
  const order = left.data.compare(
    right.data,
    right.nameAt,
    right.nameAt + length,
    left.nameAt,
    left.nameAt + length,
  )
  return order !== 0 ? order : byteAfter(left, length) - byteAfter(right, length)
}

function byteAfter(cursor: TreeCursor, length: number): number {
  if (cursor.nameAt + length < cursor.nameEnd) return cursor.data[cursor.nameAt + length]!
  return isFolder(cursor) ? 0x2f : 0
}

/** Folders have mode 40000, all others a mode that starts with 1. */
export function isFolder(cursor: TreeCursor): boolean {
  return cursor.data[cursor.start] === 0x34
}

/** The entry's mode: `100644`, `100755`, `120000`, `160000`, `40000`. */
export function entryMode(cursor: TreeCursor): string {
  return cursor.data.toString('latin1', cursor.start, cursor.nameAt - 1)
}

export function entryId(cursor: TreeCursor): string {
  return cursor.data.toString('hex', cursor.nameEnd + 1, cursor.end)
}

export function entryName(cursor: TreeCursor): string {
  return decodeName(cursor.data.subarray(cursor.nameAt, cursor.nameEnd))
}

/**
 * A file's name as text; bytes that are not UTF-8 are written as git prints them: a backslash and
 * three octal digits.
 */
export function decodeName(name: Buffer): string {
  if (isUtf8(name)) return name.toString('utf8')
  return Array.from(name, (byte) =>
    byte < 0x80 ? String.fromCharCode(byte) : `\\${byte.toString(8).padStart(3, '0')}`,
  ).join('')
}

/** The kind of an entry with this mode. */
export function kindOfMode(mode: string): ListedKind {
  if (mode.startsWith('12')) return 'link'
  return mode.startsWith('16') ? 'repository' : 'file'
}
