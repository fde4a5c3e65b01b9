/** SVG markup by functions: each takes numbers and attributes and returns one element as text. */

export type Point = readonly [x: number, y: number]
export type Attributes = Readonly<Record<string, string | number>>

const short = (value: number): string => String(Math.round(value * 10) / 10)

function attributesText(attributes: Attributes): string {
  return Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${typeof value === 'number' ? String(Math.round(value * 1000) / 1000) : value}"`)
    .join('')
}

/** Any element, with children when there are some. */
export function element(name: string, attributes: Attributes, ...children: ReadonlyArray<string>): string {
  const inner = children.join('')
  return inner ? `<${name}${attributesText(attributes)}>${inner}</${name}>` : `<${name}${attributesText(attributes)}/>`
}

export const group = (attributes: Attributes, ...children: ReadonlyArray<string>): string =>
  element('g', attributes, ...children)

export const rect = (
  x: number,
  y: number,
  width: number,
  height: number,
  fill: string,
  more: Attributes = {},
): string => element('rect', { x: short(x), y: short(y), width: short(width), height: short(height), fill, ...more })

export const disc = (x: number, y: number, radius: number, fill: string, more: Attributes = {}): string =>
  element('circle', { cx: short(x), cy: short(y), r: short(radius), fill, ...more })

/** A circle drawn as a line of the given width. */
export const ring = (x: number, y: number, radius: number, stroke: string, width: number, more: Attributes = {}) =>
  disc(x, y, radius, 'none', { stroke, 'stroke-width': width, ...more })

export const fill = (d: string, color: string, more: Attributes = {}): string =>
  element('path', { d, fill: color, ...more })

/** A path drawn as a line with round ends and joins. */
export const stroke = (d: string, color: string, width: number, more: Attributes = {}): string =>
  element('path', {
    d,
    fill: 'none',
    stroke: color,
    'stroke-width': width,
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
    ...more,
  })

/** Path data through points, closed when asked. */
export function through(points: ReadonlyArray<Point>, closed = false): string {
  const text = points.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${short(x)} ${short(y)}`).join('')
  return closed ? `${text}Z` : text
}

const pairs = (numbers: ReadonlyArray<number>): Array<Point> =>
  times(numbers.length / 2).map((i) => [numbers[i * 2]!, numbers[i * 2 + 1]!])

/** Path data of straight lines through x1, y1, x2, y2 … */
export const polyline = (numbers: ReadonlyArray<number>): string => through(pairs(numbers))

/** The same, closed. */
export const polygon = (numbers: ReadonlyArray<number>): string => through(pairs(numbers), true)

/** The points of y = f(x) from one x to another. */
export function plot(from: number, to: number, step: number, f: (x: number) => number): Array<Point> {
  const points: Array<Point> = []
  for (let x = from; x < to; x += step) points.push([x, f(x)])
  points.push([to, f(to)])
  return points
}

/** The point at an angle (degrees, 0 is up, clockwise) and distance from a center. */
export function polar(x: number, y: number, radius: number, degrees: number): Point {
  const angle = ((degrees - 90) * Math.PI) / 180
  return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)]
}

/** Path data of an arc (degrees, 0 is up, clockwise). */
export function arc(x: number, y: number, radius: number, from: number, to: number): string {
  const [x1, y1] = polar(x, y, radius, from)
  const [x2, y2] = polar(x, y, radius, to)
  return `M${short(x1)} ${short(y1)}A${short(radius)} ${short(radius)} 0 ${to - from > 180 ? 1 : 0} 1 ${short(x2)} ${short(y2)}`
}

/** Path data of a closed curve r = f(angle in radians) around a center. */
export function around(x: number, y: number, f: (angle: number) => number, steps = 720): string {
  const points: Array<Point> = []
  for (let i = 0; i < steps; i++) {
    const angle = (i / steps) * Math.PI * 2
    points.push([x + f(angle) * Math.cos(angle), y + f(angle) * Math.sin(angle)])
  }
  return through(points, true)
}

/** Shows its children only inside a shape; the id must be unique in the picture. */
export const inside = (id: string, shape: string, ...children: ReadonlyArray<string>): string =>
  `${element('clipPath', { id }, shape)}${group({ 'clip-path': `url(#${id})` }, ...children)}`

/** Multiplies its children with the picture below, like a second ink. */
export const overprint = (...children: ReadonlyArray<string>): string =>
  group({ style: 'mix-blend-mode:multiply' }, ...children)

/** n numbers from 0 to n − 1, for drawing in rows. */
export const times = (count: number): Array<number> => Array.from({ length: count }, (_, index) => index)
