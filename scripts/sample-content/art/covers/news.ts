import { ink, newsInks as inks, paper } from '../../../../server/pages/inks.ts'
import type { Cover } from '../cover.ts'
import {
  arc,
  disc,
  fill,
  group,
  inside,
  plot,
  polar,
  polygon,
  polyline,
  rect,
  ring,
  stroke,
  through,
  times,
} from '../shapes.ts'
import { halftone } from '../texture.ts'

/** Twelve columns, the last three of them new: a version number without a numeral. */
const live123: Cover = {
  name: 'news-live-12-3-released',
  ground: paper,
  inks,
  draw({ base }) {
    return times(12)
      .map((i) => {
        const tall = 250 + i * 34
        return i < 9 ? rect(62 + i * 124, 900 - tall, 96, tall, ink) : rect(62 + i * 124, 60, 96, 840, base)
      })
      .concat(
        halftone(
          { x: 0, y: 560, width: 1160, height: 340 },
          17,
          45,
          paper,
          (_x, y) => Math.max(0, (y - 590) / 310) * 0.72,
        ),
      )
      .join('')
  },
}

/** Notes hop once and come down as sound. */
const bounce: Cover = {
  name: 'news-live-12-2-bounce-to-track',
  ground: inks.soft,
  inks,
  draw({ base }) {
    const notes = [
      '70 640 150',
      '70 760 270',
      '240 580 110',
      '360 700 170',
      '380 580 130',
      '550 640 130',
      '560 760 150',
    ]
    const bars = times(15).map((i) => {
      const tall = 60 + 270 * Math.exp(-(i % 5) / 2.2) * (0.7 + 0.3 * Math.cos(i * 1.3))
      return rect(905 + i * 44, 698 - tall / 2, 30, tall, base, { rx: 15 })
    })
    return [
      ...notes.map((note) => {
        const [x, y, length] = note.split(' ').map(Number)
        return rect(x!, y!, length!, 58, ink, { rx: 10 })
      }),
      ...bars,
      stroke('M390 520C480 -30 1010 -30 1080 470', ink, 17, { 'stroke-dasharray': '1 36' }),
      disc(738, 144, 96, base),
    ].join('')
  },
}

/** A voice that slides, and the stairs it is put on. */
const autoShift: Cover = {
  name: 'news-live-12-1-auto-shift',
  ground: paper,
  inks,
  draw({ base, soft }) {
    const free = (x: number) => 560 - 190 * Math.sin(x / 250 - 0.6) - 60 * Math.sin(x / 97)
    const step = (x: number) => Math.round(free(Math.floor(x / 100) * 100 + 50) / 90) * 90
    return [
      ...times(10).map((i) => rect(0, i * 90 - 2, 1600, 4, soft)),
      ...times(16).map((i) => rect(i * 100, step(i * 100 + 50), 101, 900, ink)),
      halftone({ x: 0, y: 0, width: 1600, height: 900 }, 18, 45, paper, (x, y) =>
        y > step(x) + 40 ? 0.72 * Math.max(0, (y - step(x) - 150) / 620) ** 1.1 : 0,
      ),
      stroke(through(plot(-20, 1620, 6, (x) => free(x) - 46)), base, 26),
    ].join('')
  },
}

/** One turn around a small grid of pads: a year in twelve pieces. */
const moveYear: Cover = {
  name: 'news-move-at-one-year',
  ground: inks.pop,
  inks,
  draw({ base }) {
    const months = times(12).map((i) =>
      stroke(arc(800, 450, 372, i * 30 + 3, i * 30 + 27), i === 11 ? base : ink, 62, { 'stroke-linecap': 'butt' }),
    )
    const pads = times(32).map((i) => {
      const [column, row] = [i % 8, Math.floor(i / 8)]
      const lit = (column + row * 3) % 7 === 0
      return rect(800 - 252 + column * 64, 450 - 124 + row * 64, 54, 54, lit ? base : ink, { rx: 9 })
    })
    return [disc(800, 450, 306, paper), ...months, ...pads].join('')
  },
}

/** A square of pads that let go of its cable. */
const standalone: Cover = {
  name: 'news-push-3-standalone-notes',
  ground: inks.base,
  inks,
  draw({ pop }) {
    const pads = times(64).map((i) =>
      rect(
        158 + (i % 8) * 78,
        142 + Math.floor(i / 8) * 78,
        64,
        64,
        [9, 18, 27, 36, 28, 21, 14].includes(i) ? pop : '#3A3840',
        { rx: 9 },
      ),
    )
    return [
      rect(110, 94, 712, 712, ink, { rx: 42 }),
      ...pads,
      stroke('M1660 760C1380 900 1230 760 1330 590C1400 470 1540 560 1440 660C1330 770 1140 620 1150 450', paper, 30),
      rect(1106, 320, 88, 150, paper, { rx: 16 }),
      rect(1126, 262, 48, 62, paper),
      rect(822, 420, 34, 60, paper),
    ].join('')
  },
}

