import { mostPieces } from './most-pieces.ts'

const startOfImage = 0xd8
const endOfImage = 0xd9
const startOfScan = 0xda
const comment = 0xfe
const iccProfile = Buffer.from('ICC_PROFILE\0', 'latin1')

/**
 * Removes EXIF, XMP, IPTC, comments, previews and trailing bytes from a JPEG. Pixels and color
 * profile stay byte for byte. Null when its structure is invalid.
 */
export function plainJpeg(bytes: Buffer): Buffer | null {
  const kept: Array<Buffer> = []
  let at = 0
  for (let piece = 0; at + 1 < bytes.length; piece += 1) {
    if (piece === mostPieces) return null
    if (bytes[at] !== 0xff) return null
    const marker = bytes[at + 1]!
    // Further FF bytes may pad a marker.
    if (marker === 0xff) at += 1
    else if (marker === startOfImage) {
      kept.push(bytes.subarray(at, at + 2))
      at += 2
    } else if (marker === endOfImage) {
      kept.push(bytes.subarray(at, at + 2))
      return Buffer.concat(kept)
    } else {
      if (at + 4 > bytes.length) return null
      const length = bytes.readUInt16BE(at + 2)
      let end = at + 2 + length
      if (length < 2 || end > bytes.length) return null
      const body = bytes.subarray(at + 4, end)
      if (marker === startOfScan) end = endOfScan(bytes, end)
      if (isKept(marker, body)) kept.push(bytes.subarray(at, end))
      at = end
    }
  }
  return null
}

/**
 * Keeps every segment except comments and application data; of these the two that define the colors
 * stay.
 */
function isKept(marker: number, body: Buffer): boolean {
  if (marker === comment) return false
  if (marker < 0xe0 || marker > 0xef) return true
  const application = marker - 0xe0
  if (application === 2) return body.subarray(0, iccProfile.length).equals(iccProfile)
  // JFIF has 14 bytes without a thumbnail.
  if (application === 0) return body.length === 14 && body.toString('latin1', 0, 4) === 'JFIF'
  return application === 14 && body.length === 12 && body.toString('latin1', 0, 5) === 'Adobe'
}

/**
 * Offset of the end of the compressed data: the next marker that is neither an escaped FF nor a
 * restart marker.
 */
function endOfScan(bytes: Buffer, from: number): number {
  for (
    let at = bytes.indexOf(0xff, from);
    at >= 0 && at + 1 < bytes.length;
    at = bytes.indexOf(0xff, at + 1)
  ) {
    const next = bytes[at + 1]!
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at
  }
  return bytes.length
}
