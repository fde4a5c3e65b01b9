import { mostPieces } from './most-pieces.ts'

const kept: ReadonlySet<string> = new Set(['VP8X', 'VP8 ', 'VP8L', 'ALPH', 'ANIM', 'ANMF', 'ICCP'])
/** Bits of the `VP8X` flags that say that the file contains EXIF or XMP. */
const promised = 0b0000_1100

/** Removes EXIF, XMP and unknown chunks from a WebP. Null when its structure is invalid. */
export function plainWebp(bytes: Buffer): Buffer | null {
  if (bytes.length < 12) return null
  const end = 8 + bytes.readUInt32LE(4)
  if (end > bytes.length) return null
  const parts: Array<Buffer> = []
  let pieces = 0
  for (const { type, from, to } of webpChunks(bytes.subarray(0, end))) {
    pieces += 1
    if (pieces === mostPieces) return null
    if (!kept.has(type)) continue
    const chunk = Buffer.from(bytes.subarray(from, to))
    if (type === 'VP8X' && chunk.length > 8) chunk[8] = chunk[8]! & ~promised
    parts.push(chunk)
  }
  if (parts.length === 0) return null
  const body = Buffer.concat(parts)
  const head = Buffer.from(bytes.subarray(0, 12))
  head.writeUInt32LE(4 + body.length, 4)
  return Buffer.concat([head, body])
}

/** Whether the encoding is lossless; of an animation, the first frame counts. */
export function isLosslessWebp(bytes: Buffer): boolean {
  for (const { type, from } of webpChunks(bytes)) {
    if (type === 'VP8L') return true
    if (type === 'VP8 ') return false
    // The frame's data chunk follows after 16 bytes of position and flags.
    if (type === 'ANMF') return bytes.toString('latin1', from + 24, from + 28) === 'VP8L'
  }
  return false
}

function* webpChunks(bytes: Buffer): Generator<{ type: string; from: number; to: number }> {
  let from = 12
  for (let piece = 0; piece < mostPieces && from + 8 <= bytes.length; piece += 1) {
    const length = bytes.readUInt32LE(from + 4)
    const to = from + 8 + length + (length % 2)
    if (from + 8 + length > bytes.length) return
    yield { type: bytes.toString('latin1', from, from + 4), from, to: Math.min(to, bytes.length) }
    from = to
  }
}
