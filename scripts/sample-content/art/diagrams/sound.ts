import { categoryInks, ink, paper } from '../../../../server/pages/inks.ts'
import { createRandom } from '../random.ts'
import { fill, type Point, plot, rect, through, times } from '../shapes.ts'
import { arrowHead, curve, type Diagram, faint, line, quiet, words } from './diagram.ts'

const operatorPairs: Diagram = {
  name: 'operator-fm-pairs',
  height: 900,
  draw() {
    const { base, soft, pop, deep } = categoryInks.sound_design
    const box = (
      x: number,
      y: number,
      letter: string,
      role: string,
      rows: ReadonlyArray<string>,
      modulates: boolean,
    ) => [
      rect(x, y, 476, 210, modulates ? base : soft, { rx: 20 }),
      words(x + 30, y + 105, letter, { size: 120, bold: true, color: modulates ? pop : deep }),
      words(x + 140, y + 48, role, { size: 32, color: modulates ? soft : deep }),
      ...rows.map((row, i) =>
        words(x + 140, y + 104 + i * 50, row, {
          bold: i === 0,
          size: i === 0 ? 35 : 33,
          color: modulates ? paper : ink,
        }),
      ),
    ]
    const envelope = (x: number, y: number, fall: number, label: string) => {
      const points: Array<Point> = [
        [x, y + 130],
        ...plot(0, 210, 2, (t) => y + 130 - 124 * Math.exp(-t / fall)).map(([t, v]): Point => [x + 6 + t, v]),
      ]
      return [
        line([x, y, x, y + 130, x + 220, y + 130], quiet, 4),
        fill(through([...points, [x + 216, y + 130]], true), '#E4D9F7'),
        curve(points, base, 7),
        words(x + 110, y + 170, label, { anchor: 'middle', size: 34 }),
      ]
    }
    const pair = (
      x: number,
      names: string,
      top: ReadonlyArray<string>,
      bottom: ReadonlyArray<string>,
      falls: readonly [number, string, number, string],
    ) => [
      ...box(x, 60, names[0]!, 'Modulator', top, true),
      ...box(x, 420, names[1]!, 'Carrier', bottom, false),
      ...envelope(x + 506, 74, falls[0], falls[1]),
      ...envelope(x + 506, 434, falls[2], falls[3]),
      line([x + 215, 276, x + 215, 385], ink, 8),
      arrowHead(x + 215, 414, 90, ink),
      words(x + 245, 344, 'modulates', { size: 32, color: quiet }),
      line([x + 215, 630, x + 215, 740], ink, 8),
    ]
    return [
      ...pair(60, 'BA', ['Coarse 3 · Fine 500', 'ratio 3.5'], ['Coarse 1', 'ratio 1'], [34, '600 ms', 105, '2.5 s']),
      ...pair(860, 'DC', ['Coarse 7', 'ratio 7'], ['Coarse 2', 'ratio 2'], [10, '90 ms', 62, '1.2 s']),
      line([275, 740, 1075, 740], ink, 8),
      line([675, 740, 675, 800], ink, 8),
      arrowHead(675, 830, 90, ink),
      words(712, 808, 'OUT', { bold: true, size: 42 }),
    ]
  },
}

const reverbDecay: Diagram = {
  name: 'hybrid-reverb-decay',
  height: 920,
  draw() {
    const { base, soft, deep, pop } = categoryInks.audio_effects
    const random = createRandom('early reflections')
    const x = (seconds: number) => 170 + seconds * 556
    const y = (db: number) => 70 - db * 12.2
    const tail: Array<Point> = [
      [x(0.15), y(-13)],
      [x(2.2), y(-60)],
    ]
    const early = times(13).map((i) => ({ t: 0.025 + i * 0.0098, db: -6 - i * 0.75 - random.between(0, 5) }))
    const zoom = (seconds: number) => 860 + 20 + seconds * 3150
    const zoomY = (db: number) => 110 - db * 9
    return [
      ...[0, 0.5, 1, 1.5, 2, 2.5].flatMap((t) => [
        line([x(t), 50, x(t), y(-60)], faint),
        words(x(t), 856, t === 0 ? '0 s' : String(t), { anchor: 'middle', color: quiet, size: 34 }),
      ]),
      ...[0, -20, -40, -60].flatMap((db) => [
        line([x(0), y(db), x(2.5), y(db)], faint),
        words(150, y(db), db ? `−${-db}` : '0 dB', { anchor: 'end', color: quiet, size: 34 }),
      ]),
      fill(through([...tail, [x(0.15), y(-60)]], true), soft),
      curve(tail, base, 9),
      line([x(0.15), y(-13), x(1.3), y(-60)], deep, 7, { 'stroke-dasharray': '22 14' }),
      ...early.map(({ t, db }) => line([x(t), y(-60), x(t), y(db)], deep, 4)),
      line([x(0), y(-60), x(0), y(0)], pop, 10),
      words(x(1.66), y(-37.5), 'Tail (algorithm)', { bold: true, size: 40, color: '#0B6E89' }),
      words(x(1.66), y(-37.5) + 46, '−60 dB at 2.2 s', { size: 34, color: '#0B6E89' }),
      words(x(0.2), y(-51), 'with Damping', { bold: true, size: 38, color: deep }),
      words(x(0.2), y(-51) + 44, 'highs gone at 1.3 s', { size: 34, color: deep }),
      rect(840, 40, 740, 420, paper, { rx: 16, stroke: ink, 'stroke-width': 5 }),
      words(1556, 78, 'the first 200 ms', { anchor: 'end', size: 32, color: quiet }),
      line([zoom(0), 392, 1556, 392], quiet, 4),
      rect(zoom(0) + 5, 112, zoom(0.025) - zoom(0) - 8, 280, '#FFE1DA'),
      line([zoom(0), 392, zoom(0), 92], pop, 12),
      ...early.map(({ t, db }) => line([zoom(t), 392, zoom(t), zoomY(db) + 40], deep, 9)),
      fill(
        through(
          [
            [zoom(0.15), 250],
            [zoom(0.2), 272],
            [zoom(0.2), 392],
            [zoom(0.15), 392],
          ],
          true,
        ),
        soft,
      ),
      words(zoom(0), 68, 'Dry', { bold: true, size: 34, color: '#B32A16' }),
      words(zoom(0.025) + 6, 122, 'Predelay 25 ms', { bold: true, size: 34, color: '#B32A16' }),
      words((zoom(0.025) + zoom(0.15)) / 2, 426, 'Early (convolution)', { anchor: 'middle', bold: true, size: 34 }),
    ]
  },
}

/** Drawings about synthesis and spaces. */
export const soundDiagrams: ReadonlyArray<Diagram> = [operatorPairs, reverbDecay]
