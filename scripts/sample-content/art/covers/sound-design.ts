import { categoryInks, ink, paper } from '../../../../server/pages/inks.ts'
import type { Cover } from '../cover.ts'
import { around, disc, fill, overprint, type Point, plot, stroke, through, times } from '../shapes.ts'
import { halftone } from '../texture.ts'

const inks = categoryInks.sound_design

/** A table of waves: from a plain sine at the back to a torn saw in front, one frame of it chosen. */
const wavetable: Cover = {
  name: 'wavetable-bass-from-scratch',
  ground: inks.deep,
  inks,
  draw({ base, soft, pop, deep }) {
    const frames = 14
    const wave = (phase: number, bend: number) => {
      let sum = 0
      for (let n = 1; n <= 10; n++) sum += (Math.sin(phase * n) / n) * (n === 1 ? 1 : bend)
      return sum
    }
    return times(frames)
      .map((frame) => {
        const depth = frame / (frames - 1)
        const floor = 200 + frame * 53
        const level = (x: number) =>
          floor - (54 + 66 * depth) * wave(((x + frame * 40) / 760) * Math.PI * 2, depth ** 1.4 * 0.92)
        const points = plot(-20, 1620, 4, level)
        const chosen = frame === 9
        const body = fill(through([...points, [1620, 1300], [-20, 1300]], true), chosen ? pop : frame > 9 ? base : deep)
        return (
          body + stroke(through(points), chosen ? ink : frame > 9 ? soft : frame % 2 ? base : soft, chosen ? 10 : 7)
        )
      })
      .join('')
  },
}

/** A bell seen from above while it rings: every circle bent by a faster one. */
const fmBells: Cover = {
  name: 'operator-fm-bells',
  ground: inks.pop,
  inks,
  draw({ base, deep, pop }) {
    const [x, y] = [800, 450]
    const ringed = (radius: number, i: number) =>
      around(x, y, (a) => radius + (3 + i * 3.4) * Math.sin(a * 8 + i * 0.34), 1080)
    const rings = times(17)
      .reverse()
      .map((i) => {
        const d = ringed(60 + i * 40, i)
        if (i === 16) return fill(d, base)
        if (i === 9) return fill(d, deep)
        return stroke(d, i > 9 ? pop : i === 4 ? paper : i % 2 ? base : pop, i > 9 ? 8 : 13 - i * 0.5)
      })
    return [...rings, disc(x, y, 40, pop)].join('')
  },
}

/** The same slow wave three times, none of them quite in tune with the others. */
const driftPads: Cover = {
  name: 'drift-analog-pads',
  ground: inks.soft,
  inks,
  draw({ base, deep, pop }) {
    const ribbon = (level: number, thick: number, length: number, phase: number): ReadonlyArray<Point> => {
      const top = plot(
        -20,
        1620,
        10,
        (x) => level + 120 * Math.sin(x / length + phase) + 26 * Math.sin(x / 91 + phase * 3),
      )
      const bottom = plot(
        -20,
        1620,
        10,
        (x) => level + thick + 105 * Math.sin(x / (length * 1.04) + phase + 0.22) + 20 * Math.sin(x / 97 + phase * 2),
      )
      return [...top, ...bottom.reverse()]
    }
    const dots = halftone({ x: 0, y: 0, width: 1600, height: 900 }, 22, 30, pop, (x, y) => {
      const line = 610 + 130 * Math.sin(x / 262 + 2.5)
      return Math.max(0, 1 - Math.abs(y - line) / 210) ** 0.8 * 0.62
    })
    return [
      fill(through(ribbon(150, 170, 250, 0.4), true), paper),
      overprint(fill(through(ribbon(250, 210, 258, 1.05), true), base)),
      overprint(fill(through(ribbon(470, 150, 246, 1.8), true), '#8E6BE8')),
      dots,
      stroke(
        through(plot(-20, 1620, 10, (x) => 232 + 118 * Math.sin(x / 254 + 0.72) + 22 * Math.sin(x / 94 + 2.2))),
        deep,
        9,
      ),
      stroke(
        through(plot(-20, 1620, 10, (x) => 700 + 118 * Math.sin(x / 254 + 2.1) + 22 * Math.sin(x / 94 + 5.2))),
        deep,
        9,
      ),
    ].join('')
  },
}

/** Covers of the sound design articles. */
export const soundDesignCovers: ReadonlyArray<Cover> = [wavetable, fmBells, driftPads]
