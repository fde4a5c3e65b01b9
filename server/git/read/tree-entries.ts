import { isUtf8 } from 'node:buffer'
import type { ListedKind } from '../../platform/content-files.ts'
import { RepositoryError } from '../../platform/errors.ts'

/**
 * The entries of a tree by their names: texts with a character for each byte. An entry is the mode,
 * a space, and the bytes of the id in the same way.
 */
export type TreeEntries = Map<string, string>

/** A file, symbolic link or nested repository in a tree. */
export interface TreeFile {
  mode: string
  id: string
}

const idSize = 20

/** Reads the bytes of a tree. */
export function entriesIn(data: Buffer): TreeEntries {
  const text = data.toString('latin1')
  const entries: TreeEntries = new Map()
  for (let at = 0; at < text.length; ) {
    const nameAt = text.indexOf(' ', at) + 1
    const end = text.indexOf('\0', nameAt)
    const next = end + 1 + idSize
    if (nameAt === 0 || end < 0 || next > text.length)
      throw new RepositoryError('A folder in the repository is damaged.')
    entries.set(text.slice(nameAt, end), text.slice(at, nameAt) + text.slice(end + 1, next))
    at = next
  }
  return entries
}

/** The bytes of a tree, with its entries in git's order: a folder as if its name ended in `/`. */
export function treeBytes(entries: TreeEntries): Buffer {
  const sorted = [...entries]
    .map(([name, entry]) => ({
      name,
      entry,
      place: isFolder(entry) ? `${name}/` : name,
    }))
    .sort((one, other) => (one.place < other.place ? -1 : 1))
    .map(({ name, entry }) => `${entry.slice(0, -idSize)}${name}\0${entry.slice(-idSize)}`)
  return Buffer.from(sorted.join(''), 'latin1')
}

/** Folders have mode 40000, all others a mode that starts with 1. */
export const isFolder = (entry: string): boolean => entry.startsWith('4')

export function fileOf(entry: string): TreeFile {
  const id = Buffer.from(entry.slice(-idSize), 'latin1').toString('hex')
  return {
    mode: entry.slice(0, -idSize - 1),
    id,
  }
}

export function entryOf({ mode, id }: TreeFile): string {
  return `${mode} ${Buffer.from(id, 'hex').toString('latin1')}`
}

/** The name of an entry, as the keys of entries are written. */
export const entryName = (name: string): string => Buffer.from(name).toString('latin1')

/** The name of an entry by its key; null when it is not UTF-8. */
export function nameIn(key: string): string | null {
  const name = Buffer.from(key, 'latin1')
  return isUtf8(name) ? name.toString('utf8') : null
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
