import { categoryInks, ink, paper } from '../../../../server/pages/inks.ts'
import { fill, type Point, rect, stroke, through, times } from '../shapes.ts'
import { arrowHead, curve, type Diagram, faint, line, quiet, words } from './diagram.ts'

/** A smooth curve through a few points, as steps of a raised cosine. */
function eased(points: ReadonlyArray<Point>): Array<Point> {
  return points.slice(1).flatMap(([x2, y2], i) => {
    const [x1, y1] = points[i]!
    return times(25).map((step): Point => {
      const part = step / 24
      return [x1 + (x2 - x1) * part, y1 + (y2 - y1) * (0.5 - 0.5 * Math.cos(part * Math.PI))]
    })
  })
}

const energyMap: Diagram = {
  name: 'arrangement-energy-map',
  height: 960,
  draw() {
    const { base, deep, pop, soft } = categoryInks.workflow
    const x = (bar: number) => 190 + (bar - 1) * 14.3
    const sections: ReadonlyArray<readonly [string, number, number]> = [
      ['Intro', 1, 17],
      ['Build', 17, 33],
      ['Main A', 33, 57],
      ['Break', 57, 73],
      ['Main B', 73, 97],
    ]
    const energy = eased([
      [x(1), 310],
      [x(17), 285],
      [x(33), 175],
      [x(38), 150],
      [x(56), 150],
      [x(62), 275],
      [x(70), 262],
      [x(76), 112],
      [x(92), 105],
      [x(97), 118],
    ])
    const lanes: ReadonlyArray<readonly [string, string, ReadonlyArray<readonly [number, number, boolean?]>]> = [
      [
        'Drums',
        deep,
        [
          [17, 33, true],
          [33, 57],
          [65, 73, true],
          [73, 97],
        ],
      ],
      [
        'Bass',
        pop,
        [
          [33, 57],
          [73, 97],
        ],
      ],
      [
        'Chords',
        base,
        [
          [1, 57],
          [57, 73],
          [81, 97],
        ],
      ],
      [
        'Lead',
        '#C4570F',
        [
          [41, 57],
          [73, 97],
        ],
      ],
      [
        'FX',
        '#6E675C',
        [
          [16, 17],
          [32, 33],
          [56, 57],
          [72, 73],
        ],
      ],
    ]
    return [
      ...sections.flatMap(([name, from, to], i) => [
        i % 2 ? '' : rect(x(from), 84, x(to) - x(from), 800, '#EDE5D5'),
        line([x(from), 40, x(from), 884], '#BDB29D'),
        words(x(from) + 14, 56, name, { bold: true }),
        words(x(from), 920, String(from), { anchor: 'middle', color: quiet, size: 34 }),
      ]),
      words(x(97), 920, '97', { anchor: 'end', color: quiet, size: 34 }),
      words(24, 920, 'Bar', { color: quiet, size: 34 }),
      words(24, 220, 'Energy', { bold: true, size: 34 }),
      fill(through([...energy, [x(97), 340], [x(1), 340]], true), soft),
      curve(energy, ink, 9),
      ...lanes.flatMap(([name, color, clips], lane) => {
        const top = 372 + lane * 102
        return [
          words(24, top + 43, name, { bold: true, size: 34 }),
          ...clips.map(([from, to, thin]) =>
            rect(x(from) + 2, top + (thin ? 32 : 0), x(to) - x(from) - 4, thin ? 22 : 86, color, { rx: 6 }),
          ),
        ]
      }),
      words(x(17) + 8, 382, 'hats only', { size: 30, color: quiet }),
      words(x(65) - 4, 382, 'hats', { size: 30, color: quiet }),
    ]
  },
}

