import { categoryInks, ink } from '../../../../server/pages/inks.ts'
import { disc, fill, type Point, plot, rect, through } from '../shapes.ts'
import { curve, type Diagram, faint, line, quiet, words } from './diagram.ts'

const { base, deep, pop } = categoryInks.mixing

/** Gain reduction in dB, t milliseconds after a kick: 1 ms down, held for 100 ms, back by 350 ms. */
function reduction(t: number): number {
  const since = t % 500
  return since < 100 ? -6 : -6 * Math.exp(-(((since - 100) / 95) ** 1.25))
}

const sidechain: Diagram = {
  name: 'sidechain-gain-reduction',
  height: 960,
  draw() {
    const x = (t: number) => 190 + t * 1.34
    const times = [0, 250, 500, 750, 1000]
    const depth = (db: number) => 400 - db * 24
    const kick = plot(0, 999.5, 0.5, (t) => {
      const since = t % 500
      return 185 - 100 * Math.exp(-since / 48) * Math.sin((since * (0.62 + 0.5 * Math.exp(-since / 18))) / 4.4)
    })
    const bass = (gain: (t: number) => number): Array<Point> =>
      plot(0, 999.5, 0.5, (t) => 750 - 105 * gain(t) * Math.sin((t / 1000) * Math.PI * 2 * 46))
    const gain = (t: number) => 10 ** (reduction(t) / 20)
    const at = (points: ReadonlyArray<Point>): Array<Point> => points.map(([t, y]) => [x(t), y])
    const under: Array<Point> = [[x(0), 400], ...at(plot(0, 999.9, 1, (t) => depth(reduction(t)))), [x(1000), 400]]
    return [
      ...times.flatMap((t) => [
        line([x(t), 70, x(t), 880], faint),
        words(x(t), 920, `${t} ms`, { anchor: 'middle', color: quiet, size: 34 }),
      ]),
      words(40, 50, 'Kick', { bold: true }),
      curve(at(kick), ink, 6),
      words(40, 340, 'Gain reduction', { bold: true }),
      ...[0, -3, -6].flatMap((db) => [
        line([x(0), depth(db), x(1000), depth(db)], faint),
        words(170, depth(db), db ? `−${-db} dB` : '0 dB', { anchor: 'end', color: quiet, size: 34 }),
      ]),
      fill(through(under, true), '#FFD9CC'),
      curve(under.slice(0, -1), pop, 9),
      words(40, 610, 'Bass', { bold: true }),
      curve(at(bass(gain)), base, 5),
      line([x(0), 645, x(1000), 645], deep, 4, { 'stroke-dasharray': '16 12' }),
      line([x(0), 855, x(1000), 855], deep, 4, { 'stroke-dasharray': '16 12' }),
      words(x(1000), 610, 'dashed: level without compression', { anchor: 'end', size: 32, color: quiet }),
    ]
  },
}

const crossover: Diagram = {
  name: 'mid-side-crossover',
  height: 860,
  draw() {
    const x = (hertz: number) => 170 + (Math.log10(hertz / 20) / 3) * 1380
    const y = (db: number) => 110 + (9 - db) * 17.5
    const side = (hertz: number) => -10 * Math.log10(1 + (120 / hertz) ** 4) + 1.5 / (1 + (6800 / hertz) ** 4)
    const points: Array<Point> = plot(Math.log10(27), Math.log10(20000), 0.005, (log) => y(side(10 ** log))).map(
      ([log, level]) => [x(10 ** log), level],
    )
    const ticks = [20, 60, 120, 250, 1000, 5000, 20000]
    return [
      rect(x(20), 80, x(120) - x(20), 680, '#FFE3D8'),
      ...ticks.flatMap((hertz) => [
        line([x(hertz), 80, x(hertz), 760], faint),
        words(x(hertz), 805, hertz >= 1000 ? `${hertz / 1000}k` : `${hertz}${hertz === 20 ? ' Hz' : ''}`, {
          anchor: hertz === 20000 ? 'end' : 'middle',
          color: quiet,
        }),
      ]),
      ...[6, 0, -6, -12, -24].flatMap((db) => [
        line([x(20), y(db), x(20000), y(db)], faint),
        words(150, y(db), db > 0 ? `+${db}` : db === 0 ? '0 dB' : `−${-db}`, { anchor: 'end', color: quiet }),
      ]),
      words((x(20) + x(120)) / 2, 122, 'Mono', { anchor: 'middle', bold: true, size: 48, color: '#B8401D' }),
      line([x(20), y(0), x(20000), y(0)], deep, 10),
      curve(points, base, 10),
      words(x(900), y(0) - 42, 'Mid: flat', { bold: true, size: 40, color: deep }),
      words(x(165), y(-10), 'Side: low cut, 12 dB per octave', { bold: true, size: 40, color: base }),
      words(x(20000), y(1.5) - 52, 'Side: +1.5 dB', { bold: true, anchor: 'end', color: base }),
      disc(x(120), y(-3), 19, pop),
      words(x(120) + 40, y(-3.4) + 8, '120 Hz, −3 dB', { bold: true, color: '#B8401D' }),
    ]
  },
}

const ladder: Diagram = {
  name: 'gain-staging-ladder',
  height: 940,
  draw() {
    const y = (db: number) => 90 - db * 15.4
    const channels: ReadonlyArray<readonly [name: string, peak: number]> = [
      ['Kick', -10],
      ['Snare', -12],
      ['Bass', -12],
      ['Chords', -18],
      ['Vocal', -14],
      ['Main', -6],
    ]
    return [
      rect(150, y(-6), 1410, y(-18) - y(-6), '#DDE6FB'),
      words(1548, y(-6) + 34, 'Working zone', { anchor: 'end', bold: true, size: 34, color: base }),
      ...[0, -6, -12, -18, -24, -36, -48].flatMap((db) => [
        line([150, y(db), 1560, y(db)], db ? faint : '#D6321A', db ? 4 : 8),
        words(130, y(db), db ? `−${-db}` : '0', { anchor: 'end', color: db ? quiet : '#D6321A', bold: !db }),
      ]),
      words(1548, y(0) - 34, '0 dBFS', { anchor: 'end', bold: true, size: 34, color: '#D6321A' }),
      ...channels.flatMap(([name, peak], i) => {
        const main = i === 5
        const left = 190 + i * 190
        const wide = main ? 170 : 104
        return [
          rect(left, y(0) + 4, wide, y(-48) - y(0) - 4, '#E9E1D2'),
          rect(left, y(peak), wide, y(-48) - y(peak), main ? deep : base),
          rect(left - 12, y(peak) - 6, wide + 24, 12, pop),
          words(left + wide / 2, y(peak) - 36, `−${-peak}`, { anchor: 'middle', bold: true, size: 40 }),
          words(left + wide / 2, 886, name, { anchor: 'middle', bold: main }),
        ]
      }),
    ]
  },
}

/** Drawings of the mixing articles. */
export const mixingDiagrams: ReadonlyArray<Diagram> = [sidechain, crossover, ladder]
