import { categoryInks, paper } from '../../../../server/pages/inks.ts'
import type { Cover } from '../cover.ts'
import { inside, plot, rect, stroke, through, times } from '../shapes.ts'
import { halftone } from '../texture.ts'

const inks = categoryInks.mastering

/** Devices linked like a chain, each one holding the next; the signal runs through all of them. */
const chain: Cover = {
  name: 'stock-mastering-chain',
  ground: inks.soft,
  inks,
  draw({ base, deep, pop }) {
    const colors = [deep, pop, base, deep, pop, base]
    const link = (i: number) =>
      rect(-190 + i * 350, 178 + (i % 2) * 90, 500, 430, 'none', { rx: 215, stroke: colors[i]!, 'stroke-width': 96 })
    const links = times(6).map(link)
    // A link lies under its neighbor at the upper crossing and over it at the lower one.
    const over = times(5).map((i) => inside(`over${i}`, rect(110 + i * 350, 440, 260, 420, '#000'), link(i)))
    const trace = plot(-20, 1620, 5, (x) => {
      const calm = 1 - x / 2100
      return 452 - (150 * calm * (0.35 + 0.65 * Math.abs(Math.sin(x / 210))) + 12) * Math.sin(x / 13)
    })
    return [stroke(through(trace), paper, 8), ...links, ...over].join('')
  },
}

/** The same music twice under one ceiling: alive on the left, a flat slab on the right. */
const loudness: Cover = {
  name: 'loudness-without-regret',
  ground: inks.base,
  inks,
  draw({ deep, soft, pop }, random) {
    const bars = times(25).map((i) => {
      const tall = 70 + 600 * Math.abs(Math.sin(i * 0.27 + 0.35)) ** 1.5 * (0.72 + 0.28 * random.next())
      return rect(24 + i * 44, 900 - tall, 29, tall + 30, i % 5 === 2 ? paper : soft, { rx: 14.5 })
    })
    return [
      ...bars,
      rect(1130, 150, 500, 760, deep),
      ...times(11).map((i) => rect(1130 + i * 44, 196, 29, 720, inks.base, { rx: 14.5, opacity: 0.4 })),
      rect(0, 122, 1600, 28, pop),
      halftone({ x: 1130, y: 0, width: 470, height: 122 }, 17, 45, pop, (_x, y) => (y / 122) ** 1.5 * 0.8),
    ].join('')
  },
}

/** Covers of the mastering articles. */
export const masteringCovers: ReadonlyArray<Cover> = [chain, loudness]
