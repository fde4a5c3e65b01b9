import { categoryInks, ink, paper } from '../../../../server/pages/inks.ts'
import type { Cover } from '../cover.ts'
import { disc, fill, inside, overprint, plot, rect, ring, stroke, through, times } from '../shapes.ts'
import { halftone } from '../texture.ts'

const inks = categoryInks.audio_effects

/** One clean wave splits in three; each strand is driven harder, and all of them meet again. */
const roar: Cover = {
  name: 'roar-parallel-saturation',
  ground: inks.deep,
  inks,
  draw({ base, soft, pop }) {
    const split = (x: number) => Math.max(0, Math.sin(Math.min(1, Math.max(0, (x - 210) / 1180)) * Math.PI)) ** 0.62
    const fold = (value: number) => (2 / Math.PI) * Math.asin(Math.sin(value * (Math.PI / 2)))
    const strand = (lane: number, shape: (s: number, drive: number) => number) =>
      through(plot(-30, 1630, 3, (x) => 450 + lane * 268 * split(x) - 96 * shape(Math.sin((x - 800) / 43), split(x))))
    const hard = strand(1, (s, drive) => fold(s * (1 + 2.1 * drive)))
    const clipped = strand(0, (s, drive) => Math.max(-1, Math.min(1, s * (1 + 5 * drive))))
    const clean = strand(-1, (s) => s)
    return [stroke(hard, pop, 30), stroke(clipped, base, 30), stroke(clean, soft, 30)].join('')
  },
}

/** A room inside a room: one half measured stone by stone, the other half only imagined, in dots. */
const hybridReverb: Cover = {
  name: 'hybrid-reverb-spaces',
  ground: paper,
  inks,
  draw({ base, deep, pop, soft }) {
    const [x, floor] = [800, 960]
    const arch = (half: number) => `M${x - half} ${floor}V${500}A${half} ${half} 0 0 1 ${x + half} ${500}V${floor}Z`
    const colors = [deep, base, soft, deep, base, soft, pop]
    const halves = [640, 540, 445, 352, 262, 178, 100]
    const stone = inside(
      'stone',
      rect(0, 0, 800, 900, '#000'),
      rect(0, 0, 800, 900, soft),
      ...halves.map((half, i) => fill(arch(half), colors[i]!)),
    )
    const away = (px: number, py: number) => (py > 500 ? Math.abs(px - x) : Math.hypot(px - x, py - 500))
    const imagined = halftone({ x: 806, y: 0, width: 794, height: 900 }, 21, 45, deep, (px, py) => {
      const a = away(px, py)
      return a < 100
        ? 0
        : 0.26 +
            0.7 * (0.5 + 0.5 * Math.cos(((a - 100) / 92) * Math.PI * 2)) * Math.max(0.12, 1 - (a - 100) / 760) -
            a / 3600
    })
    return [stone, imagined, inside('light', rect(800, 0, 800, 900, '#000'), fill(arch(100), pop))].join('')
  },
}

/** A word thrown into the delay: each repeat lands further away, larger and thinner. */
const echoThrows: Cover = {
  name: 'echo-dub-throws',
  ground: inks.base,
  inks,
  draw({ deep, pop }) {
    const repeats = times(6).map((i) => ({
      i,
      x: 250 + 262 * i,
      y: 600 - 330 * Math.sin((i / 5) * Math.PI * 0.86),
      radius: 252 - i * 24,
    }))
    const later = repeats
      .slice(1)
      .reverse()
      .map(({ x, y, radius, i }) => {
        const color = i % 2 ? deep : pop
        const dots = halftone(
          { x: x - radius, y: y - radius, width: radius * 2, height: radius * 2 },
          24,
          45,
          color,
          (px, py) => (Math.hypot(px - x, py - y) < radius - 12 ? 1 - i * 0.155 : 0),
        )
        return overprint(dots, ring(x, y, radius, color, 26 - i * 4))
      })
    const [first] = repeats
    return [
      ...later,
      disc(first!.x, first!.y, first!.radius + 14, pop),
      disc(first!.x, first!.y, 92, paper),
      disc(first!.x, first!.y, 30, ink),
    ].join('')
  },
}

/** Covers of the audio effects articles. */
export const audioEffectsCovers: ReadonlyArray<Cover> = [roar, hybridReverb, echoThrows]
