import { objectId } from '../../platform/object-id.ts'
import type { ObjectReader } from '../read/objects.ts'
import {
  compareEntries,
  entryId,
  entryMode,
  firstEntry,
  isFolder,
  nextEntry,
  type TreeCursor,
} from '../read/tree-entries.ts'
import { RefusedPathError } from './write-errors.ts'

/** An object to write; `bytes` is its content without the header. */
export interface NewObject {
  type: 'blob' | 'tree' | 'commit'
  id: string
  bytes: Buffer
}

/** The new entry of a tree at a path; null removes it. */
export type TreeEdit = { mode: string; id: string } | null

export function newObject(type: NewObject['type'], bytes: Buffer): NewObject {
  return { type, bytes, id: objectId(type, bytes) }
}

/**
 * The tree with exactly these files changed; every other entry keeps its bytes. New trees are added
 * to `written`. Empty folders are removed. Throws a RefusedPathError when a file and a folder would
 * have the same name.
 */
export function rewriteTree(
  objects: ObjectReader,
  tree: string | null,
  edits: ReadonlyMap<string, TreeEdit>,
  written: Array<NewObject>,
): string {
  return rewriteFolder(objects, tree, edits, written, '') ?? addTree(Buffer.alloc(0), written)
}

function rewriteFolder(
  objects: ObjectReader,
  tree: string | null,
  edits: ReadonlyMap<string, TreeEdit>,
  written: Array<NewObject>,
  folder: string,
): string | null {
  const data = tree === null ? Buffer.alloc(0) : objects.read(tree, 'tree')
  const old = entriesNamed(data, firstNames(edits))
  const changes = [...firstNames(edits)].map(([name, below]) => {
    const entry = old.get(name)
    const path = folder + name
    const file = below.get('')
    if (file !== undefined) {
      if (below.size > 1 || entry?.folder === true)
        throw new RefusedPathError(path, 'a folder has this name')
      return { name, entry, bytes: file === null ? null : entryBytes(file.mode, name, file.id) }
    }
    if (entry?.folder === false)
      throw new RefusedPathError(path, 'a file has the name that its folder needs')
    const id = rewriteFolder(objects, entry?.id ?? null, below, written, `${path}/`)
    return { name, entry, bytes: id === null ? null : entryBytes(entry?.mode ?? '40000', name, id) }
  })
  const bytes = splice(data, changes)
  return bytes.length === 0 ? null : addTree(bytes, written)
}

function addTree(bytes: Buffer, written: Array<NewObject>): string {
  const tree = newObject('tree', bytes)
  written.push(tree)
  return tree.id
}

/**
 * The edits by the first name of their path, each with the rest of the path ('' for the file
 * itself).
 */
function firstNames(edits: ReadonlyMap<string, TreeEdit>): Map<string, Map<string, TreeEdit>> {
  const byName = new Map<string, Map<string, TreeEdit>>()
  for (const [path, edit] of edits) {
    const slash = path.indexOf('/')
    const name = slash < 0 ? path : path.slice(0, slash)
    const below = byName.get(name) ?? new Map<string, TreeEdit>()
    below.set(slash < 0 ? '' : path.slice(slash + 1), edit)
    byName.set(name, below)
  }
  return byName
}

interface OldEntry {
  start: number
  end: number
  mode: string
  id: string
  folder: boolean
}

function entriesNamed(data: Buffer, names: ReadonlyMap<string, unknown>): Map<string, OldEntry> {
  const wanted = [...names.keys()].map((name) => ({ name, bytes: Buffer.from(name) }))
  const found = new Map<string, OldEntry>()
  for (let entry = firstEntry(data); entry !== null; entry = nextEntry(entry))
    for (const { name, bytes } of wanted)
      if (
        entry.nameEnd - entry.nameAt === bytes.length &&
        bytes.equals(data.subarray(entry.nameAt, entry.nameEnd))
      )
        found.set(name, {
          start: entry.start,
          end: entry.end,
          mode: entryMode(entry),
          id: entryId(entry),
          folder: isFolder(entry),
        })
  return found
}

function splice(
  data: Buffer,
  changes: ReadonlyArray<{ entry: OldEntry | undefined; bytes: Buffer | null }>,
): Buffer {
  const cuts = changes.map(({ entry, bytes }) => {
    const start = entry?.start ?? (bytes === null ? data.length : placeFor(data, bytes))
    return { start, end: entry?.end ?? start, bytes: bytes ?? Buffer.alloc(0) }
  })
  // Several new entries at one position are sorted in git's order.
  cuts.sort(
    (one, other) =>
      one.start - other.start || one.end - other.end || compareBytes(one.bytes, other.bytes),
  )
  const pieces: Array<Buffer> = []
  let copied = 0
  for (const { start, end, bytes } of cuts) {
    pieces.push(data.subarray(copied, start), bytes)
    copied = end
  }
  return Buffer.concat([...pieces, data.subarray(copied)])
}

/** The position of a new entry: before the first one that follows it in git's order. */
function placeFor(data: Buffer, bytes: Buffer): number {
  const own = firstEntry(bytes)!
  let entry: TreeCursor | null = firstEntry(data)
  while (entry !== null && compareEntries(entry, own) < 0) entry = nextEntry(entry)
  return entry?.start ?? data.length
}

function compareBytes(one: Buffer, other: Buffer): number {
  const left = firstEntry(one)
  const right = firstEntry(other)
  return left === null || right === null ? one.length - other.length : compareEntries(left, right)
}

function entryBytes(mode: string, name: string, id: string): Buffer {
  return Buffer.concat([Buffer.from(`${mode} ${name}\0`), Buffer.from(id, 'hex')])
}
