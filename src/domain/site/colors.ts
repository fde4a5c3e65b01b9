import { z } from 'zod'

/** A color as #RRGGBB. */
export const hexColor = z
  .string()
  .regex(/^#[0-9a-f]{6}$/i, 'Write a color as #rrggbb')
  .transform((text) => text.toLowerCase())

type Rgb = readonly [red: number, green: number, blue: number]

function rgbOf(hex: string): Rgb {
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as unknown as Rgb
}

/** Relative luminance by WCAG 2. */
function luminance(hex: string): number {
  const [red, green, blue] = rgbOf(hex).map((value) => {
    const part = value / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }) as unknown as Rgb
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The contrast of two colors by WCAG 2, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

/** The contrast that WCAG AA demands of text. */
export const textContrast = 4.5

/** A color between two: the share of the second is from 0 to 1. */
export function mixed(one: string, other: string, share: number): string {
  const [from, to] = [rgbOf(one), rgbOf(other)]
  return `#${from
    .map((value, index) => Math.round(value + ((to[index] ?? 0) - value) * share))
    .map((value) => value.toString(16).padStart(2, '0'))
    .join('')}`
}

/** The color nearest to one on its way to black or white that has enough contrast with a ground. */
export function readableOn(ground: string, color: string): string {
  const end = luminance(ground) > 0.18 ? '#000000' : '#ffffff'
  for (let step = 0; step < 20; step += 1) {
    const tone = mixed(color, end, step / 20)
    // A little more than AA, because the tone may also stand on a surface that is slightly nearer
    // to it.
    if (contrast(tone, ground) >= textContrast + 0.1) return tone
  }
  return end
}
