import { closeSync, openSync } from 'node:fs'
import { constants, inflateSync } from 'node:zlib'
import { createByteCache } from '../../platform/byte-cache.ts'
import { openPackIndex, readUpTo } from './pack-index.ts'

export type ObjectType = 'commit' | 'tree' | 'blob' | 'tag'

export interface GitObject {
  type: ObjectType
  data: Buffer
}

export interface Pack {
  /** Offset of an object in this pack, or null. `id` is 20 bytes. */
  find(id: Buffer): number | null
  read(offset: number): GitObject
  /** Size of the object without inflating all of it; for a delta, from its first bytes. */
  size(offset: number): number
  /** Where the compressed data of a blob lies; null for a delta. */
  place(offset: number): PackedBlob | null
  close(): void
}

/** A blob that is stored whole in a pack. */
export interface PackedBlob {
  path: string
  dataAt: number
  size: number
}

/** One read of this size gets an entry's header and a short text, in bytes. */
const firstRead = 4096

const types: Readonly<Record<number, ObjectType>> = { 1: 'commit', 2: 'tree', 3: 'blob', 4: 'tag' }

/** A cache for the bases of deltas, shared by all packs of a reader. */
export const createBaseCache = () =>
  createByteCache<string, GitObject>(16 * 1024 * 1024, 4 * 1024 * 1024)

interface Entry {
  /** Null for a delta. */
  type: ObjectType | null
  base: { offset: number } | { id: Buffer } | null
  size: number
  dataAt: number
  /** The part of the compressed data that was read with the header. */
  start: Buffer
}

/**
 * Opens `path` (without extension) as a pack and its index. `readOther` finds the base of a delta
 * by id when this pack does not contain it; `bases` may be shared between packs.
 */
export function openPack(
  path: string,
  readOther: (id: Buffer) => GitObject,
  bases: ReturnType<typeof createBaseCache>,
): Pack {
  const index = openPackIndex(`${path}.idx`)
  let file: number
  try {
    file = openSync(`${path}.pack`, 'r')
  } catch (error) {
    index.close()
    throw error
  }

  const inflated = (entry: Entry): Buffer => {
    // Doubled for a less efficient compressor.
    for (let room = compressedBound(entry.size); ; room *= 2) {
      const input =
        room <= entry.start.length
          ? entry.start
          : readUpTo(file, entry.dataAt, Math.max(room, entry.start.length))
      try {
        return inflateExactly(input, entry.size)
      } catch (error) {
        const endsEarly = (error as NodeJS.ErrnoException).code === 'Z_BUF_ERROR'
        if (!endsEarly || input.length < Math.max(room, entry.start.length)) throw error
      }
    }
  }

  const read = (offset: number): GitObject => {
    const deltas: Array<{ offset: number; entry: Entry }> = []
    let at = offset
    let object: GitObject | undefined
    while (object === undefined) {
      object = bases.get(`${path}:${at}`)
      if (object !== undefined) break
      const entry = readEntry(file, at)
      if (entry.type !== null) {
        object = { type: entry.type, data: inflated(entry) }
        if (at !== offset) bases.set(`${path}:${at}`, object, object.data.length)
        break
      }
      deltas.push({ offset: at, entry })
      const found = 'offset' in entry.base! ? entry.base.offset : index.find(entry.base!.id)
      if (found === null) object = readOther((entry.base as { id: Buffer }).id)
      else at = found
    }
    for (let step = deltas.length - 1; step >= 0; step--) {
      const delta = deltas[step]!
      object = { type: object.type, data: applyDelta(object.data, inflated(delta.entry)) }
      if (step > 0) bases.set(`${path}:${delta.offset}`, object, object.data.length)
    }
    return object
  }

  return {
    find: index.find,
    read,
    size(offset) {
      const entry = readEntry(file, offset)
      return entry.type === null
        ? deltaResultSize(inflateStart(entry.start.subarray(0, 1024)))
        : entry.size
    },
    place(offset) {
      const { type, dataAt, size } = readEntry(file, offset)
      return type === 'blob' ? { path: `${path}.pack`, dataAt, size } : null
    },
    close() {
      index.close()
      closeSync(file)
    },
  }
}

/** zlib's own bound for the length of compressed data. */
export function compressedBound(size: number): number {
  return size + Math.ceil(size / 256) + 64
}

