import { createHash } from 'node:crypto'
import type { BigIntStats } from 'node:fs'
import { bytesOf, stampOf, statOf } from '../../platform/disk-reads.ts'
import type { DiskWrites } from '../../platform/disk-writes.ts'
import { shapeError } from '../shape/repository-shape.ts'
import { findEntry, type IndexFile, openIndex, positionOf } from './index-file.ts'

/** The index at one point in time. */
export interface IndexState extends IndexFile {
  /** Modification time of the file, in nanoseconds since 1970; null without a file. */
  modified: bigint | null
  /** Changes whenever the file is replaced or written to. */
  stamp: string | null
}

/**
 * Reads and checks the index; returns `before` when the file has not changed since. Throws a
 * RepositoryShapeError for an index that must not be spliced.
 */
export function readIndex(path: string, before?: IndexState): IndexState {
  const stamp = stampOf(path)
  if (before !== undefined && before.stamp === stamp) return before
  const modified = statOf(path)?.mtimeNs ?? null
  return { ...openIndex(bytesOf(path)), modified, stamp }
}

/**
 * Writes the changed index to a temporary file; the returned function renames it over the old one
 * and keeps the lock. A file changed in the same second as the index may change again unnoticed,
 * which git detects by the index's own time: with such a file, the new index gets the time of the
 * old one.
 */
export async function replaceIndex(
  disk: DiskWrites,
  own: string,
  path: string,
  index: IndexState,
  edits: ReadonlyMap<string, IndexEdit>,
): Promise<() => void> {
  disk.remove(own)
  await disk.create(own, spliceIndex(index, edits))
  if (index.modified !== null && BigInt(index.newest) >= index.modified / 1_000_000_000n)
    disk.setTime(own, index.modified)
  return () => disk.rename(own, path)
}

/**
 * How long the lock must be held after the index was replaced, in milliseconds. `git commit` reads
 * the index before it takes the lock, checks every file in between, and then writes what it has
 * read: a commit that has read the old index must find the lock taken.
 */
export function keepLock(index: IndexFile): number {
  return 5 + index.starts.length / 5000
}

/** The new entry of a path; null removes it. */
export type IndexEdit = { id: string; mode: number; stat: BigIntStats } | null

/**
 * Changes these entries of the index, by path from the root of the work tree; all other entries
 * keep their bytes. Invalidates the cache of trees along the paths; extensions that would be wrong
 * now and that git can rebuild (file system monitor, untracked files, offsets) are dropped.
 */
function spliceIndex(index: IndexFile, edits: ReadonlyMap<string, IndexEdit>): Buffer {
  const { bytes, starts } = index
  const pieces: Array<Buffer> = []
  let copied = 0
  let count = starts.length - 1
  const places = [...edits].map(([path, edit]) => ({ name: Buffer.from(path), edit }))
  places.sort((one, other) => Buffer.compare(one.name, other.name))
  for (const { name, edit } of places) {
    const entry = findEntry(index, name)
    const start = entry?.start ?? starts[positionOf(index, name)]!
    pieces.push(bytes.subarray(copied, start))
    if (edit !== null) pieces.push(entryBytes(name, edit, entry?.assumeUnchanged ?? false))
    copied = entry?.end ?? start
    count += (edit === null ? 0 : 1) - (entry === null ? 0 : 1)
  }
  pieces.push(bytes.subarray(copied, starts.at(-1)!))
  for (const { name, data } of index.extensions) {
    if (name === 'TREE')
      pieces.push(
        extension(
          name,
          invalidateCacheTree(
            data,
            places.map((place) => place.name),
          ),
        ),
      )
    else if (name === 'REUC') pieces.push(extension(name, data))
  }
  const spliced = Buffer.concat([...pieces, Buffer.alloc(20)])
  const body = spliced.subarray(0, -20)
  body.writeUInt32BE(count, 8)
  createHash('sha1').update(body).digest().copy(spliced, body.length)
  return spliced
}

function extension(name: string, data: Buffer): Buffer {
  const header = Buffer.alloc(8)
  header.write(name, 'latin1')
  header.writeUInt32BE(data.length, 4)
  return Buffer.concat([header, data])
}

function entryBytes(
  name: Buffer,
  { id, mode, stat }: NonNullable<IndexEdit>,
  assumeUnchanged: boolean,
): Buffer {
  const bytes = Buffer.alloc((62 + name.length + 8) & ~7)
  const numbers = [
    stat.ctimeNs / 1_000_000_000n,
    stat.ctimeNs % 1_000_000_000n,
    stat.mtimeNs / 1_000_000_000n,
    stat.mtimeNs % 1_000_000_000n,
    stat.dev,
    stat.ino,
    BigInt(mode),
    stat.uid,
    stat.gid,
    stat.size,
  ]
  // Git stores the lower 32 bits of each.
  numbers.forEach((number, at) => {
    bytes.writeUInt32BE(Number(BigInt.asUintN(32, number)), at * 4)
  })
  bytes.write(id, 40, 'hex')
  bytes.writeUInt16BE((assumeUnchanged ? 0x8000 : 0) | Math.min(name.length, 0xfff), 60)
  name.copy(bytes, 62)
  return bytes
}

const idSize = 20

/**
 * Copies the index's cache of trees (extension TREE) and marks every folder on the path to these
 * files as invalid, as git does when it updates an entry. The others stay valid, so that the next
 * `git status` and `git commit` need not compute them again.
 */
function invalidateCacheTree(data: Buffer, names: ReadonlyArray<Buffer>): Buffer {
  if (data.length === 0) return data
  const pieces: Array<Buffer> = []
  const end = copyNode(data, 0, names, pieces)
  if (end !== data.length) throw shapeError('indexDamaged')
  return Buffer.concat(pieces)
}

/**
 * Copies the node at `at` and its children; `changed` are paths relative to its parent, null when
 * none is below it. Returns the end of the node.
 */
function copyNode(
  data: Buffer,
  at: number,
  changed: ReadonlyArray<Buffer>,
  pieces: Array<Buffer>,
): number {
  const nameEnd = data.indexOf(0, at)
  const lineEnd = data.indexOf(0x0a, nameEnd)
  const numbers = /^(-?\d+) (\d+)$/.exec(data.toString('latin1', nameEnd + 1, lineEnd))
  if (nameEnd < 0 || lineEnd < 0 || numbers === null) throw shapeError('indexDamaged')
  let next = lineEnd + 1 + (Number(numbers[1]) < 0 ? 0 : idSize)
  if (changed.length === 0) pieces.push(data.subarray(at, next))
  else pieces.push(data.subarray(at, nameEnd), Buffer.from(`\0-1 ${numbers[2]}\n`, 'latin1'))
  for (let child = Number(numbers[2]); child > 0; child--) {
    const name = data.subarray(next, data.indexOf(0, next))
    next = copyNode(data, next, below(changed, name), pieces)
  }
  return next
}

/** The changed paths in the folder of this name, relative to it. */
function below(changed: ReadonlyArray<Buffer>, folder: Buffer): Array<Buffer> {
  return changed
    .filter(
      (path) => path[folder.length] === 0x2f && path.subarray(0, folder.length).equals(folder),
    )
    .map((path) => path.subarray(folder.length + 1))
}
