import { createHash } from 'node:crypto'
import type { RasterFormat } from '../platform/raster-picture.ts'
import {
  type LoadSharp,
  type PictureFacts,
  type PictureFormat,
  safeDecoding,
} from './picture-facts.ts'

/**
 * Widths in pixels that `?w=` returns: a requested width is rounded up, at most to the last one
 * (rulings, section 6).
 */
const variantWidths = [320, 480, 640, 960, 1280, 1920]

type VariantFormat = RasterFormat | 'avif'

/** The variant that answers a request. */
export type VariantPlan =
  | { kind: 'original' }
  | { kind: 'resized'; width: number; format: VariantFormat }

export const contentTypes: Record<PictureFormat | 'avif', string> = {
  avif: 'image/avif',
  gif: 'image/gif',
  jpeg: 'image/jpeg',
  png: 'image/png',
  svg: 'image/svg+xml',
  webp: 'image/webp',
}

/**
 * Selects the variant for a request. Without a width it is the original. Otherwise the width is
 * rounded up to a step, at most the width of the picture, in the smallest format that `Accept`
 * names. An SVG, and an animation that can't be encoded, are always the original.
 */
export function planVariant(
  facts: PictureFacts,
  width: number | null,
  accept: string,
): VariantPlan {
  if (width === null || facts.format === 'svg' || facts.movesWholeOnly) return { kind: 'original' }
  const wanted = Math.min(width, facts.width)
  const step = variantWidths.find((known) => known >= wanted) ?? variantWidths.at(-1)!
  return { kind: 'resized', width: step, format: bestFormat(facts, accept) }
}

function bestFormat({ format, animated }: PictureFacts, accept: string): VariantFormat {
  // sharp can't encode an animated AVIF.
  if (!animated && accepts(accept, 'image/avif')) return 'avif'
  if (accepts(accept, 'image/webp') || format === 'svg') return 'webp'
  return format
}

/**
 * Whether `Accept` names the type itself with a quality above 0. A wildcard does not promise
 * support for a new format.
 */
function accepts(accept: string, type: string): boolean {
  return accept.split(',').some((part) => {
    const [name, ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
    return name === type && !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter))
  })
}

/**
 * AVIF with effort 2 encodes a card of 640 px in about 70 ms on one core. Effort 4 takes four times
 * as long for 4 % fewer bytes; WebP has 70 % more bytes.
 */
const avif = { quality: 50, effort: 2 }
const webp = { quality: 80, smartSubsample: true }
const jpeg = { quality: 80, mozjpeg: true }
const png = { compressionLevel: 9 }

/** Hash of these settings, part of cache names and ETags: changed settings give changed bytes. */
export const encodingId = createHash('sha256')
  .update(JSON.stringify({ avif, webp, jpeg, png }))
  .digest('hex')
  .slice(0, 8)

/**
 * Encodes a picture at most as wide as the source: upright, without EXIF, animated when requested.
 * Rejects when the picture is damaged.
 */
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
