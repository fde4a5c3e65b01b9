import { categoryInks, ink, paper } from '../../../../server/pages/inks.ts'
import type { Cover } from '../cover.ts'
import { arc, disc, fill, group, polar, polyline, rect, stroke, times } from '../shapes.ts'
import { halftone } from '../texture.ts'

/** One large knob, and cables from it to everything that it moves. */
const rackMacros: Cover = {
  name: 'plugin-racks-with-macros',
  ground: categoryInks.plugins.base,
  inks: categoryInks.plugins,
  draw({ deep, soft, pop, base }) {
    const [x, y, r] = [430, 450, 262]
    const targets = times(5).map((i) => ({ y: 96 + i * 177, color: [pop, soft, '#FF9C7A', soft, pop][i]! }))
    const boxes = targets.flatMap(({ y: ty, color }, i) => [
      rect(1130, ty - 66, 540, 132, deep, { rx: 18 }),
      disc(1130, ty, 30, color),
      disc(1130, ty, 12, deep),
      ...times(4).map((n) =>
        rect(
          1220 + n * 96,
          ty + 34 - 68 * (0.25 + 0.75 * Math.abs(Math.sin(i * 1.9 + n * 1.3 + 0.6))),
          62,
          68 * (0.25 + 0.75 * Math.abs(Math.sin(i * 1.9 + n * 1.3 + 0.6))),
          color,
        ),
      ),
    ])
    const cables = targets.map(({ y: ty, color }, i) =>
      stroke(
        `M${x} ${y}C${760 + Math.abs(i - 2) * 20} ${y + (i - 2) * 40} ${700 + Math.abs(i - 2) * 40} ${ty + (i - 2) * 46} 1130 ${ty}`,
        color,
        22,
      ),
    )
    const [px, py] = polar(x, y, r - 64, 48)
    const [qx, qy] = polar(x, y, 90, 48)
    return [
      ...cables,
      ...boxes,
      disc(x, y, r + 66, base),
      stroke(arc(x, y, r + 44, -135, 135), deep, 26),
      stroke(arc(x, y, r + 44, -135, 48), pop, 26),
      disc(x, y, r, ink),
      halftone({ x: x - r, y: y - r, width: 2 * r, height: 2 * r }, 17, 45, '#3B3A78', (hx, hy) =>
        Math.hypot(hx - x, hy - y) < r - 10 ? Math.max(0, (hy - y) / r) * 0.85 : 0,
      ),
      stroke(polyline([qx, qy, px, py]), paper, 30),
    ].join('')
  },
}

/** A jack and the sound that comes back through it: two half discs that meet exactly on the beat, their late ghost behind. */
const noLatency: Cover = {
  name: 'hardware-synths-without-latency',
  ground: categoryInks.hardware.soft,
  inks: categoryInks.hardware,
  draw({ base, deep, pop }) {
    const [x, y, r] = [760, 436, 384]
    const half = (cx: number, sweep: 0 | 1) => `M${cx} ${y - r}A${r} ${r} 0 0 ${sweep} ${cx} ${y + r}Z`
    const pins = [-72, -36, 0, 36, 72].map((turn) => polar(x, y, 228, 270 + turn))
    const groove = times(11).map((i) =>
      stroke(arc(x, y, 80 + i * 28, 0, 180), i % 3 === 0 ? paper : deep, 9, { 'stroke-linecap': 'butt' }),
    )
    return [
      halftone({ x: 760, y: 20, width: 640, height: 840 }, 19, 45, base, (px, py) =>
        Math.hypot(px - x - 190, py - y) < r ? 0.62 : 0,
      ),
      fill(half(x, 0), deep),
      fill(half(x, 1), pop),
      ...groove,
      disc(x, y, 46, paper),
      ...pins.map(([cx, cy]) => disc(cx, cy, 33, paper)),
      rect(x - 424, y - 46, 84, 92, categoryInks.hardware.soft),
      rect(x - 6, 0, 12, 900, ink),
      ...times(8).map((i) => rect(i * 250 + 6, 852, 8, 48, deep)),
    ].join('')
  },
}

/** Sixty-four pads, tilted like a drummer's knee; the lit ones are the pattern. */
const padDrums: Cover = {
  name: 'push-3-drum-programming',
  ground: categoryInks.ableton_push.deep,
  inks: categoryInks.ableton_push,
  draw({ base, soft, pop }) {
    const lit = new Map<string, string>()
    const row = (at: number, hits: ReadonlyArray<number>, color: string) => {
      for (const hit of hits) lit.set(`${at}:${hit}`, color)
    }
    row(1, [0, 2, 3, 4, 6, 7, 8, 10], soft)
    row(2, [2, 6, 10], pop)
    row(3, [0, 3, 5, 8, 9], paper)
    row(4, [1, 4, 7, 10], base)
    row(5, [0, 1, 2, 3, 6, 7], base)
    row(6, [5, 6, 9], pop)
    const pads = times(8).flatMap((line) =>
      times(12).map((column) => {
        const [x, y] = [column * 172, line * 172]
        const color = lit.get(`${line}:${column}`)
        return (
          rect(x, y, 150, 150, color ?? '#7C1413', { rx: 22 }) +
          (color ? rect(x, y + 128, 150, 22, '#00000033', { rx: 11 }) : '')
        )
      }),
    )
    return group({ transform: 'translate(-250 -60) rotate(-13 800 450)' }, ...pads)
  },
}

/** A picture of a picture of a picture: each pass turns a little and picks up a mistake worth keeping. */
const resampling: Cover = {
  name: 'resampling-happy-accidents',
  ground: categoryInks.production.base,
  inks: categoryInks.production,
  draw({ deep, soft, pop }) {
    const frames = times(15).map((i) => {
      const scale = 0.795 ** i
      const color = [deep, soft, categoryInks.production.base, pop][i % 4]!
      return group(
        { transform: `translate(${870 - 26 * i * scale} ${440 + 18 * i * scale}) rotate(${-9 * i}) scale(${scale})` },
        rect(-900, -520, 1800, 1040, color, { rx: 40 }),
      )
    })
    return frames.join('')
  },
}

/** Covers of the articles about plug-ins, hardware, Push and production at large. */
export const machineCovers: ReadonlyArray<Cover> = [rackMacros, noLatency, padDrums, resampling]
