import type { Metadata, Sharp, SharpOptions } from 'sharp'
import { pictureMaxPixels } from '#domain/media.ts'
import { isAnimatedPng } from './plain-png.ts'

/** What can be uploaded. */
export type RasterFormat = 'jpeg' | 'png' | 'gif' | 'webp'
export type PictureFormat = RasterFormat | 'svg'

export interface PictureFacts {
  format: PictureFormat
  /** As shown: the orientation in EXIF is applied. */
  width: number
  height: number
  animated: boolean
  /** It moves, and would stop when it is encoded anew: an animated PNG, or more frames than are held at a time. */
  movesWholeOnly: boolean
  /** The file itself holds the picture turned, and EXIF says so. */
  turned: boolean
}

/** sharp as a function: it is loaded when the first picture needs it, so that a start does not wait for it. */
export type LoadSharp = () => Promise<(bytes: Uint8Array, options?: SharpOptions) => Sharp>

/** The largest file that is looked into; an upload has at most 10 MB. */
const maxFileBytes = 32_000_000

/** Refuses pictures that are damaged or would need too much memory. */
export const safeDecoding = { limitInputPixels: pictureMaxPixels, failOn: 'warning' } satisfies SharpOptions

/** What is in the bytes of a picture, or null when they are none that the site shows. Decodes it once, so that a damaged one is found. */
export async function readPictureFacts(bytes: Uint8Array, loadSharp: LoadSharp): Promise<PictureFacts | null> {
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
    // Whatever sharp says against the bytes, they are no picture for visitors.
    return null
  }
}

/** As shown: upright, one frame. */
export function shownSize({ width, height, pageHeight, orientation = 1 }: Metadata) {
  const shown = { width, height: pageHeight ?? height }
  // Orientations from 5 on lie on their side.
  return orientation >= 5 ? { width: shown.height, height: shown.width } : shown
}

function motion(bytes: Uint8Array, { pages = 1, width, height, pageHeight }: Metadata) {
  const fits = width * (pageHeight ?? height) * pages <= pictureMaxPixels
  return {
    animated: pages > 1 && fits,
    movesWholeOnly:
      (pages > 1 && !fits) || isAnimatedPng(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)),
  }
}

/** The format by its first bytes: a name says nothing, and sharp would also read formats that the site does not show. */
export function rasterFormat(bytes: Uint8Array): RasterFormat | null {
  const head = Buffer.from(bytes.subarray(0, 12)).toString('latin1')
  if (head.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (/^GIF8[79]a/.test(head)) return 'gif'
  return /^RIFF.{4}WEBP/s.test(head) ? 'webp' : null
}

/** Whether the bytes begin as an SVG does, whatever its root element says. */
export function isDrawing(bytes: Uint8Array): boolean {
  return /^<svg[\s/>]/i.test(afterProlog(headOf(bytes)))
}

const headOf = (bytes: Uint8Array) => Buffer.from(bytes.subarray(0, 8192)).toString('utf8')

/** Size of an SVG from its root element. It is never decoded here: browsers draw it, in a sandbox. */
function drawingFacts(bytes: Uint8Array): PictureFacts | null {
  const root = /^<svg(\s[^>]*)>/i.exec(afterProlog(headOf(bytes)))?.[1]
  if (root === undefined) return null
  const attribute = (name: string) => new RegExp(`\\s${name}=["']([^"']{1,100})["']`).exec(root)?.[1]?.trim() ?? ''
  // A length in other units than pixels is no number here; the drawing's own coordinates stand in for it.
  const length = (name: string) => Number(attribute(name).replace(/px$/, ''))
  const [, , boxWidth, boxHeight] = attribute('viewBox').split(/[\s,]+/)
  const width = Math.round(length('width') || Number(boxWidth))
  const height = Math.round(length('height') || Number(boxHeight))
  return width > 0 && height > 0
    ? { format: 'svg', width, height, animated: false, movesWholeOnly: false, turned: false }
    : null
}

/** Takes away what may stand before the root element. In a loop, because a pattern for it all could be made to run for ever. */
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
