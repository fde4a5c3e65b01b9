import { mostPieces } from './most-pieces.ts'

const signatureLength = 8

/** Chunks that define the pixels; all others (text, EXIF, times, private chunks) are removed. */
const kept = new Set([
  'IHDR',
  'PLTE',
  'IDAT',
  'IEND',
  'tRNS',
  'gAMA',
  'cHRM',
  'sRGB',
  'iCCP',
  'cICP',
  'mDCV',
  'cLLI',
  'sBIT',
  'bKGD',
  'hIST',
  'pHYs',
  'acTL',
  'fcTL',
  'fdAT',
])

/**
 * Removes text, EXIF, times and trailing bytes from a PNG, also an animated one. Null when its
 * structure is invalid.
 */
export function plainPng(bytes: Buffer): Buffer | null {
  const parts = [bytes.subarray(0, signatureLength)]
  for (const { type, from, to } of pngChunks(bytes)) {
    if (kept.has(type)) parts.push(bytes.subarray(from, to))
    if (type === 'IEND') return Buffer.concat(parts)
  }
  return null
}

/** Whether a PNG is animated, which sharp does not report. */
export function isAnimatedPng(bytes: Buffer): boolean {
  if (bytes.toString('latin1', 1, 4) !== 'PNG') return false
  for (const { type } of pngChunks(bytes)) {
    if (type === 'acTL') return true
    if (type === 'IDAT') return false
  }
  return false
}

function* pngChunks(bytes: Buffer): Generator<{ type: string; from: number; to: number }> {
  let from = signatureLength
  for (let piece = 0; piece < mostPieces && from + 12 <= bytes.length; piece += 1) {
    const to = from + 12 + bytes.readUInt32BE(from)
    if (to > bytes.length) return
    yield { type: bytes.toString('latin1', from + 4, from + 8), from, to }
    from = to
  }
}
