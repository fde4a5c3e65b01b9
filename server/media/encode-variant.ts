import { createHash } from 'node:crypto'
import { type LoadSharp, safeDecoding } from './picture-facts.ts'
import type { VariantFormat } from './variant-plan.ts'

/**
 * Effort 2 makes a card of 640 px in about 70 ms of one core, at 4 % more bytes than effort 4, which takes four times as long; WebP is 70 %
 * larger than it.
 */
const avif = { quality: 50, effort: 2 }
const webp = { quality: 80, smartSubsample: true }
const jpeg = { quality: 80, mozjpeg: true }
const png = { compressionLevel: 9 }

/** Stands for these settings in cache names and ETags: other settings make other bytes. */
export const encodingId = createHash('sha256')
  .update(JSON.stringify({ avif, webp, jpeg, png }))
  .digest('hex')
  .slice(0, 8)

/** Makes a picture narrower (never wider), upright, without EXIF, and keeps its animation when asked to. Rejects when it is damaged. */
export async function encodeVariant(
  bytes: Uint8Array,
  { width, format, animated }: { width: number; format: VariantFormat; animated: boolean },
  loadSharp: LoadSharp,
): Promise<Buffer> {
  const sharp = await loadSharp()
  const resized = sharp(bytes, { ...safeDecoding, animated })
    .autoOrient()
    .resize({ width, withoutEnlargement: true })
  switch (format) {
    case 'avif':
      return resized.avif(avif).toBuffer()
    case 'webp':
      return resized.webp(webp).toBuffer()
    case 'jpeg':
      return resized.jpeg(jpeg).toBuffer()
    case 'png':
      return resized.png(png).toBuffer()
    case 'gif':
      return resized.gif().toBuffer()
  }
}
