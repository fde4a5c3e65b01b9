import type { Inks } from '../../../server/pages/inks.ts'
import { ink, paper } from '../../../server/pages/inks.ts'
import { createRandom, type Random } from './random.ts'
import { rect } from './shapes.ts'
import { specks } from './texture.ts'

export const width = 1600
export const height = 900

/** A cover: its file name without extension, its ground, and how it is drawn. */
export interface Cover {
  readonly name: string
  readonly ground: string
  readonly inks: Inks
  /** Returns SVG markup in a field of 1600 × 900. */
  draw(inks: Inks, random: Random): string
}

/**
 * Specks are bare paper; on paper and on the darkest ink they would look like dirt or stars, so there they nearly
 * have the ground's color.
 */
function speckColor({ ground, inks }: Cover): string {
  if (ground === paper) return '#E4DCCB'
  if (ground === ink) return '#3A3840'
  return ground === inks.deep ? inks.base : paper
}

/** The whole picture as SVG: ground, drawing, and a few specks of bare paper over everything. */
export function coverSvg(cover: Cover): string {
  const random = createRandom(cover.name)
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">`,
    rect(0, 0, width, height, cover.ground),
    cover.draw(cover.inks, random),
    specks(random, { x: 0, y: 0, width, height }, 260, speckColor(cover)),
    '</svg>',
  ].join('')
}
