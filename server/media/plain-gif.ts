import { mostPieces } from './most-pieces.ts'

const extension = 0x21
const image = 0x2c
const trailer = 0x3b
const graphicControl = 0xf9
const application = 0xff
/**
 * Application blocks that stay: loop count and color profile. Others contain XMP and other
 * metadata.
 */
const keptApplications: ReadonlySet<string> = new Set(['NETSCAPE2.0', 'ANIMEXTS1.0', 'ICCRGBG1012'])

/**
 * Removes comments, text, foreign application blocks and trailing bytes from a GIF. Null when its
 * structure is invalid.
 */
export function plainGif(bytes: Buffer): Buffer | null {
  if (bytes.length < 13) return null
  let at = 13 + paletteSize(bytes[10]!)
  const parts = [bytes.subarray(0, at)]
  for (let piece = 0; at < bytes.length; piece += 1) {
    if (piece === mostPieces) return null
    const kind = bytes[at]!
    if (kind === trailer) return Buffer.concat([...parts, bytes.subarray(at, at + 1)])
    const start = at
    if (kind === extension) {
      const label = bytes[at + 1]
      const end = endOfBlocks(bytes, at + 2)
      if (end === null) return null
      const name = bytes.toString('latin1', at + 3, at + 14)
      if (label === graphicControl || (label === application && keptApplications.has(name)))
        parts.push(bytes.subarray(start, end))
      at = end
    } else if (kind === image && at + 10 < bytes.length) {
      // The frame's palette and one byte with the code size come before its data.
      const end = endOfBlocks(bytes, at + 10 + paletteSize(bytes[at + 9]!) + 1)
      if (end === null) return null
      parts.push(bytes.subarray(start, end))
      at = end
    } else return null
  }
  return null
}

function paletteSize(flags: number) {
  return (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1)
}

/**
 * Offset after a chain of sub-blocks, each with its length first, ended by an empty one; null when
 * the file ends before.
 */
function endOfBlocks(bytes: Buffer, from: number): number | null {
  for (let at = from; at < bytes.length; at += 1 + bytes[at]!) if (bytes[at] === 0) return at + 1
  return null
}
