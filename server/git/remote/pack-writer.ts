import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { deflate } from 'node:zlib'
import type { ObjectReader } from '../objects.ts'
import type { ObjectName } from './remote.ts'

const compress = promisify(deflate)

const codes = { commit: 1, tree: 2, blob: 3 } as const

/** A pack of these objects, piece by piece: one object at a time is in memory. None is written as a delta. */
export async function* packOf(objects: ObjectReader, names: ReadonlyArray<ObjectName>): AsyncGenerator<Buffer> {
  const hash = createHash('sha1')
  const header = Buffer.from('PACK\0\0\0\x02\0\0\0\0', 'latin1')
  header.writeUInt32BE(names.length, 8)
  hash.update(header)
  yield header
  for (const { id, type } of names) {
    const data = objects.read(id, type)
    const piece = Buffer.concat([entryHeader(codes[type], data.length), await compress(data)])
    hash.update(piece)
    yield piece
  }
  yield hash.digest()
}

/** Type and size in seven bits a byte, four in the first. */
function entryHeader(code: number, size: number): Buffer {
  const bytes = [(code << 4) | (size & 15)]
  for (let rest = Math.floor(size / 16); rest > 0; rest = Math.floor(rest / 128)) {
    bytes[bytes.length - 1]! |= 0x80
    bytes.push(rest & 0x7f)
  }
  return Buffer.from(bytes)
}
