import type { PictureFormat, RasterFormat } from './picture-facts.ts'
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
 * The same pixels without what tells about maker, place and time. Null when the file is not built as its format says, so that nobody can tell what is in it. A
 * drawing stays as it is: it is text that its writer sees.
 */
export function plainPicture(bytes: Uint8Array, format: PictureFormat): Uint8Array | null {
  if (format === 'svg') return bytes
  return plain[format](Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
}
