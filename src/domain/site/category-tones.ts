import { contrast, mixed, readableOn, textContrast } from './colors.ts'

/** The tones of a category, as in `CategoryFacts` of the categories of the specification. */
export interface CategoryTones {
  inks: { soft: string; base: string; deep: string; pop: string }
  strip: string
  text: readonly [light: string, dark: string]
}

/** Colors of new categories, which can be told apart. */
const newColors = [
  '#3f8f3a',
  '#c2452d',
  '#2f6fb0',
  '#b7791f',
  '#7a4fa3',
  '#0f8a83',
  '#b03a6b',
  '#5b6d83',
]

/** The color of the new category at this place, from 0. */
export const newCategoryColor = (index: number): string => newColors[index % newColors.length] ?? ''

/** Ink and paper of pictures. */
const [ink, paper] = ['#17161a', '#f6f1e7']

/**
 * The tones of a category of `site.yaml`, made from its color so that texts have enough contrast.
 * `grounds` are the surfaces that they stand on.
 */
export function tonesOfColor(
  color: string,
  grounds: readonly [light: string, dark: string],
): CategoryTones {
  let base = color
  // A tone between both is darkened until one of them can be read on it.
  while (Math.max(contrast(ink, base), contrast(paper, base)) < textContrast + 0.1)
    base = mixed(base, '#000000', 0.05)
  return {
    inks: {
      soft: mixed(color, '#ffffff', 0.72),
      base,
      deep: mixed(color, '#0c0b0d', 0.76),
      pop: mixed(opposite(color), '#ffffff', 0.25),
    },
    strip: color,
    text: [readableOn(grounds[0], color), readableOn(grounds[1], color)],
  }
}

/** The color on the other side of the wheel. */
function opposite(color: string): string {
  const parts = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
  const sum = Math.max(...parts) + Math.min(...parts)
  return `#${parts.map((value) => (sum - value).toString(16).padStart(2, '0')).join('')}`
}
