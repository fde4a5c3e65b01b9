import { categoryInks, type Inks, ink, inksOf, newsInks, paper, siteInks } from '../../../server/pages/inks.ts'
import { height, width } from './cover.ts'
import { arc, disc, fill, group, polar, polygon, polyline, rect, ring, stroke, times } from './shapes.ts'

/** Draws a motif of few shapes, since these pictures are sent as SVG. */
type Motif = (inks: Inks) => ReadonlyArray<string>

/** A sine of four waves across the picture, in as few path commands as that takes. */
const sine = (y: number, tall: number): string => `M-50 ${y}q100 ${-tall} 200 0${'t200 0'.repeat(8)}`

const motifs: Readonly<Record<string, Motif>> = {
  workflow: ({ deep, soft, pop }) => [
    ...times(5).map((i) =>
      rect(110 + i * 130, -40 + i * 98, 1180 - i * 220, 980 - i * 196, [deep, soft, deep, soft, pop][i]!, {
        rx: 190 - i * 34,
      }),
    ),
  ],
  mixing: ({ soft, deep, pop }) =>
    [620, 410, 700, 520, 330, 580].flatMap((tall, i) => [
      rect(118 + i * 238, 80, 174, 820, deep),
      rect(118 + i * 238, 900 - tall, 174, tall, soft),
      rect(118 + i * 238, 900 - tall, 174, 34, pop),
    ]),
  sound_design: ({ soft, deep, pop }) =>
    times(6).map((i) => stroke(sine(160 + i * 118, 320 - i * 46), [deep, soft, deep, pop, deep, soft][i]!, 44 - i * 4)),
  composition: ({ soft, deep, pop }) => [
    ...[0, 2, 4, 5, 7].map((row) => rect(0, 790 - row * 112, width, 110, soft)),
    ...[
      [120, 0],
      [120, 2],
      [120, 4],
      [560, 2],
      [560, 5],
      [560, 7],
    ].map(([x, row], i) => rect(x!, 802 - row! * 112, 380, 86, i === 5 ? pop : deep, { rx: 10 })),
    ...[0, 4, 5].map((row, i) => rect(1000, 802 - row * 112, 480, 86, i === 1 ? pop : deep, { rx: 10 })),
  ],
  mastering: ({ soft, deep, pop }) => [
    ring(600, 470, 270, deep, 110),
    ring(1000, 470, 270, pop, 110),
    stroke(arc(600, 470, 270, 96, 168), deep, 110, { 'stroke-linecap': 'butt' }),
    stroke(polyline([0, 120, width, 120]), soft, 26),
  ],
  live_performance: ({ soft, deep, pop }) => [
    ...times(5).map((i) => rect(80 + i * 300, 640, 240, 320, i === 2 ? pop : i % 2 ? soft : deep, { rx: 26 })),
    ...[0, 1, 2, 3].map((i) =>
      stroke(arc(350 + i * 300, 600, 150, 272, 448), paper, 18, { 'stroke-dasharray': '1 35' }),
    ),
    disc(800, 400, 90, paper),
  ],
  midi_effects: ({ soft, deep, pop }) =>
    times(7).flatMap((i) => {
      const y = 900 - [150, 290, 430, 570, 710, 430, 150][i]!
      return [rect(20 + i * 224, y, 216, 900, i === 4 ? pop : deep), rect(20 + i * 224, y, 216, 44, soft)]
    }),
  audio_effects: ({ soft, deep, pop }) =>
    [620, 490, 360, 230, 100].map((half, i) =>
      fill(`M${800 - half} 900V620a${half} ${half} 0 0 1 ${half * 2} 0V900z`, [deep, soft, deep, soft, pop][i]!),
    ),
  sample_management: ({ deep, pop }) => [
    ...times(24).map((i) => {
      const tall = 110 + 560 * Math.exp(-(i % 8) / 2.6)
      return rect(20 + i * 66, 490 - tall / 2, 38, tall, deep, { rx: 19 })
    }),
    ...[29, 557, 1085].map((x) => fill(polygon([x - 20, 40, x + 80, 40, x + 80, 110, x + 30, 170, x - 20, 110]), pop)),
  ],
  plugins: ({ soft, deep, pop }) => [
    ...times(4).flatMap((i) => [
      stroke(`M520 450C860 450 800 ${150 + i * 200} 1120 ${150 + i * 200}`, i % 2 ? soft : pop, 26),
      rect(1120, 80 + i * 200, 560, 140, deep, { rx: 20 }),
    ]),
    disc(480, 450, 300, deep),
    stroke(arc(480, 450, 236, 225, 410), pop, 26),
    stroke(polyline([...polar(480, 450, 80, 50), ...polar(480, 450, 180, 50)]), paper, 32),
  ],
  hardware: ({ deep, pop, soft }) => [
    fill('M800 80A370 370 0 0 0 800 820z', deep),
    fill('M800 80A370 370 0 0 1 800 820z', pop),
    ...[200, 235, 270, 305, 340].map((turn) => disc(...polar(800, 450, 220, turn), 34, paper)),
    ...[100, 180, 260].map((r) => stroke(arc(800, 450, r, 0, 180), soft, 16, { 'stroke-linecap': 'butt' })),
    rect(794, 0, 12, 900, ink),
  ],
  ableton_push: ({ deep, soft, pop }) => [
    group(
      { transform: 'rotate(-12 800 450)' },
      ...times(40).map((i) =>
        rect(
          60 + (i % 8) * 190,
          -30 + Math.floor(i / 8) * 190,
          166,
          166,
          [3, 12, 29, 33].includes(i) ? pop : [9, 18, 20, 27, 38].includes(i) ? soft : deep,
          {
            rx: 24,
          },
        ),
      ),
    ),
  ],
  production: ({ deep, soft, pop }) =>
    times(7).map((i) => {
      const scale = 0.74 ** i
      return group(
        { transform: `translate(830 450) rotate(${-9 * i}) scale(${scale.toFixed(3)})` },
        rect(-880, -520, 1760, 1040, [deep, soft, pop][i % 3]!, { rx: 50 }),
      )
    }),
  news: ({ base, soft }) => [
    rect(120, 110, 1360, 120, ink),
    rect(120, 280, 640, 620, base),
    ...times(9).map((i) => rect(810, 280 + i * 74, i % 4 === 3 ? 430 : 670, 34, i % 4 === 0 ? ink : soft)),
  ],
  newsletter: ({ deep }) => [
    rect(420, 90, 760, 800, paper, { rx: 20 }),
    ...[0, 1, 2].map((i) => rect(500, 170 + i * 74, [600, 600, 380][i]!, 34, i === 0 ? siteInks.base : '#D8CDBB')),
    rect(300, 440, 1000, 560, deep, { rx: 24 }),
    stroke(polyline([320, 470, 800, 720, 1280, 470]), paper, 22),
  ],
  download: ({ deep, pop }) => [
    disc(1010, 450, 320, ink),
    disc(1010, 450, 110, pop),
    disc(1010, 450, 22, paper),
    rect(320, 110, 680, 680, deep, { rx: 8 }),
    stroke(polyline([660, 260, 660, 590]), paper, 60),
    stroke(polyline([520, 460, 660, 600, 800, 460]), paper, 60),
  ],
  article: ({ base }) => [
    ...times(15).map((i) =>
      rect(130 + (i % 5) * 276, 54 + Math.floor(i / 5) * 276, 240, 240, i === 7 ? base : ink, { rx: 18 }),
    ),
    fill(polygon([755, 385, 755, 515, 862, 450]), ink),
  ],
}

/** The background of each picture; for a category, its base color. */
const grounds: Readonly<Record<string, string>> = {
  news: paper,
  newsletter: siteInks.base,
  download: siteInks.soft,
  article: paper,
}

/** The names of the fallback pictures: every category and every type. */
export const fallbackNames: ReadonlyArray<string> = Object.keys(motifs)

/** A fallback picture as SVG text, small and without anything that a sanitizer would remove. */
export function fallbackSvg(name: string): string {
  const inks = name === 'news' ? newsInks : inksOf(name)
  const ground = grounds[name] ?? categoryInks[name as keyof typeof categoryInks].base
  const drawing = [rect(0, 0, width, height, ground), ...motifs[name]!(inks)].join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${drawing}</svg>\n`
}
