import type { Random } from './random.ts'
import { fill } from './shapes.ts'

export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

const dot = (x: number, y: number, r: number): string =>
  `M${(x - r).toFixed(1)} ${y.toFixed(1)}a${r.toFixed(2)} ${r.toFixed(2)} 0 1 0 ${(2 * r).toFixed(2)} 0a${r.toFixed(2)} ${r.toFixed(2)} 0 1 0 ${(-2 * r).toFixed(2)} 0`

/**
 * A printer's halftone: dots on a turned grid whose size follows a tone from 0 (none) to 1 (touching).
 * The grid stands still in the picture, so that neighboring fields of one picture join.
 */
export function halftone(
  box: Box,
  pitch: number,
  degrees: number,
  color: string,
  tone: (x: number, y: number) => number,
) {
  const angle = (degrees * Math.PI) / 180
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  const [centerX, centerY] = [box.x + box.width / 2, box.y + box.height / 2]
  const reach = Math.ceil(Math.hypot(box.width, box.height) / 2 / pitch)
  const dots: Array<string> = []
  for (let row = -reach; row <= reach; row++) {
    for (let column = -reach; column <= reach; column++) {
      const x = centerX + (column * cos - row * sin) * pitch
      const y = centerY + (column * sin + row * cos) * pitch
      if (x < box.x || x > box.x + box.width || y < box.y || y > box.y + box.height) continue
      const radius = Math.min(1, tone(x, y)) * pitch * 0.56
      if (radius > 0.7) dots.push(dot(x, y, radius))
    }
  }
  return fill(dots.join(''), color)
}

/** Small specks where the press left the paper bare: sparse on purpose, since noise is what makes a PNG large. */
export function specks(random: Random, box: Box, count: number, color: string): string {
  const dots = Array.from({ length: count }, () => {
    const radius = 0.8 + 1.9 * random.next() ** 3
    return dot(box.x + random.next() * box.width, box.y + random.next() * box.height, radius)
  })
  return fill(dots.join(''), color)
}
