import type { Metadata, Sharp, SharpOptions } from 'sharp'
import { pictureMaxPixels } from '#domain/media.ts'
import { asBuffer } from '../platform/as-buffer.ts'
import { type RasterFormat, rasterFormat, shownSize } from '../platform/raster-picture.ts'
import { isAnimatedPng } from './plain-png.ts'

export type PictureFormat = RasterFormat | 'svg'

export interface PictureFacts {
  format: PictureFormat
  /** Size as displayed: the EXIF orientation is applied. */
  width: number
  height: number
  animated: boolean
  /**
   * Encoding would lose the animation: an animated PNG, or more frames than the server decodes at
   * once.
   */
  movesWholeOnly: boolean
  /** Whether the pixels are stored rotated, with an EXIF orientation. */
  turned: boolean
}

/**
 * Loads sharp when the first picture needs it, so that the start of the server does not wait for
 * it.
 */
export type LoadSharp = () => Promise<(bytes: Uint8Array, options?: SharpOptions) => Sharp>

/** Larger files are not read; an upload has at most 10 MB. */
const maxFileBytes = 32_000_000

/** Options that reject damaged pictures and those that need too much memory. */
export const safeDecoding = {
  limitInputPixels: pictureMaxPixels,
  failOn: 'warning',
} satisfies SharpOptions

/**
 * Reads format and size, or null when the bytes are not a picture that the site can serve. Decodes
 * the picture once to detect damage.
 */
export async function readPictureFacts(
  bytes: Uint8Array,
  loadSharp: LoadSharp,
): Promise<PictureFacts | null> {
  if (bytes.length > maxFileBytes) return null
  const drawing = drawingFacts(bytes)
  if (drawing) return drawing
  const format = rasterFormat(bytes)
  if (!format) return null
  const sharp = await loadSharp()
  try {
    const metadata = await sharp(bytes, safeDecoding).metadata()
    if (metadata.format !== format) return null
    await sharp(bytes, safeDecoding).resize({ width: 8, height: 8, fit: 'fill' }).raw().toBuffer()
    const turned = (metadata.orientation ?? 1) > 1
    return { format, ...shownSize(metadata), ...motion(bytes, metadata), turned }
  } catch {
    // Whatever the error of sharp is, the file can't be served.
    return null
  }
}

function motion(bytes: Uint8Array, { pages = 1, width, height, pageHeight }: Metadata) {
  const fits = width * (pageHeight ?? height) * pages <= pictureMaxPixels
  return {
    animated: pages > 1 && fits,
    movesWholeOnly: (pages > 1 && !fits) || isAnimatedPng(asBuffer(bytes)),
  }
}

/** Whether the bytes begin like an SVG. */
export function isDrawing(bytes: Uint8Array): boolean {
  return /^<svg[\s/>]/i.test(afterProlog(headOf(bytes)))
}

const headOf = (bytes: Uint8Array) => Buffer.from(bytes.subarray(0, 8192)).toString('utf8')

/** Size of an SVG from the attributes of its root element. The server never decodes an SVG. */
function drawingFacts(bytes: Uint8Array): PictureFacts | null {
  const root = /^<svg(\s[^>]*)>/i.exec(afterProlog(headOf(bytes)))?.[1]
  if (root === undefined) return null
  const attribute = (name: string) =>
    new RegExp(`\\s${name}=["']([^"']{1,100})["']`).exec(root)?.[1]?.trim() ?? ''
  // A length in another unit than px gives NaN; the viewBox is used instead.
  const length = (name: string) => Number(attribute(name).replace(/px$/, ''))
  const [, , boxWidth, boxHeight] = attribute('viewBox').split(/[\s,]+/)
  const width = Math.round(length('width') || Number(boxWidth))
  const height = Math.round(length('height') || Number(boxHeight))
  return width > 0 && height > 0
    ? { format: 'svg', width, height, animated: false, movesWholeOnly: false, turned: false }
    : null
}

/**
 * Removes BOM, XML declaration, comments and doctype before the root element. A loop, because one
 * regular expression for all would backtrack too long.
 */
function afterProlog(text: string): string {
  let rest = text.replace(/^\ufeff/, '').trimStart()
  for (;;) {
    const end = rest.startsWith('<!--')
      ? '-->'
      : rest.startsWith('<?xml')
        ? '?>'
        : /^<!doctype/i.test(rest)
          ? '>'
          : null
    const at = end === null ? -1 : rest.indexOf(end)
    if (end === null || at < 0) return rest
    rest = rest.slice(at + end.length).trimStart()
  }
}
