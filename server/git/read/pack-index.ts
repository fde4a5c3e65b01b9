import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { RepositoryError } from '../../platform/errors.ts'

const headerSize = 8
const fanOutSize = 256 * 4

/**
 * Ids with the same first byte are cached up to this size in bytes; a larger bucket means a pack of
 * millions of objects.
 */
const largestBucket = 256 * 1024

export interface PackIndex {
  /**
   * Offset of an object in the pack, or null when the pack does not contain it. `id` is 20 bytes.
   */
  find(id: Buffer): number | null
  close(): void
}

/** Opens a pack's index (version 2) and reads only the parts that are needed. */
export function openPackIndex(path: string): PackIndex {
  const file = openSync(path, 'r')
  try {
    const start = readBytes(file, 0, headerSize + fanOutSize)
    if (start.readUInt32BE(0) !== 0xff744f63 || start.readUInt32BE(4) !== 2)
      throw new RepositoryError(`${path} is not a pack index of version 2; "git gc" rewrites it.`)
    return packIndex(file, start.subarray(headerSize))
  } catch (error) {
    closeSync(file)
    throw error
  }
}

function packIndex(file: number, fanOut: Buffer): PackIndex {
  const count = fanOut.readUInt32BE(255 * 4)
  const namesAt = headerSize + fanOutSize
  const offsetsAt = namesAt + count * 24
  const largeOffsetsAt = offsetsAt + count * 4
  const buckets: Array<Buffer | undefined> = new Array(256)

  const bucket = (first: number, from: number, to: number): Buffer => {
    const cached = buckets[first]
    if (cached !== undefined) return cached
    const names = readBytes(file, namesAt + from * 20, (to - from) * 20)
    if (names.length <= largestBucket) buckets[first] = names
    return names
  }

  return {
    find(id) {
      const first = id[0]!
      const from = first === 0 ? 0 : fanOut.readUInt32BE((first - 1) * 4)
      const to = fanOut.readUInt32BE(first * 4)
      if (from === to) return null
      const names = bucket(first, from, to)
      let low = 0
      let high = to - from
      while (low < high) {
        const middle = (low + high) >>> 1
        const order = id.compare(names, middle * 20, middle * 20 + 20)
        if (order === 0) return offset(from + middle)
        if (order < 0) high = middle
        else low = middle + 1
      }
      return null
    },
    close: () => closeSync(file),
  }

  function offset(position: number): number {
    const small = readBytes(file, offsetsAt + position * 4, 4).readUInt32BE(0)
    if (small < 0x80000000) return small
    return Number(readBytes(file, largeOffsetsAt + (small - 0x80000000) * 8, 8).readBigUInt64BE(0))
  }
}

/** Reads a range of an open file. Throws when the file is shorter. */
export function readBytes(file: number, position: number, length: number): Buffer {
  const bytes = readUpTo(file, position, length)
  if (bytes.length < length) throw new Error(`the file ends at ${fstatSync(file).size} bytes`)
  return bytes
}

/** Reads a range of an open file, or less where the file ends. */
export function readUpTo(file: number, position: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length)
  let filled = 0
  while (filled < length) {
    const read = readSync(file, bytes, filled, length - filled, position + filled)
    if (read === 0) break
    filled += read
  }
  return bytes.subarray(0, filled)
}
