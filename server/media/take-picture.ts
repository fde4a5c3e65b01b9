import type { Metadata } from 'sharp'
import { pictureMaxBytes, pictureMaxPixels } from '#domain/media.ts'
import { RefusedError } from '../platform/errors.ts'
import { encodeUpload } from './encode-upload.ts'
import { isDrawing, type LoadSharp, type RasterFormat, rasterFormat, safeDecoding, shownSize } from './picture-facts.ts'
import { plainPicture } from './plain-picture.ts'
import { isAnimatedPng } from './plain-png.ts'

/** A picture as it goes into the repository. */
export interface TakenPicture {
  bytes: Buffer
  format: RasterFormat
  width: number
  height: number
}

/** Encoding anew may make a file this much larger before its own bytes are preferred. */
const toleratedGrowth = 1.1

/**
 * Makes an upload into a picture of the site: known by its bytes, not its name; upright, in sRGB, without EXIF and whatever else hung on it; animations
 * stay. Its size is read from its head before anything is decoded. Throws PictureRefused.
 */
export async function takePicture(source: Uint8Array, loadSharp: LoadSharp): Promise<TakenPicture> {
  if (source.length > pictureMaxBytes) throw new PictureRefused('too-large')
  const format = rasterFormat(source)
  if (format === null) throw notAPicture(source)
  const sharp = await loadSharp()
  // Nothing is decoded for this: a few bytes may promise a thousand million pixels.
  const metadata = await sharp(source, { limitInputPixels: false })
    .metadata()
    .catch((error: unknown) => {
      throw new PictureRefused('damaged', error)
    })
  if (metadata.format !== format) throw new PictureRefused('damaged')
  const { width, height } = shownSize(metadata)
  const frames = metadata.pages ?? 1
  if (width * height > pictureMaxPixels) throw new PictureRefused('too-many-pixels')
  const own = ownBytes(source, format, metadata)
  // What cannot be decoded as a whole keeps its own bytes; its first frame is looked at.
  const movesBeyondUs = isAnimatedPng(Buffer.from(source)) || width * height * frames > pictureMaxPixels
  try {
    if (movesBeyondUs) {
      await sharp(source, safeDecoding).resize({ width: 8, height: 8, fit: 'fill' }).raw().toBuffer()
      if (own === null) throw new PictureRefused('damaged')
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
    throw error instanceof PictureRefused ? error : new PictureRefused('damaged', error)
  }
}

/** The upload's own pixels without all else; null where they would not do: turned, or in colors of print. */
function ownBytes(source: Uint8Array, format: RasterFormat, { orientation = 1, space }: Metadata) {
  if (orientation > 1 || space === 'cmyk') return null
  const plain = plainPicture(source, format)
  return plain && Buffer.from(plain)
}

function notAPicture(source: Uint8Array): PictureRefused {
  if (isDrawing(source)) return new PictureRefused('drawing')
  const head = Buffer.from(source.subarray(0, 12)).toString('latin1')
  return new PictureRefused(/^....ftyp(?:hei|hev|mif1|msf1|avi)/s.test(head) ? 'other-format' : 'no-picture')
}

const kinds = {
  'no-picture': 'picture-format',
  drawing: 'picture-format',
  'other-format': 'picture-format',
  damaged: 'picture-damaged',
  'too-many-pixels': 'picture-size',
  'too-large': 'picture-size',
} as const

const sentences = {
  'no-picture': 'This file is not a picture. Please send a JPG, PNG, GIF or WebP.',
  drawing: 'SVG drawings can not be uploaded. Please send a JPG, PNG, GIF or WebP.',
  'other-format': 'Pictures in HEIC or AVIF can not be uploaded. Please save it as a JPG, PNG or WebP.',
  damaged: 'This picture is damaged or incomplete. Please save it anew and try again.',
  'too-many-pixels': `This picture has too many pixels: at most ${pictureMaxPixels / 1_000_000} million (about 6300 × 6300) are taken. Please make it smaller.`,
  'too-large': `This picture is too large: at most ${pictureMaxBytes / 1024 / 1024} MB are taken.`,
} satisfies Record<keyof typeof kinds, string>

/** Why an upload is refused; the message is a sentence for its sender. */
class PictureRefused extends RefusedError {
  override name = 'PictureRefused'
  readonly kind: (typeof kinds)[keyof typeof kinds]

  constructor(reason: keyof typeof kinds, cause?: unknown) {
    super(sentences[reason], { cause })
    this.kind = kinds[reason]
  }
}
