import { categoryInks, ink, paper } from '../../../../server/pages/inks.ts'
import type { Cover } from '../cover.ts'
import { disc, fill, type Point, polyline, rect, stroke, through, times } from '../shapes.ts'

const inks = categoryInks.composition

/** Rows of a keyboard, the scale printed on them: every chord stands on a lit row but one note, which is shown the way. */
const scaleChords: Cover = {
  name: 'scale-aware-chords',
  ground: inks.base,
  inks,
  draw({ soft, deep, pop }) {
    const rows = 12
    const rowHeight = 900 / rows
    const scale = [0, 2, 3, 5, 7, 8, 10]
    const y = (row: number) => 900 - (row + 1) * rowHeight
    const lit = scale.map((row) => rect(0, y(row), 1600, rowHeight, soft))
    const keys = times(rows).map((row) =>
      rect(0, y(row) + 3, scale.includes(row) ? 190 : 130, rowHeight - 6, scale.includes(row) ? paper : ink),
    )
    const chords: Array<[number, ReadonlyArray<number>, number]> = [
      [262, [0, 3, 7], 270],
      [572, [2, 5, 8], 230],
      [842, [3, 7, 10], 310],
      [1192, [0, 5, 8], 330],
    ]
    const notes = chords.flatMap(([x, list, length], i) =>
      list.map((row) => rect(x, y(row) + 7, length, rowHeight - 14, i === 2 ? pop : deep, { rx: 8 })),
    )
    const stray = rect(1192, y(11) + 7, 330, rowHeight - 14, 'none', {
      stroke: paper,
      'stroke-width': 8,
      'stroke-dasharray': '22 16',
      rx: 8,
    })
    return [
      ...lit,
      ...keys,
      ...notes,
      stray,
      rect(1192, y(10) + 7, 330, rowHeight - 14, pop, { rx: 8 }),
      stroke(polyline([1357, y(11) + rowHeight * 0.5, 1357, y(10) + rowHeight * 0.62]), paper, 9),
      stroke(
        polyline([1333, y(10) + rowHeight * 0.36, 1357, y(10) + rowHeight * 0.66, 1381, y(10) + rowHeight * 0.36]),
        paper,
        9,
      ),
    ].join('')
  },
}

/** Bars of three, four, five and seven beats: they start together at the left edge and drift apart. */
const polymeter: Cover = {
  name: 'polymeter-with-clip-loops',
  ground: paper,
  inks,
  draw({ base, soft, deep, pop }) {
    const [beat, rowHeight, gap] = [54, 132, 124]
    const colors = [base, pop, deep, soft, ink]
    const rows = [3, 4, 5, 7]
    return times(12)
      .map((bar) => {
        const left: Array<Point> = []
        const right: Array<Point> = []
        rows.forEach((length, row) => {
          const y = row * (rowHeight + gap)
          left.push([bar * length * beat, y], [bar * length * beat, y + rowHeight])
          right.push([(bar + 1) * length * beat - 9, y], [(bar + 1) * length * beat - 9, y + rowHeight])
        })
        return fill(through([...left, ...right.reverse()], true), colors[bar % colors.length]!)
      })
      .join('')
  },
}

/** A grid of hits is a pool: one drop of swing, and every step leans away from it. */
const groovePool: Cover = {
  name: 'groove-pool-swing',
  ground: inks.deep,
  inks,
  draw({ base, soft, deep, pop }) {
    const [cx, cy, pitch] = [1066, 405, 47]
    const dots = times(36).flatMap((column) =>
      times(21).map((row) => {
        const [x, y] = [-20 + column * pitch, -18 + row * pitch]
        const away = Math.max(1, Math.hypot(x - cx, y - cy))
        const wave = Math.sin(away / 47 - 0.9) * (0.42 + 0.58 * Math.exp(-away / 520))
        const push = wave * 15
        const color = wave > 0.3 ? (away < 520 ? paper : soft) : wave > -0.12 ? base : '#A1264E'
        return disc(x + ((x - cx) / away) * push, y + ((y - cy) / away) * push, 12.5 + 10.5 * wave, color)
      }),
    )
    return [...dots, disc(cx, cy, 92, deep), disc(cx, cy, 70, pop), disc(cx, cy, 24, paper)].join('')
  },
}

/** Covers of the composition articles. */
export const compositionCovers: ReadonlyArray<Cover> = [scaleChords, polymeter, groovePool]
