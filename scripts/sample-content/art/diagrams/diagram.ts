import { ink, paper } from '../../../../server/pages/inks.ts'
import { type Attributes, element, fill, type Point, polygon, rect, stroke, through } from '../shapes.ts'

/** A labeled drawing inside an article: 1600 wide, on paper in the light and in the dark. */
export interface Diagram {
  readonly name: string
  readonly height: number
  draw(): ReadonlyArray<string>
}

/** The family name in the font files of `server/pages/fonts`. */
const family = 'Bricolage Grotesque 96pt ExtraBold'

/** The color of guide lines. */
export const faint = '#DCD3C2'
/** The color of secondary words, readable on paper. */
export const quiet = '#5F594E'

/** Words with their vertical middle at y. */
export function words(
  x: number,
  y: number,
  text: string,
  options: { size?: number; bold?: boolean; color?: string; anchor?: 'start' | 'middle' | 'end' } = {},
): string {
  const { size = 36, bold = false, color = ink, anchor = 'start' } = options
  return element(
    'text',
    {
      x,
      y: y + size * 0.33,
      'font-family': family,
      'font-size': size,
      'font-weight': bold ? 700 : 500,
      fill: color,
      'text-anchor': anchor,
    },
    text.replaceAll('&', '&amp;').replaceAll('<', '&lt;'),
  )
}

/** A straight line through points x1, y1, x2, y2 …, with flat ends. */
export const line = (numbers: ReadonlyArray<number>, color: string, width = 4, more: Attributes = {}): string =>
  stroke(numbers.map((value, i) => (i % 2 ? value : `${i ? 'L' : 'M'}${value} `)).join(''), color, width, {
    'stroke-linecap': 'butt',
    ...more,
  })

/** The head of an arrow whose tip is at a point, turned by degrees (0 looks right). */
export const arrowHead = (x: number, y: number, degrees: number, color: string): string =>
  fill(polygon([x, y, x - 30, y - 17, x - 30, y + 17]), color, { transform: `rotate(${degrees} ${x} ${y})` })

/** A line drawn through many points with round joins. */
export const curve = (points: ReadonlyArray<Point>, color: string, width: number, more: Attributes = {}): string =>
  stroke(through(points), color, width, more)

export function diagramSvg({ height, draw }: Diagram): string {
  const parts = [rect(0, 0, 1600, height, paper), ...draw()].join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1600 ${height}" width="1600" height="${height}">${parts}</svg>`
}
