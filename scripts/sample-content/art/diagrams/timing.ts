import { categoryInks, ink, paper } from '../../../../server/pages/inks.ts'
import { createRandom } from '../random.ts'
import { disc, fill, type Point, plot, polygon, rect, through } from '../shapes.ts'
import { arrowHead, type Diagram, faint, line, quiet, words } from './diagram.ts'

const warpMarkers: Diagram = {
  name: 'warp-markers',
  height: 860,
  draw() {
    const { base, deep, pop, soft } = categoryInks.sample_management
    const random = createRandom('drum loop')
    const x = (seconds: number) => 70 + (seconds / 2.2) * 1080
    const beat = (n: number) => 70 + n * 270
    const hits = [0, 0.58, 1.1, 1.71]
    const level = (t: number) => {
      const hit = hits.filter((at) => at <= t).at(-1)!
      return 12 + 118 * Math.exp(-(t - hit) / 0.13) * (0.75 + 0.25 * random.next())
    }
    const half = plot(0, 2.2, 0.006, level)
    const wave: Array<Point> = [
      ...half.map(([t, v]): Point => [x(t), 240 - v]),
      ...half.map(([t, v]): Point => [x(t), 240 + v]).reverse(),
    ]
    const chips = ['Beats', 'Tones', 'Texture', 'Re-Pitch', 'Complex', 'Complex Pro']
    return [
      words(70, 40, 'What was played', { bold: true }),
      rect(70, 112, 1080, 268, '#EDE5D5'),
      fill(through(wave, true), ink),
      ...hits.map((t) => words(x(t) + 8, 84, `${t.toFixed(2)} s`, { size: 32, color: quiet })),
      ...hits.flatMap((t, i) => [
        fill(polygon([x(t), 392, x(t) + 4, 392, beat(i) + 4, 560, beat(i) - 4, 560, x(t) - 4, 392]), '#B58A00'),
        fill(polygon([x(t) - 26, 384, x(t) + 26, 384, x(t) + 26, 416, x(t), 446, x(t) - 26, 416]), '#F7C52B', {
          stroke: ink,
          'stroke-width': 4,
        }),
      ]),
      ...[0, 1, 2, 3].map((i) => {
        const from = hits[i]!
        const to = hits[i + 1] ?? 2.2
        const middle = (x(from) + x(to) + beat(i) + beat(i + 1)) / 4
        return words(middle + 4, 500, (to - from) * 490.9 > 270 ? 'squeezed' : 'stretched', {
          anchor: 'middle',
          size: 34,
          color: quiet,
        })
      }),
      rect(70, 562, 1080, 150, soft),
      ...[0, 1, 2, 3, 4].map((i) => line([beat(i), 562, beat(i), 712], deep, i % 4 ? 6 : 10)),
      ...[0, 1, 2, 3].map((i) => disc(beat(i), 637, 22, base)),
      ...['1', '1.2', '1.3', '1.4'].map((name, i) =>
        words(beat(i), 750, name, { anchor: i ? 'middle' : 'start', bold: true }),
      ),
      words(70, 814, 'Where it is placed', { bold: true }),
      words(1220, 40, 'Warp mode', { bold: true }),
      ...chips.flatMap((name, i) => [
        rect(1220, 86 + i * 108, 340, 84, i ? '#E5DECF' : pop, { rx: 42 }),
        words(1390, 128 + i * 108, name, { anchor: 'middle', bold: true, color: i ? ink : paper, size: 38 }),
      ]),
    ]
  },
}

const latency: Diagram = {
  name: 'latency-compensation',
  height: 860,
  draw() {
    const { base, soft, pop, deep } = categoryInks.hardware
    const box = (x: number, y: number, name: string, under: string, color: string, text: string) => [
      rect(x, y, 290, 190, color, { rx: 20 }),
      words(x + 145, under ? y + 74 : y + 95, name, { anchor: 'middle', bold: true, size: 44, color: text }),
      under ? words(x + 145, y + 130, under, { anchor: 'middle', size: 31, color: text }) : '',
    ]
    const x = (ms: number) => 900 + ms * 29
    const burst = (at: number, y: number, color: string) => {
      const half = plot(0, 300, 3, (t) => 74 * Math.exp(-t / 120) * (0.55 + 0.45 * Math.abs(Math.sin(t / 9))))
      return fill(
        through(
          [...half.map(([t, v]): Point => [at + t, y - v]), ...half.map(([t, v]): Point => [at + t, y + v]).reverse()],
          true,
        ),
        color,
      )
    }
    return [
      ...box(40, 110, 'Live', 'External Instrument', deep, paper),
      ...box(440, 110, 'MIDI out', '', soft, ink),
      ...box(440, 540, 'Synth', '', pop, ink),
      ...box(40, 540, 'Audio in', '', soft, ink),
      line([336, 205, 404, 205], ink, 8),
      arrowHead(434, 205, 0, ink),
      line([585, 306, 585, 504], ink, 8),
      arrowHead(585, 534, 90, ink),
      line([434, 635, 366, 635], ink, 8),
      arrowHead(336, 635, 180, ink),
      line([185, 534, 185, 336], ink, 8),
      arrowHead(185, 306, -90, ink),
      line([x(0), 70, x(0), 770], pop, 8),
      words(x(0), 806, '0 ms, the beat', { anchor: 'middle', bold: true, size: 34, color: '#A84800' }),
      line([x(9.6), 300, x(9.6), 500], quiet, 4, { 'stroke-dasharray': '14 10' }),
      ...[200, 430, 670].map((y) => line([810, y, 1570, y], faint)),
      words(x(0) + 30, 110, 'note sent', { bold: true, size: 38 }),
      disc(x(0), 200, 26, ink),
      words(x(9.6) + 16, 318, 'audio returns', { bold: true, size: 38 }),
      burst(x(9.6), 430, base),
      line([x(0) + 32, 400, x(9.6) - 34, 400], ink, 5),
      arrowHead(x(0) + 8, 400, 180, ink),
      arrowHead(x(9.6) - 8, 400, 0, ink),
      words((x(0) + x(9.6)) / 2, 358, '9.6 ms', { anchor: 'middle', bold: true, size: 40 }),
      words(x(0) + 30, 566, 'compensated', { bold: true, size: 38 }),
      burst(x(0), 670, deep),
      words(1570, 670 + 66, 'Hardware Latency 9.60 ms', { anchor: 'end', size: 34, color: quiet }),
    ]
  },
}

/** Drawings about timing. */
export const timingDiagrams: ReadonlyArray<Diagram> = [warpMarkers, latency]
