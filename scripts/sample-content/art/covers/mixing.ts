import { categoryInks, paper } from '../../../../server/pages/inks.ts'
import type { Cover } from '../cover.ts'
import { disc, fill, inside, plot, polyline, rect, stroke, through, times } from '../shapes.ts'
import { halftone } from '../texture.ts'

const inks = categoryInks.mixing

/** How far a kick presses the pad down at x: at once before it, slowly released after it. */
const pressed = (x: number, kick: number): number =>
  x < kick ? 1 / (1 + Math.exp(-(x - kick + 92) / 15)) : x < kick + 60 ? 1 : Math.exp(-((x - kick - 60) ** 1.25) / 1400)

/** A kick drops onto a pad of lines, which gives way and breathes back. */
const sidechain: Cover = {
  name: 'sidechain-that-breathes',
  ground: inks.base,
  inks,
  draw({ soft, deep, pop }) {
    const dip = (x: number) => Math.min(1, pressed(x, 395) + pressed(x, 1395) * 0.94)
    const rows = 19
    const yOf = (row: number, x: number) => {
      const rest = 150 + (row / (rows - 1)) * 720
      const low = 492 + (row / (rows - 1)) * 396
      return rest + (low - rest) * dip(x) + 5 * Math.sin(x / 90 + row * 0.7) * (1 - dip(x))
    }
    const body = fill(through([...plot(0, 1600, 8, (x) => yOf(0, x)), [1600, 900], [0, 900]], true), deep)
    const lines = times(rows).map((row) =>
      stroke(through(plot(-20, 1620, 8, (x) => yOf(row, x))), row % 6 === 0 ? paper : soft, 9),
    )
    return [body, ...lines, disc(395, 268, 205, pop), disc(1395, 268, 205, pop)].join('')
  },
}

/** One disc: above the crossover it splits and moves to the sides, below it stays whole. */
const midSide: Cover = {
  name: 'mid-side-low-end',
  ground: paper,
  inks,
  draw({ base, pop, deep, soft }) {
    const [x, y, r, cut] = [800, 450, 424, 590]
    const side = (id: string, turn: -1 | 1) => {
      const at = x + turn * 118
      const half = rect(turn === 1 ? at + 7 : at - r - 7, 0, r, cut - 14, '#000')
      const bars = times(22).map((i) => {
        const thick = 19 - i * 0.62
        return rect(at + turn * (7 + i * 20) - (turn === -1 ? thick : 0), 0, thick, 900, base)
      })
      return inside(`${id}-half`, half, inside(id, disc(at, y, r, '#000'), rect(0, 0, 1600, 900, soft), ...bars))
    }
    return [
      side('left', -1),
      side('right', 1),
      inside('core', rect(0, cut, 1600, 400, '#000'), disc(x, y, r, deep)),
      stroke(polyline([-20, cut - 7, 1620, cut - 7]), pop, 12, { 'stroke-dasharray': '1 33' }),
    ].join('')
  },
}

/** Six channels, each with its own peak, all under one line that nobody touches. */
const gainStaging: Cover = {
  name: 'gain-staging-in-live',
  ground: inks.deep,
  inks,
  draw({ base, soft, pop }) {
    const levels = [13, 11, 14, 9, 12, 15]
    const meters = levels.flatMap((level, column) =>
      times(20).map((row) => {
        const [x, y] = [112 + column * 238, 838 - row * 36]
        const lit = row < level
        const color = row === level - 1 ? pop : lit ? (row > 9 ? soft : base) : '#16277A'
        return rect(x, y, 186, 23, color)
      }),
    )
    return [
      ...meters,
      rect(0, 62, 1600, 12, pop),
      halftone({ x: 0, y: 74, width: 1600, height: 92 }, 15, 45, pop, (_x, y) => (1 - (y - 74) / 92) ** 2 * 0.72),
    ].join('')
  },
}

/** Covers of the mixing articles. */
export const mixingCovers: ReadonlyArray<Cover> = [sidechain, midSide, gainStaging]
