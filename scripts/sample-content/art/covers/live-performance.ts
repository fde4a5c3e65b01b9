import { categoryInks, paper } from '../../../../server/pages/inks.ts'
import type { Cover } from '../cover.ts'
import { arc, disc, element, fill, polygon, rect, stroke, times } from '../shapes.ts'
import { halftone } from '../texture.ts'

const inks = categoryInks.live_performance

/** A ball that decides where to go next: it skips from clip to clip, and once it stays where it is. */
const followActions: Cover = {
  name: 'follow-actions-live-set',
  ground: inks.base,
  inks,
  draw({ deep, soft, pop }) {
    const slots = times(6).map((i) => {
      const [x, y] = [-70 + i * 296, 640]
      const here = i === 2 || i === 4
      return [
        rect(x, y, 256, 300, here ? pop : i % 2 ? deep : soft, { rx: 26 }),
        fill(polygon([x + 92, y + 72, x + 92, y + 188, x + 186, y + 130]), here ? paper : i % 2 ? inks.base : deep),
      ].join('')
    })
    const hop = (from: number, to: number, tall: number) =>
      `M${from} 580C${from + (to - from) * 0.12} ${580 - tall * 1.3} ${to - (to - from) * 0.12} ${580 - tall * 1.3} ${to} 580`
    const path = [hop(58, 354, 330), hop(354, 650, 380), hop(650, 1242, 560), hop(1242, 1538, 300)]
    return [
      ...slots,
      ...path.map((d) => stroke(d, paper, 16, { 'stroke-dasharray': '1 34' })),
      stroke(arc(650, 462, 96, 215, 505), pop, 22),
      fill(polygon([668, 572, 760, 548, 692, 486]), pop),
      disc(946, 122, 84, paper),
      disc(1538, 566, 40, deep),
      disc(58, 566, 40, deep),
    ].join('')
  },
}

/** Layer upon layer laid under one beam of light. */
const looperLayers: Cover = {
  name: 'looper-layers-on-stage',
  ground: inks.deep,
  inks,
  draw({ base, soft, pop, deep }) {
    const oval = (y: number, rx: number, color: string, line: string, i: number) => {
      const ry = rx * 0.27
      const side = fill(`M${800 - rx} ${y}V${y + 46}A${rx} ${ry} 0 0 0 ${800 + rx} ${y + 46}V${y}Z`, line)
      return side + element('ellipse', { cx: 800, cy: y, rx, ry, fill: color, id: `oval${i}` })
    }
    const layers = times(6).map((i) => {
      const color = [pop, base, soft, base, pop, paper][i]!
      const edge = ['#2C1266', '#B7480A', '#E9A56B', '#B7480A', '#2C1266', '#D8CDBB'][i]!
      return oval(716 - i * 74, 560 - i * 78, color, edge, i)
    })
    const beam = fill('M690 -20L910 -20L1390 726A590 160 0 0 1 210 726Z', '#6E2A08')
    const grain = halftone({ x: 180, y: 0, width: 1240, height: 760 }, 20, 30, base, (x, y) => {
      const half = 110 + (y / 726) * 490
      const edge = 1 - Math.abs(x - 800) / half
      return edge <= 0 ? 0 : Math.min(1, edge * 1.6) * (0.66 - y / 1500)
    })
    const groove = [0, 1, 2].map((i) =>
      element('ellipse', {
        cx: 800,
        cy: 346,
        rx: 140 - i * 40,
        ry: (140 - i * 40) * 0.27,
        fill: 'none',
        stroke: deep,
        'stroke-width': 6,
      }),
    )
    return [beam, grain, ...layers, ...groove].join('')
  },
}

/** Covers of the live performance articles. */
export const livePerformanceCovers: ReadonlyArray<Cover> = [followActions, looperLayers]
