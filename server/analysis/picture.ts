import type { Sharp, SharpOptions } from 'sharp'
import { AnalysisError } from '#domain/analysis.ts'

export interface Picture {
  format: 'jpeg' | 'png' | 'gif' | 'webp'
  /** After the EXIF orientation was applied. */
  width: number
  height: number
  /** A new pipeline for the first frame, upright and without transparency. */
  pixels(): Sharp
}

/** The largest file that is decoded, in bytes. */
export const maxPictureBytes = 12_000_000

const safeDecoding = { limitInputPixels: 40_000_000, failOn: 'error' } satisfies SharpOptions

/**
 * Opens a picture by its content, if the site can show its format. Rejects with `AnalysisError`: 'picture' for other
 * content (text, SVG, damaged files) and 'too-large' above 40 million pixels.
 */
export async function readPicture(bytes: Uint8Array): Promise<Picture> {
  if (bytes.length > maxPictureBytes) throw new AnalysisError('too-large', 'This image is too large to be analyzed.')
  const format = rasterFormat(bytes)
  if (!format) throw new AnalysisError('picture', 'Only JPG, PNG, GIF and WebP images can be analyzed.')
  // Loaded with the first picture, so that it does not delay the start.
  const { default: sharp } = await import('sharp')
  const pixels = () => sharp(bytes, safeDecoding).autoOrient().flatten({ background: '#ffffff' })
  try {
    const { width, height, orientation = 1, pageHeight = height } = await sharp(bytes, safeDecoding).metadata()
    // Decodes the picture once to detect damaged files.
    await pixels().resize(8, 8, { fit: 'fill' }).raw().toBuffer()
    // Orientations from 5 on are rotated by 90 degrees.
    const shown = orientation >= 5 ? { width: pageHeight, height: width } : { width, height: pageHeight }
    return { format, ...shown, pixels }
  } catch (error) {
    if (/pixel limit/i.test(String(error)))
      throw new AnalysisError('too-large', 'This image has too many pixels to be analyzed.', error)
    throw new AnalysisError('picture', 'This image is damaged or can not be read.', error)
  }
}

function rasterFormat(bytes: Uint8Array): Picture['format'] | null {
  const head = Buffer.from(bytes.subarray(0, 12)).toString('latin1')
  if (head.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (/^GIF8[79]a/.test(head)) return 'gif'
  return /^RIFF.{4}WEBP/s.test(head) ? 'webp' : null
}
