import { createHash } from 'node:crypto'
import type { PackedObject } from './pack-entries.ts'

/** The index (version 2) of a pack with these objects; `trailer` is the pack's own check sum. */
export function packIndexBytes(packed: ReadonlyArray<PackedObject>, trailer: Buffer): Buffer {
  const objects = [...packed].sort((one, other) => (one.id < other.id ? -1 : 1))
  const head = Buffer.from('\xfftOc\0\0\0\x02', 'latin1')
  const fanOut = Buffer.alloc(256 * 4)
  const names = Buffer.alloc(objects.length * 20)
  const sums = Buffer.alloc(objects.length * 4)
  const offsets = Buffer.alloc(objects.length * 4)
  const large: Array<number> = []
  for (const [at, { id, sum, offset }] of objects.entries()) {
    names.write(id, at * 20, 'hex')
    sums.writeUInt32BE(sum, at * 4)
    offsets.writeUInt32BE(offset < 0x80000000 ? offset : 0x80000000 + large.push(offset) - 1, at * 4)
    fanOut.writeUInt32BE(at + 1, names[at * 20]! * 4)
  }
  for (let byte = 1; byte < 256; byte++)
    if (fanOut.readUInt32BE(byte * 4) === 0) fanOut.writeUInt32BE(fanOut.readUInt32BE((byte - 1) * 4), byte * 4)
  const largeOffsets = Buffer.alloc(large.length * 8)
  for (const [at, offset] of large.entries()) largeOffsets.writeBigUInt64BE(BigInt(offset), at * 8)
  const body = Buffer.concat([head, fanOut, names, sums, offsets, largeOffsets, trailer])
  return Buffer.concat([body, createHash('sha1').update(body).digest()])
}
