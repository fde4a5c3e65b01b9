import { Resvg } from '@resvg/resvg-js'
import sharp from 'sharp'

/** Renders SVG text as a small PNG with a palette. Uses only the given font files, so that every machine draws the same letters. */
export async function renderPng(svg: string, fontFiles: Array<string> = [], colors = 96): Promise<Buffer> {
  const picture = new Resvg(svg, { font: { loadSystemFonts: false, fontFiles } }).render()
  const raw = { width: picture.width, height: picture.height, channels: 4 as const }
  const pixels = sharp(picture.pixels, { raw })
  return pixels
    .removeAlpha()
    .png({ palette: true, colours: colors, effort: 10, dither: 0, compressionLevel: 9 })
    .toBuffer()
}