function readEntry(file: number, offset: number): Entry {
  const bytes = readUpTo(file, offset, firstRead)
  let at = 0
  const next = (): number => {
    const byte = bytes[at++]
    if (byte === undefined) throw new Error('the pack ends in the middle of it')
    return byte
  }
  let byte = next()
  const code = (byte >> 4) & 7
  let size = byte & 15
  for (let scale = 16; byte & 0x80; scale *= 128) {
    byte = next()
    size += (byte & 0x7f) * scale
  }
  const type = types[code] ?? null
  const base = type === null ? readBase() : null
  return { type, base, size, dataAt: offset + at, start: bytes.subarray(at) }

  function readBase(): Entry['base'] {
    if (code === 7) {
      at += 20
      return { id: bytes.subarray(at - 20, at) }
    }
    const baseOffset = code === 6 ? offset - readDistance(next) : 0
    if (baseOffset <= 0) throw new Error('the pack is damaged there')
    return { offset: baseOffset }
  }
}

/**
 * The distance from a delta back to its base. Each further byte starts at one more than the
 * previous could express.
 */
function readDistance(next: () => number): number {
  let byte = next()
  let distance = byte & 0x7f
  while (byte & 0x80) {
    byte = next()
    distance = (distance + 1) * 128 + (byte & 0x7f)
  }
  return distance
}

/** The size of a delta's result, from its first bytes. */
function deltaResultSize(delta: Buffer) {
  return readSize(delta, readSize(delta, 0).next).value
}

/**
 * Applies a git delta (copy and insert instructions) to its base. Throws when they do not match.
 */
function applyDelta(base: Buffer, delta: Buffer): Buffer {
  const source = readSize(delta, 0)
  const target = readSize(delta, source.next)
  if (source.value !== base.length) throw new Error('its delta belongs to another base')
  const result = Buffer.allocUnsafe(target.value)
  let at = target.next
  let filled = 0
  while (at < delta.length) {
    const instruction = delta[at++]!
    if (instruction & 0x80) {
      let offset = 0
      let size = 0
      if (instruction & 0x01) offset = delta[at++]!
      if (instruction & 0x02) offset += delta[at++]! * 0x100
      if (instruction & 0x04) offset += delta[at++]! * 0x10000
      if (instruction & 0x08) offset += delta[at++]! * 0x1000000
      if (instruction & 0x10) size = delta[at++]!
      if (instruction & 0x20) size += delta[at++]! * 0x100
      if (instruction & 0x40) size += delta[at++]! * 0x10000
      if (size === 0) size = 0x10000
      if (offset + size > base.length || filled + size > target.value)
        throw new Error('its delta copies too much')
      base.copy(result, filled, offset, offset + size)
      filled += size
    } else {
      if (
        instruction === 0 ||
        at + instruction > delta.length ||
        filled + instruction > target.value
      )
        throw new Error('its delta contains an unknown instruction')
      delta.copy(result, filled, at, at + instruction)
      at += instruction
      filled += instruction
    }
  }
  if (filled !== target.value) throw new Error('its delta ends too early')
  return result
}

function readSize(delta: Buffer, at: number): { value: number; next: number } {
  let value = 0
  let scale = 1
  let next = at
  for (;;) {
    const byte = delta[next++]
    if (byte === undefined) throw new Error('its delta ends too early')
    value += (byte & 0x7f) * scale
    scale *= 128
    if (byte < 0x80) return { value, next }
  }
}

/**
 * Inflates a stream whose inflated length is known; ignores the rest of `input`. Throws when the
 * stream is damaged or has another length, with code Z_BUF_ERROR when `input` ends too early.
 */
function inflateExactly(input: Uint8Array, size: number): Buffer {
  // A chunk size above the result: zlib is called once, and the result does not retain a larger
  // buffer.
  const data = inflateSync(input, { chunkSize: Math.max(64, size + 1), maxOutputLength: size + 1 })
  if (data.length !== size)
    throw new Error(`it has ${data.length} bytes where ${size} were announced`)
  return data
}

/** The first bytes of a stream, as many as the given part of it yields. */
export function inflateStart(input: Uint8Array): Buffer {
  return inflateSync(input, { finishFlush: constants.Z_SYNC_FLUSH })
}
