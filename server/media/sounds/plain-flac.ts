import { id3End, type PlainSound } from './sound-format.ts'

const streamInfo = 0
const seekTable = 3

/**
 * Removes comments, pictures and padding from a FLAC (RFC 9639, 8). Null when its structure is
 * invalid.
 */
export function plainFlac(source: Buffer): PlainSound | null {
  const bytes = source.subarray(id3End(source))
  const blocks: Array<Buffer> = []
  let info: Buffer | null = null
  let from = 4
  for (let isLast = false; !isLast; ) {
    const [flags, size] = [bytes.readUInt8(from), bytes.readUIntBE(from + 1, 3)]
    const type = flags & 0x7f
    const to = from + 4 + size
    if (to > bytes.length) return null
    if (type === streamInfo) info = bytes.subarray(from + 4, to)
    if (type === streamInfo || type === seekTable)
      blocks.push(Buffer.from(bytes.subarray(from, to)))
    isLast = (flags & 0x80) !== 0
    from = to
  }
  if (!info || info.length < 34 || (bytes.readUInt16BE(from) & 0xfffe) !== 0xfff8) return null
  blocks.forEach((block, index) => {
    block[0] = (block[0]! & 0x7f) | (index === blocks.length - 1 ? 0x80 : 0)
  })
  const sampleRate = info.readUIntBE(10, 3) >> 4
  const samples = (info[13]! & 0x0f) * 2 ** 32 + info.readUInt32BE(14)
  return {
    bytes: Buffer.concat([Buffer.from('fLaC'), ...blocks, withoutId3v1(bytes.subarray(from))]),
    duration: sampleRate > 0 && samples > 0 ? samples / sampleRate : null,
  }
}

/** Removes the tag of 128 bytes at the end. */
function withoutId3v1(bytes: Buffer): Buffer {
  const start = bytes.length - 128
  return start >= 0 && bytes.toString('latin1', start, start + 3) === 'TAG'
    ? bytes.subarray(0, start)
    : bytes
}
