import { categoryInks, ink, paper } from '../../../../server/pages/inks.ts'
import type { Cover } from '../cover.ts'
import type { Random } from '../random.ts'
import { disc, fill, inside, plot, polygon, rect, stroke, through, times } from '../shapes.ts'

const inks = categoryInks.sample_management

/** A waveform on elastic: three pins pull time apart here and crowd it there. */
const warpModes: Cover = {
  name: 'warp-modes',
  ground: inks.base,
  inks,
  draw({ deep, pop, soft }, random) {
    const pins: ReadonlyArray<readonly [heard: number, placed: number]> = [
      [-60, -60],
      [430, 250],
      [830, 960],
      [1230, 1290],
      [1660, 1660],
    ]
    const place = (x: number) => {
      const i = Math.max(0, pins.findIndex(([heard]) => heard > x) - 1)
      const [a, b] = [pins[i]!, pins[i + 1]!]
      return a[1] + ((x - a[0]) / (b[0] - a[0])) * (b[1] - a[1])
    }
    const bars = times(76).map((i) => {
      const x = -50 + i * 22.6
      const hit = [...pins].reverse().find(([heard]) => heard <= x + 4)![0]
      const tall = 60 + 590 * Math.exp(-(x - hit) / 190) * (0.62 + 0.38 * random.next())
      const width = Math.max(7, (place(x + 22.6) - place(x)) * 0.62)
      return rect(place(x), 500 - tall / 2, width, tall, deep, { rx: Math.min(9, width / 2) })
    })
    const pulls = pins
      .slice(1, 4)
      .flatMap(([heard, placed]) => [
        stroke(`M${heard} 40C${heard} 190 ${placed} 110 ${placed} 260`, paper, 9, { 'stroke-dasharray': '1 22' }),
        disc(heard, 40, 16, paper),
        rect(placed - 7, 140, 14, 760, pop),
        fill(polygon([placed - 62, 88, placed + 62, 88, placed + 62, 160, placed, 226, placed - 62, 160]), pop),
      ])
    return [
      rect(0, 820, 1600, 80, soft),
      ...times(17).map((i) => rect(i * 100 - 4, 820, 8, i % 4 ? 34 : 80, deep)),
      ...bars,
      ...pulls,
    ].join('')
  },
}

/** A silhouette of hits, as a waveform shows them. */
function breakShape(random: Random): string {
  const hits = [0, 205, 300, 405, 610, 705, 810, 1015, 1110, 1215, 1420, 1520]
  const level = (x: number) => {
    const hit = [...hits].reverse().find((at) => at <= x) ?? 0
    return (
      30 +
      265 * Math.exp(-(x - hit) / 92) * (0.7 + 0.3 * Math.abs(Math.sin(hit * 1.7 + 1))) * (0.86 + 0.14 * random.next())
    )
  }
  const top = plot(0, 1600, 7, (x) => 450 - level(x))
  const bottom = plot(0, 1600, 7, (x) => 450 + level(x) * 0.92)
  return through([...top, ...bottom.reverse()], true)
}

/** A drum break cut at its hits; the pieces are already moving to other places. */
const sliceBreak: Cover = {
  name: 'slice-a-break-in-simpler',
  ground: paper,
  inks,
  draw({ base, deep, pop, soft }, random) {
    const cuts = [0, 205, 405, 610, 810, 1015, 1215, 1420, 1600]
    const shift = [60, -90, 30, 120, -130, 70, -50, 100]
    const shape = breakShape(random)
    const grounds = [base, deep, soft, base, pop, base, deep, soft]
    return times(8)
      .map((i) => {
        const [from, to] = [cuts[i]!, cuts[i + 1]!]
        const ground = grounds[i]!
        const dark = ground === deep || ground === pop
        const piece = inside(
          `slice${i}`,
          rect(from, -300, to - from, 1500, '#000'),
          rect(from + 6, 100, to - from - 12, 700, ground),
          fill(shape, dark ? (ground === pop ? paper : base) : ink),
        )
        return `<g transform="translate(0 ${shift[i]})">${piece}</g>`
      })
      .join('')
  },
}

/** Covers of the sample articles. */
export const sampleCovers: ReadonlyArray<Cover> = [warpModes, sliceBreak]
