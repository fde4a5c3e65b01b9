import { fstatSync, readSync } from 'node:fs'
import { crc32, inflateSync } from 'node:zlib'
import { createByteCache } from '../byte-cache.ts'
import { createPause } from '../commit-walk.ts'
import { applyDelta } from '../delta.ts'
import { objectId } from '../object-id.ts'
import { RemoteError } from './remote-error.ts'

/** An object in a pack, as its index names it. */
export interface PackedObject {
  id: string
  type: PackedType
  offset: number
  /** Check sum of its bytes in the pack. */
  sum: number
}

export type PackedType = 'commit' | 'tree' | 'blob' | 'tag'

interface Entry {
  offset: number
  end: number
  sum: number
  type: PackedType | null
  base: { offset: number } | { id: string } | null
}

interface Whole {
  type: PackedType
  data: Buffer
}

const types: Readonly<Record<number, PackedType>> = { 1: 'commit', 2: 'tree', 3: 'blob', 4: 'tag' }
const trailerSize = 20
const keptWhole = 32 * 1024 * 1024
/** Larger objects are not taken from a remote: they would not fit into memory beside the site. */
const largestObject = 256 * 1024 * 1024

/** A pack that came from elsewhere and that has no index yet; every object is inflated and named by its own bytes. Throws a RemoteError. */
export async function readPackEntries(file: number): Promise<{
  objects: ReadonlyArray<PackedObject>
  read(object: PackedObject): Buffer
}> {
  const pause = createPause()
  const length = fstatSync(file).size
  const header = piece(file, 0, 12)
  if (length < 12 + trailerSize || header.toString('latin1', 0, 4) !== 'PACK' || header.readUInt32BE(4) !== 2)
    throw damaged('it is no pack')
  const entries = new Map<number, Entry>()
  let offset = 12
  for (let left = header.readUInt32BE(8); left > 0; left--) {
    const entry = scanEntry(file, offset, length - trailerSize)
    entries.set(offset, entry)
    offset = entry.end
    await pause()
  }
  if (offset !== length - trailerSize) throw damaged('it has bytes that belong to nothing')

  const whole = createByteCache<number, Whole>(keptWhole)
  const offsets = new Map<string, number>()
  const wholeAt = (at: number): Whole => {
    const deltas: Array<Entry> = []
    let base: Whole | undefined
    for (let entry = entryAt(at); ; ) {
      base = whole.get(entry.offset)
      if (base !== undefined) break
      if (entry.type !== null) {
        base = { type: entry.type, data: dataOf(file, entry) }
        whole.set(entry.offset, base, base.data.length)
        break
      }
      deltas.push(entry)
      const next = 'offset' in entry.base! ? entry.base.offset : offsets.get(entry.base!.id)
      if (next === undefined) throw new BaseIsLater()
      entry = entryAt(next)
    }
    for (let delta = deltas.pop(); delta !== undefined; delta = deltas.pop()) {
      base = { type: base.type, data: applyDelta(base.data, dataOf(file, delta)) }
      whole.set(delta.offset, base, base.data.length)
    }
    return base
  }
  const entryAt = (at: number): Entry => {
    const entry = entries.get(at)
    if (entry === undefined) throw damaged('a delta in it has no base')
    return entry
  }

  const objects: Array<PackedObject> = []
  // A delta may name a base that stands behind it by its id: those wait for the next pass.
  for (let open = [...entries.values()]; open.length > 0; ) {
    const later: Array<Entry> = []
    for (const entry of open) {
      try {
        const { type, data } = wholeAt(entry.offset)
        const id = objectId(type, data)
        offsets.set(id, entry.offset)
        objects.push({ id, type, offset: entry.offset, sum: entry.sum })
      } catch (error) {
        if (!(error instanceof BaseIsLater)) throw error
        later.push(entry)
      }
      await pause()
    }
    if (later.length === open.length) throw damaged('a delta in it has no base')
    open = later
  }
  return { objects, read: (object) => wholeAt(object.offset).data }
}

class BaseIsLater extends Error {}

function scanEntry(file: number, offset: number, limit: number): Entry {
  const start = piece(file, offset, Math.min(64, limit - offset))
  let at = 0
  const next = (): number => {
    const byte = start[at++]
    if (byte === undefined) throw damaged('it ends too early')
    return byte
  }
  let byte = next()
  const code = (byte >> 4) & 7
  let size = byte & 15
  for (let scale = 16; byte & 0x80; scale *= 128) {
    byte = next()
    size += (byte & 0x7f) * scale
  }
  if (size > largestObject) throw new RemoteError('refused', 'The remote has a file of more than 256 MB.')
  const type = types[code] ?? null
  let base: Entry['base'] = null
  if (code === 6) {
    byte = next()
    let distance = byte & 0x7f
    while (byte & 0x80) {
      byte = next()
      distance = (distance + 1) * 128 + (byte & 0x7f)
    }
    base = { offset: offset - distance }
  } else if (code === 7) {
    base = { id: start.toString('hex', at, at + 20) }
    at += 20
  } else if (type === null) throw damaged('it holds something unknown')
  const dataAt = offset + at
  for (let room = size + Math.ceil(size / 256) + 64; ; room *= 2) {
    const input = piece(file, dataAt, Math.min(room, limit - dataAt))
    const used = inflatedLength(input, size)
    if (used !== null) {
      const end = dataAt + used
      return { offset, end, type, base, sum: crc32(piece(file, offset, end - offset)) }
    }
    if (input.length < room) throw damaged('it ends too early')
  }
}

/** How many bytes of `input` the stream takes that it starts with; null when it goes on behind them. */
function inflatedLength(input: Buffer, size: number): number | null {
  try {
    const { buffer, engine } = inflateSync(input, { info: true, maxOutputLength: size + 1 }) as unknown as {
      buffer: Buffer
      engine: { bytesWritten: number }
    }
    if (buffer.length !== size) throw damaged('an object in it has another size than announced')
    return engine.bytesWritten
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'Z_BUF_ERROR') return null
    throw error instanceof RemoteError ? error : damaged((error as Error).message)
  }
}

function dataOf(file: number, { offset, end }: Entry): Buffer {
  const bytes = piece(file, offset, end - offset)
  let at = 0
  const code = (bytes[0]! >> 4) & 7
  while (bytes[at++]! & 0x80) {}
  if (code === 6) while (bytes[at++]! & 0x80) {}
  if (code === 7) at += 20
  return inflateSync(bytes.subarray(at))
}

function piece(file: number, position: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(Math.max(0, length))
  let filled = 0
  while (filled < bytes.length) {
    const read = readSync(file, bytes, filled, bytes.length - filled, position + filled)
    if (read === 0) break
    filled += read
  }
  return bytes.subarray(0, filled)
}

function damaged(how: string): RemoteError {
  return new RemoteError('protocol', `What the remote sent is damaged: ${how}.`)
}
