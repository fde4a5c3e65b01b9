import type { Metadata } from 'sharp'
import { pictureMaxBytes, pictureMaxPixels } from '#domain/media.ts'
import { type RasterFormat, rasterFormat, shownSize } from '../platform/raster-picture.ts'
import { encodeUpload } from './encode-upload.ts'
import { UploadRefused } from './media-answer.ts'
import { isDrawing, type LoadSharp, safeDecoding } from './picture-facts.ts'
import { plainPicture } from './plain-picture.ts'
import { isAnimatedPng } from './plain-png.ts'

/** A validated upload, ready for the repository. */
export interface PreparedPicture {
  bytes: Buffer
  format: RasterFormat
  width: number
  height: number
}

/**
 * When the encoded file is larger than the original by more than this factor, the original bytes
 * are used.
 */
const toleratedGrowth = 1.1

/**
 * Validates an upload and prepares it for the repository: format by its bytes, not its name;
 * upright, sRGB, without metadata and trailing bytes; animations stay. Checks the size in the
 * header before it decodes anything. Throws UploadRefused.
 */
export async function preparePicture(
  source: Uint8Array,
  loadSharp: LoadSharp,
): Promise<PreparedPicture> {
  if (source.length > pictureMaxBytes) throw refused('too-large')
  const format = rasterFormat(source)
  if (format === null) throw notAPicture(source)
  const sharp = await loadSharp()
  // Reads only the header: a file of a few bytes may declare a billion pixels.
  const metadata = await sharp(source, { limitInputPixels: false })
    .metadata()
    .catch((error: unknown) => {
      throw refused('damaged', error)
    })
  if (metadata.format !== format) throw refused('damaged')
  const { width, height } = shownSize(metadata)
  const frames = metadata.pages ?? 1
  if (width * height > pictureMaxPixels) throw refused('too-many-pixels')
  const own = ownBytes(source, format, metadata)
  // An animation that can't be decoded as a whole keeps its own bytes; only its first frame is
  // checked.
  const movesBeyondUs =
    isAnimatedPng(Buffer.from(source)) || width * height * frames > pictureMaxPixels
  try {
    if (movesBeyondUs) {
      await sharp(source, safeDecoding)
        .resize({ width: 8, height: 8, fit: 'fill' })
        .raw()
        .toBuffer()
      if (own === null) throw refused('damaged')
      return { bytes: own, format, width, height }
    }
    const encoded = await encodeUpload(
      sharp(source, { ...safeDecoding, animated: frames > 1 }),
      format,
      metadata,
      source,
    )
    const bytes = own !== null && encoded.length > source.length * toleratedGrowth ? own : encoded
    return { bytes, format, width, height }
  } catch (error) {
    throw error instanceof UploadRefused ? error : refused('damaged', error)
  }
}

/** The original bytes without metadata; null when they must be encoded: rotated, or CMYK. */
function ownBytes(source: Uint8Array, format: RasterFormat, { orientation = 1, space }: Metadata) {
  if (orientation > 1 || space === 'cmyk') return null
  const plain = plainPicture(source, format)
  return plain && Buffer.from(plain)
}

function notAPicture(source: Uint8Array): UploadRefused {
  if (isDrawing(source)) return refused('drawing')
  const head = Buffer.from(source.subarray(0, 12)).toString('latin1')
  return refused(/^....ftyp(?:hei|hev|mif1|msf1|avi)/s.test(head) ? 'other-format' : 'no-picture')
}

const reasons = {
  'no-picture': [
    'upload-format',
    'This file is not a picture. Please send a JPG, PNG, GIF or WebP.',
  ],
  drawing: [
    'upload-format',
    'SVG drawings can not be uploaded. Please send a JPG, PNG, GIF or WebP.',
  ],
  'other-format': [
    'upload-format',
    'Pictures in HEIC or AVIF can not be uploaded. Please save it as a JPG, PNG or WebP.',
  ],
  damaged: [
    'upload-damaged',
    'This picture is damaged or incomplete. Please save it anew and try again.',
  ],
  'too-many-pixels': [
    'upload-size',
    `This picture has too many pixels: at most ${pictureMaxPixels / 1_000_000} million (about 6300 × 6300) are taken. Please make it smaller.`,
  ],
  'too-large': [
    'upload-size',
    `This picture is too large: at most ${pictureMaxBytes / 1024 / 1024} MB are taken.`,
  ],
} as const

function refused(reason: keyof typeof reasons, cause?: unknown): UploadRefused {
  const [kind, message] = reasons[reason]
  return new UploadRefused(kind, message, cause)
}
