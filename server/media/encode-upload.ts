import type { Metadata, Sharp } from 'sharp'
import type { RasterFormat } from '../platform/raster-picture.ts'
import { isLosslessWebp } from './plain-webp.ts'

/** High, because the stored file is the source of all variants. */
const photoQuality = 90

/**
 * Encodes an upload in its own format: upright, sRGB, without metadata, lossless if the source was.
 * Rejects when the picture is damaged.
 */
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
          // Without subsampling, coloured text in a screenshot stays sharp.
          chromaSubsampling: chromaSubsampling === '4:4:4' ? '4:4:4' : '4:2:0',
        })
        .toBuffer()
    case 'png':
      return upright
        .png(
          isPalette ? { compressionLevel: 9, palette: true, dither: 0 } : { compressionLevel: 9 },
        )
        .toBuffer()
    case 'webp':
      return upright
        .webp(
          isLosslessWebp(Buffer.from(source))
            ? { lossless: true }
            : { quality: photoQuality, smartSubsample: true },
        )
        .toBuffer()
    case 'gif':
      return upright.gif({ dither: 0 }).toBuffer()
  }
}
