import { createHash } from 'node:crypto'
import type { BigIntStats } from 'node:fs'
import { invalidateCacheTree } from './cache-tree.ts'
import { findEntry, type IndexFile, positionOf } from './index-file.ts'

/** The new entry of a path; null removes it. */
export type IndexEdit = { id: string; mode: number; stat: BigIntStats } | null

/**
 * Changes these entries of the index, by path from the root of the work tree; all other entries keep their bytes.
 * Invalidates the cache of trees along the paths; extensions that would be wrong now and that git can rebuild (file
 * system monitor, untracked files, offsets) are dropped.
 */
export function spliceIndex(index: IndexFile, edits: ReadonlyMap<string, IndexEdit>): Buffer {
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

function entryBytes(name: Buffer, { id, mode, stat }: NonNullable<IndexEdit>, assumeUnchanged: boolean): Buffer {
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