const polymeter: Diagram = {
  name: 'polymeter-clip-lengths',
  height: 800,
  draw() {
    const { base, soft, pop, deep } = categoryInks.composition
    const x = (beat: number) => 150 + beat * 23.2
    const rows: ReadonlyArray<readonly [string, number, string, string]> = [
      ['Hats', 3, base, soft],
      ['Kick', 4, pop, '#BFD9CF'],
      ['Bass', 5, deep, '#DDB9C4'],
    ]
    return [
      ...times(16).flatMap((bar) => [
        line([x(bar * 4), 100, x(bar * 4), 660], faint, 3),
        words(x(bar * 4), 60, String(bar + 1), {
          anchor: 'middle',
          color: bar % 15 ? quiet : ink,
          bold: bar % 15 === 0,
          size: 34,
        }),
      ]),
      words(24, 60, 'Bar', { color: quiet, size: 34 }),
      ...rows.flatMap(([name, length, dark, light], row) => {
        const top = 124 + row * 180
        return [
          words(24, top + 62, name, { bold: true, size: 34 }),
          words(24, top + 102, `${length} beats`, { size: 28, color: quiet }),
          ...times(60 / length).map((i) =>
            rect(x(i * length) + 2, top, length * 23.2 - 4, 160, i % 2 ? light : dark, { rx: 5 }),
          ),
        ]
      }),
      ...[0, 60].map((beat) => rect(x(beat) - 8, 96, 16, 580, '#F2B632', { rx: 8 })),
      arrowHead(x(60), 690, -90, ink),
      arrowHead(x(0), 690, -90, ink),
      line([x(0), 715, x(0), 740, x(60), 740, x(60), 715], ink, 5),
      rect(x(30) - 330, 706, 660, 68, paper),
      words(x(30), 740, 'together again after 60 beats', { anchor: 'middle', bold: true, size: 42 }),
    ]
  },
}

const followFlow: Diagram = {
  name: 'follow-action-flow',
  height: 860,
  draw() {
    const { base, pop, deep, soft } = categoryInks.live_performance
    const scenes: ReadonlyArray<readonly [string, string, string]> = [
      ['Intro', '8 bars', soft],
      ['Groove A', '16 bars', base],
      ['Lift', '8 bars', soft],
      ['Groove B', '16 bars', base],
    ]
    const left = (i: number) => 30 + i * 430
    const next = (i: number, share: string) => {
      const [from, to] = [left(i) + 250, left(i + 1)]
      return [
        line([from + 12, 430, to - 34, 430], ink, 7),
        arrowHead(to - 10, 430, 0, ink),
        words((from + to) / 2 - 4, 384, 'Next', { anchor: 'middle', bold: true, size: 34 }),
        words((from + to) / 2 - 4, 476, share, { anchor: 'middle', bold: true, size: 34 }),
      ]
    }
    return [
      ...scenes.flatMap(([name, bars, color], i) => [
        rect(left(i), 335, 250, 190, color, { rx: 18 }),
        words(left(i) + 24, 372, `Scene ${i + 1}`, { size: 28, color: deep }),
        words(left(i) + 24, 425, name, { bold: true, size: 46 }),
        words(left(i) + 24, 484, bars, { size: 36, color: deep }),
      ]),
      ...next(0, '100 %'),
      ...next(1, '70 %'),
      ...next(2, '100 %'),
      stroke(`M${left(1) + 180} 325C${left(1) + 260} 150 ${left(1) - 10} 150 ${left(1) + 62} 292`, pop, 7),
      arrowHead(left(1) + 70, 322, 72, pop),
      words(left(1) + 125, 140, 'Play Again 30 %', { anchor: 'middle', bold: true, size: 38, color: pop }),
      stroke(`M${left(3) + 125} 537C${left(3) + 60} 740 ${left(1) + 200} 740 ${left(1) + 136} 572`, pop, 7),
      arrowHead(left(1) + 125, 540, -108, pop),
      words((left(1) + left(3)) / 2 + 125, 756, 'Jump 2 · 80 %', {
        anchor: 'middle',
        bold: true,
        size: 38,
        color: pop,
      }),
      line([left(3) + 125, 325, left(3) + 125, 226], ink, 7),
      arrowHead(left(3) + 125, 200, -90, ink),
      rect(left(3) + 95, 128, 60, 60, ink, { rx: 6 }),
      words(left(3) + 125, 86, 'Stop 20 %', { anchor: 'middle', bold: true, size: 38 }),
    ]
  },
}

/** Drawings about form and time signatures. */
export const formDiagrams: ReadonlyArray<Diagram> = [energyMap, polymeter, followFlow]
