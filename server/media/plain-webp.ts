import { riffChunks, riffFile } from './riff.ts'

const kept: ReadonlySet<string> = new Set(['VP8X', 'VP8 ', 'VP8L', 'ALPH', 'ANIM', 'ANMF', 'ICCP'])
/** Bits of the `VP8X` flags that say that the file contains EXIF or XMP. */
const promised = 0b0000_1100

/** Removes EXIF, XMP and unknown chunks from a WebP. Null when its structure is invalid. */
export function plainWebp(bytes: Buffer): Buffer | null {
  if (bytes.length < 12) return null
  const end = 8 + bytes.readUInt32LE(4)
  if (end > bytes.length) return null
  const chunks = riffChunks(bytes.subarray(0, end))
  if (!chunks) return null
  const parts: Array<Buffer> = []
  for (const chunk of chunks) {
    if (!kept.has(chunk.type)) continue
    const part = Buffer.from(chunk.bytes)
    if (chunk.type === 'VP8X' && part.length > 8) part[8] = part[8]! & ~promised
    parts.push(part)
  }
  return parts.length === 0 ? null : riffFile('WEBP', parts)
}

/** Whether the encoding is lossless; of an animation, the first frame counts. */
export function isLosslessWebp(file: Buffer): boolean {
  for (const { type, bytes } of riffChunks(file) ?? []) {
    if (type === 'VP8L') return true
    if (type === 'VP8 ') return false
    // The frame's data chunk follows after 16 bytes of position and flags.
    if (type === 'ANMF') return bytes.toString('latin1', 24, 28) === 'VP8L'
  }
  return false
}