/** A lens over lines of text, and waves that carry them out. */
const searchFeeds: Cover = {
  name: 'news-site-search-and-feeds',
  ground: paper,
  inks,
  draw({ base, pop }, random) {
    const lines = times(15).flatMap((row) => {
      const parts: Array<string> = []
      for (let x = 60; x < 1080; ) {
        const long = random.between(60, 240)
        parts.push(rect(x, 48 + row * 57, Math.min(long, 1090 - x), 24, row % 5 === 0 ? ink : '#CFC5B2'))
        x += long + 22
      }
      return parts
    })
    const waves = times(4).map((i) =>
      stroke(arc(1600, 900, 190 + i * 150, 268, 362), base, 62, { 'stroke-linecap': 'butt' }),
    )
    return [
      ...lines,
      ...waves,
      disc(1600, 900, 96, base),
      stroke(through([polar(560, 420, 300, 135), polar(560, 420, 590, 135)]), ink, 74),
      disc(560, 420, 292, pop),
      inside(
        'lens',
        disc(560, 420, 272, '#000'),
        rect(250, 250, 190, 62, ink),
        rect(480, 250, 260, 62, ink),
        rect(200, 380, 420, 62, base),
        rect(660, 380, 300, 62, ink),
        rect(250, 510, 150, 62, ink),
        rect(440, 510, 300, 62, ink),
      ),
      ring(560, 420, 292, ink, 34),
    ].join('')
  },
}

/** The second box on top of the first, both open. */
const rackPack: Cover = {
  name: 'news-free-rack-pack-vol-2',
  ground: inks.soft,
  inks,
  draw({ base, pop }) {
    const box = (x: number, y: number, color: string, shade: string, faces: string) => {
      const [w, d, h] = [430, 215, 262]
      return [
        fill(polygon([x, y, x + w, y + d, x + w, y + d + h, x, y + h]), color),
        fill(polygon([x + w, y + d, x + 2 * w, y, x + 2 * w, y + h, x + w, y + d + h]), shade),
        fill(polygon([x, y, x + w, y - d, x + 2 * w, y, x + w, y + d]), faces),
      ].join('')
    }
    const sliders = times(5).map((i) => {
      const [x, y] = [424 + i * 72, 330 + i * 36]
      const knob = [120, 60, 150, 90, 130][i]!
      return rect(x, y, 16, 190, paper) + rect(x - 16, y + knob, 48, 34, pop)
    })
    const boxes = [
      box(370, 560, ink, '#3A3840', '#55525C'),
      box(370, 292, base, '#B8311A', '#F47E66'),
      ...sliders,
      halftone({ x: 800, y: 292, width: 430, height: 480 }, 17, 30, ink, (x, y) =>
        y > 507 - (x - 800) / 2 && y < 769 - (x - 800) / 2 ? 0.15 + ((x - 800) / 430) * 0.55 : 0,
      ),
    ].join('')
    return group({ transform: 'translate(800 450) scale(0.87) translate(-800 -557)' }, boxes)
  },
}

/** Every issue in one drawer, the newest pulled out. */
const archive: Cover = {
  name: 'news-newsletter-issue-archive',
  ground: ink,
  inks,
  draw({ base, soft, pop }) {
    const colors = [soft, paper, pop, paper, soft, paper]
    const sheets = times(6).map((i) => rect(270 + i * 36, 96 + i * 92, 1060 - i * 72, 900, colors[i]!, { rx: 14 }))
    const edges = times(6).map((i) => rect(270 + i * 36, 96 + i * 92, 1060 - i * 72, 10, ink, { opacity: 0.14 }))
    const envelope = [
      rect(270, 560, 1060, 400, base, { rx: 14 }),
      fill(polygon([270, 560, 800, 830, 1330, 560]), '#B8311A'),
      stroke(polyline([270, 566, 800, 834, 1330, 566]), ink, 10),
    ]
    return [...sheets, ...edges, ...envelope].join('')
  },
}

/** Covers of the news items. */
export const newsCovers: ReadonlyArray<Cover> = [
  live123,
  bounce,
  autoShift,
  moveYear,
  standalone,
  searchFeeds,
  rackPack,
  archive,
]
