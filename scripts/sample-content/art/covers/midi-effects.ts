import { categoryInks, paper } from '../../../../server/pages/inks.ts'
import type { Cover } from '../cover.ts'
import { disc, fill, type Point, polygon, through, times } from '../shapes.ts'
import { halftone } from '../texture.ts'

const inks = categoryInks.midi_effects

/** A held chord becomes stairs: up, up, up, and down again for as long as the hand stays. */
const arpeggiator: Cover = {
  name: 'arpeggiator-groove-machine',
  ground: inks.soft,
  inks,
  draw({ base, deep, pop }) {
    const steps = [0, 1, 2, 3, 4, 3, 2, 1, 0, 1, 2, 2]
    const [w, d] = [150, 62]
    return steps
      .map((level, i) => ({ level, i }))
      .map(({ level, i }) => {
        const x = -60 + i * w
        const y = 690 - level * 122
        const top = fill(polygon([x, y, x + d, y - d, x + w + d, y - d, x + w, y]), level === 4 ? paper : pop)
        const front = fill(polygon([x, y, x + w, y, x + w, 960, x, 960]), level === 4 ? pop : base)
        const next = steps[i + 1] ?? level
        const side = next < level ? fill(polygon([x + w, y, x + w + d, y - d, x + w + d, 960, x + w, 960]), deep) : ''
        return side + front + top
      })
      .join('')
      .concat(
        halftone(
          { x: 0, y: 560, width: 1600, height: 340 },
          19,
          45,
          deep,
          (_x, y) => Math.max(0, (y - 590) / 330) ** 1.2 * 0.8,
        ),
      )
      .concat(disc(632, 92, 52, deep))
  },
}

/** One seed and what rules make of it: from left to right a circle turns, grows corners and becomes a square. */
const generators: Cover = {
  name: 'midi-generators-and-transformations',
  ground: inks.base,
  inks,
  draw({ deep, soft, pop }, random) {
    const [columns, rows, cell] = [8, 4, 200]
    return times(columns)
      .flatMap((column) =>
        times(rows).map((row) => {
          const [x, y] = [100 + column * cell, 150 + row * cell]
          const progress = column / (columns - 1)
          const power = 2 + 14 * progress ** 2.2
          const size = 84 - 12 * Math.sin(progress * Math.PI)
          const turn = ((progress * (row - 1.5) * Math.PI) / 3.0) * Math.sin(progress * Math.PI)
          const points: Array<Point> = times(96).map((step) => {
            const angle = (step / 96) * Math.PI * 2
            const reach =
              size / (Math.abs(Math.cos(angle)) ** power + Math.abs(Math.sin(angle)) ** power) ** (1 / power)
            return [x + reach * Math.cos(angle + turn), y + reach * Math.sin(angle + turn)]
          })
          const color = random.next() < 0.16 ? pop : random.next() < 0.34 ? soft : (column + row) % 2 ? deep : paper
          const hole = random.next() < 0.42 ? disc(x, y, size * (0.62 - 0.4 * progress), inks.base) : ''
          return fill(through(points, true), color) + hole
        }),
      )
      .join('')
  },
}

/** Covers of the MIDI effects articles. */
export const midiEffectsCovers: ReadonlyArray<Cover> = [arpeggiator, generators]
