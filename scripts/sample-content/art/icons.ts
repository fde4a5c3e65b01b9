import { ink, paper, siteInks } from '../../../server/pages/inks.ts'
import { fill, polygon, rect, times } from './shapes.ts'

/** Nine clip slots, one of them playing: the mark of the site, drawn in a square of 26. */
const slots = (attributes: string): string =>
  times(9)
    .map((i) => [(i % 3) * 9, Math.floor(i / 3) * 9, i === 4] as const)
    .map(([x, y, playing]) =>
      playing
        ? rect(x, y, 8, 8, siteInks.base, { rx: 1 }) + fill(polygon([11.5, 10.6, 11.5, 15.4, 15.5, 13]), ink)
        : `<rect x="${x}" y="${y}" width="8" height="8" rx="1" ${attributes}/>`,
    )
    .join('')

/** For browser tabs: the slots follow the tab's own light or dark. */
export const faviconSvg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-1 -1 28 28"><style>@media(prefers-color-scheme:dark){.s{fill:${paper}}}</style>${slots(`class="s" fill="${ink}"`)}</svg>\n`

/** A full square for home screens, the mark within the zone that every mask leaves. */
export const appIconSvg = (size: number): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-11 -11 48 48" width="${size}" height="${size}">${rect(-11, -11, 48, 48, ink)}${slots(`fill="${paper}"`)}</svg>`

/** The small tab icon as a picture, on paper so that it is seen on any tab. */
export const tabIconSvg = (size: number): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-3 -3 32 32" width="${size}" height="${size}">${rect(-3, -3, 32, 32, paper, { rx: 5 })}${slots(`fill="${ink}"`)}</svg>`

/** Wraps PNG files into one ICO file (ICONDIR, one entry each, then the files). */
export function ico(pictures: ReadonlyArray<{ size: number; png: Buffer }>): Buffer {
  const head = Buffer.alloc(6 + 16 * pictures.length)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(pictures.length, 4)
  let offset = head.length
  pictures.forEach(({ size, png }, i) => {
    const at = 6 + 16 * i
    head.writeUInt8(size, at)
    head.writeUInt8(size, at + 1)
    head.writeUInt16LE(1, at + 4)
    head.writeUInt16LE(32, at + 6)
    head.writeUInt32LE(png.length, at + 8)
    head.writeUInt32LE(offset, at + 12)
    offset += png.length
  })
  return Buffer.concat([head, ...pictures.map(({ png }) => png)])
}
