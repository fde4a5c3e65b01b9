import type { Metadata, Sharp } from 'sharp'
import type { RasterFormat } from './picture-facts.ts'
import { isLosslessWebp } from './plain-webp.ts'

/** Uploads are the originals of all that is shown later, so they lose as little as can be. */
const photoQuality = 90

/** Encodes an upload in its own format: upright, in sRGB, without metadata, each pixel kept where the format keeps it. Rejects when it is damaged. */
export function encodeUpload(
  picture: Sharp,
  format: RasterFormat,
  { isPalette, chromaSubsampling }: Metadata,
  source: Uint8Array,
): Promise<Buffer> {
  const upright = picture.autoOrient()
  switch (format) {
    case 'jpeg':
      return upright
        .jpeg({
          quality: photoQuality,
          mozjpeg: true,
          // Colored text of a screenshot stays sharp where it was.
          chromaSubsampling: chromaSubsampling === '4:4:4' ? '4:4:4' : '4:2:0',
        })
        .toBuffer()
    case 'png':
      return upright
        .png(isPalette ? { compressionLevel: 9, palette: true, dither: 0 } : { compressionLevel: 9 })
        .toBuffer()
    case 'webp':
      return upright
        .webp(
          isLosslessWebp(Buffer.from(source)) ? { lossless: true } : { quality: photoQuality, smartSubsample: true },
        )
        .toBuffer()
    case 'gif':
      return upright.gif({ dither: 0 }).toBuffer()
  }
}
