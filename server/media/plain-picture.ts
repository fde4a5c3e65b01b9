import { asBuffer } from '../platform/as-buffer.ts'
import type { RasterFormat } from '../platform/raster-picture.ts'
import type { PictureFormat } from './picture-facts.ts'
import { plainGif } from './plain-gif.ts'
import { plainJpeg } from './plain-jpeg.ts'
import { plainPng } from './plain-png.ts'
import { plainWebp } from './plain-webp.ts'

const plain: Readonly<Record<RasterFormat, (bytes: Buffer) => Buffer | null>> = {
  jpeg: plainJpeg,
  png: plainPng,
  gif: plainGif,
  webp: plainWebp,
}

/**
 * Removes metadata (device, place, time) without changing pixels. Null when the structure of the
 * file does not match its format, because metadata could then remain. An SVG stays unchanged: it is
 * text that its author can read.
 */
export function plainPicture(bytes: Uint8Array, format: PictureFormat): Uint8Array | null {
  if (format === 'svg') return bytes
  return plain[format](asBuffer(bytes))
}
