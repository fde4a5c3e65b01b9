import { categoryInks, ink, paper } from '../../../../server/pages/inks.ts'
import type { Cover } from '../cover.ts'
import { arc, disc, element, fill, overprint, polygon, polyline, rect, stroke, times } from '../shapes.ts'
import { halftone } from '../texture.ts'

const inks = categoryInks.workflow

/** Growth rings shaped like clips: one small set at the core, a ring for every year that it was worth keeping. */
const defaultSet: Cover = {
  name: 'default-set-that-lasts',
  ground: inks.base,
  inks,
  draw({ deep, pop, soft, base }, random) {
    const fills = [deep, base, soft, base, deep, paper, base, soft]
    const rings = times(18)
      .reverse()
      .map((i) => {
        const [w, h] = [250 + i * 128 + random.between(-12, 12), 150 + i * 112 + random.between(-12, 12)]
        const [x, y] = [560 - w / 2 + random.between(-9, 9) * i * 0.3, 470 - h / 2 + random.between(-9, 9) * i * 0.3]
        return rect(x, y, w, h, fills[i % fills.length]!, { rx: 34 + i * 15 })
      })
    const core = [
      rect(435, 395, 250, 150, pop, { rx: 30 }),
      ...times(4).map((i) =>
        rect(467 + i * 48, 500 - [38, 74, 52, 66][i]!, 30, [38, 74, 52, 66][i]!, paper, { rx: 6 }),
      ),
    ]
    return [...rings, ...core].join('')
  },
}

/** A loop that opens: the ring rolls out along the ground and its pieces become sections of a song. */
const loopToArrangement: Cover = {
  name: 'loop-to-arrangement',
  ground: paper,
  inks,
  draw({ base, deep, pop, soft }) {
    const [x, y, r] = [470, 410, 262]
    const pieces = [base, deep, base, soft, base, pop, base, soft].map((color, i) =>
      stroke(arc(x, y, r, 182 + i * 38.5, 182 + i * 38.5 + 37), color, 122, { 'stroke-linecap': 'butt' }),
    )
    const lengths = [150, 235, 110, 320, 180, 235, 120]
    const colors = [soft, base, deep, base, pop, base, deep]
    let at = x + 10
    const sections = lengths.map((length, i) => {
      const part = rect(at, y + r - 61, length - 10, 122, colors[i]!)
      at += length
      return part
    })
    const fade = halftone(
      { x: 0, y: 745, width: 1600, height: 160 },
      17,
      45,
      deep,
      (px, py) => ((py - 745) / 155) ** 1.4 * (0.25 + px / 2400),
    )
    return [
      fade,
      ...pieces,
      ...sections,
      disc(x, y, 92, ink),
      disc(x, y, 30, paper),
      stroke(polyline([x, y + r + 61, 1600, y + r + 61]), ink, 10, { 'stroke-linecap': 'butt' }),
    ].join('')
  },
}

/** Disorder on the left, order on the right: the same four kinds of things, thrown and then filed. */
const browserTags: Cover = {
  name: 'browser-tags-and-collections',
  ground: inks.deep,
  inks,
  draw({ base, pop, soft }, random) {
    const thing = (kind: number, x: number, y: number, turn: number, s = 42) => {
      const transform = `rotate(${turn.toFixed(1)} ${x.toFixed(1)} ${y.toFixed(1)})`
      if (kind === 0) return disc(x, y, s, base)
      if (kind === 1) return rect(x - s, y - s, 2 * s, 2 * s, soft, { transform })
      if (kind === 2)
        return fill(polygon([x, y - s * 1.15, x + s * 1.1, y + s * 0.9, x - s * 1.1, y + s * 0.9]), paper, {
          transform,
        })
      return element('rect', {
        x: x - s * 1.25,
        y: y - s * 0.5,
        width: s * 2.5,
        height: s,
        rx: s * 0.5,
        fill: '#5C7BFF',
        transform,
      })
    }
    const filed = times(4).flatMap((column) =>
      times(7).map((row) => thing(column, 1072 + column * 146, 84 + row * 122, 0)),
    )
    const places: Array<[number, number]> = []
    for (let tries = 0; tries < 4000 && places.length < 38; tries++) {
      const place: [number, number] = [random.between(-10, 860), random.between(-10, 910)]
      if (places.every(([x, y]) => Math.hypot(x - place[0], y - place[1]) > 122)) places.push(place)
    }
    const thrown = places.map(([x, y], i) => thing(i % 4, x, y, random.between(0, 360)))
    return [
      rect(980, 0, 620, 900, pop),
      ...thrown,
      ...filed.map((part) => part.replaceAll('#5C7BFF', inks.deep)),
      overprint(halftone({ x: 940, y: 0, width: 110, height: 900 }, 16, 45, pop, (x) => 1 - Math.abs(x - 980) / 70)),
    ].join('')
  },
}

/** Covers of the workflow articles. */
export const workflowCovers: ReadonlyArray<Cover> = [defaultSet, loopToArrangement, browserTags]
