import { categoryInks, type Inks, ink, paper } from '../../../../server/pages/inks.ts'
import type { Cover } from '../cover.ts'
import { disc, inside, overprint, type Point, ring, stroke, through, times } from '../shapes.ts'
import { halftone } from '../texture.ts'

/** What changes from issue to issue: the ratio of two oscillators, their phase, and the inks. */
interface Turn {
  readonly across: number
  readonly down: number
  readonly phase: number
  readonly inks: Inks
  readonly ground: string
}

const turns: ReadonlyArray<Turn> = [
  { across: 1, down: 2, phase: 0.35, inks: categoryInks.workflow, ground: categoryInks.workflow.base },
  { across: 2, down: 3, phase: 0.3, inks: categoryInks.mastering, ground: categoryInks.mastering.base },
  { across: 3, down: 4, phase: 0.26, inks: categoryInks.composition, ground: categoryInks.composition.base },
  { across: 3, down: 5, phase: 0.1, inks: categoryInks.plugins, ground: categoryInks.plugins.base },
  { across: 4, down: 5, phase: 0.2, inks: categoryInks.live_performance, ground: categoryInks.live_performance.base },
  { across: 5, down: 6, phase: 0.17, inks: categoryInks.audio_effects, ground: categoryInks.audio_effects.base },
]

/** The figure that two oscillators draw on an oscilloscope. */
function figure({ across, down, phase }: Turn, x: number, y: number, reach: number): string {
  const points: Array<Point> = times(1201).map((i) => {
    const t = (i / 1200) * Math.PI * 2
    return [x + reach * Math.sin(across * t + phase * Math.PI), y + reach * Math.sin(down * t)]
  })
  return through(points)
}

function issue(turn: Turn, index: number): Cover {
  return {
    name: `issue-${String(index + 1).padStart(3, '0')}`,
    ground: turn.ground,
    inks: turn.inks,
    draw({ deep, soft, pop }) {
      const [x, y, r] = [800, 450, 392]
      const thick = 42 - index * 4.2
      const marks = times(6).map((i) => disc(118, 450 + (i - 2.5) * 96, 26, i <= index ? paper : deep))
      const shadow = halftone({ x: x - r, y: y - r, width: 2 * r, height: 2 * r }, 18, 45, soft, (px, py) =>
        Math.hypot(px - x, py - y) < r - 14 ? Math.max(0, (px - x + (py - y)) / (2.2 * r)) : 0,
      )
      return [
        disc(x, y, r, deep),
        inside('scope', disc(x, y, r, '#000'), overprint(shadow)),
        stroke(figure(turn, x + 12, y + 12, 262), ink, thick, { opacity: 0.55 }),
        stroke(figure(turn, x, y, 262), index % 2 ? pop : paper, thick),
        ring(x, y, r, paper, 12),
        ...marks,
      ].join('')
    },
  }
}

/** The newsletter's covers: one composition, another pair of oscillators each week. */
export const issueCovers: ReadonlyArray<Cover> = turns.map(issue)
