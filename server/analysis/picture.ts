import type { Sharp, SharpOptions } from 'sharp'
import { AnalysisError } from '#domain/analysis.ts'
import { type RasterFormat, rasterFormat, shownSize } from '../platform/raster-picture.ts'

export interface Picture {
  format: RasterFormat
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
 * Opens a picture by its content, if the site can show its format. Rejects with `AnalysisError`:
 * 'picture' for other content (text, SVG, damaged files) and 'too-large' above 40 million pixels.
 */
export async function readPicture(bytes: Uint8Array): Promise<Picture> {
  if (bytes.length > maxPictureBytes)
    throw new AnalysisError('too-large', 'This image is too large to be analyzed.')
  const format = rasterFormat(bytes)
  if (!format)
    throw new AnalysisError('picture', 'Only JPG, PNG, GIF and WebP images can be analyzed.')
  // Loaded with the first picture, so that it does not delay the start.
  const { default: sharp } = await import('sharp')
  const pixels = () => sharp(bytes, safeDecoding).autoOrient().flatten({ background: '#ffffff' })
  try {
    const metadata = await sharp(bytes, safeDecoding).metadata()
    // Decodes the picture once to detect damaged files.
    await pixels().resize(8, 8, { fit: 'fill' }).raw().toBuffer()
    return { format, ...shownSize(metadata), pixels }
  } catch (error) {
    if (/pixel limit/i.test(String(error)))
      throw new AnalysisError('too-large', 'This image has too many pixels to be analyzed.', error)
    throw new AnalysisError('picture', 'This image is damaged or can not be read.', error)
  }
}
