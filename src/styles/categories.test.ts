import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { storedCategories } from '#domain/categories.ts'
import { categoryStyles } from '../../scripts/category-styles.ts'

const css = readFileSync(new URL('./categories.css', import.meta.url), 'utf8')

test('the colors are those of the categories (npm run styles:categories writes them)', () => {
  expect(css).toBe(categoryStyles())
})

/**
 * The darkest and the lightest surface that text stands on: `--color-sunk` of the light theme, of
 * the dark one.
 */
const surfaces = ['#ece5d6', '#232127']

/** Relative luminance by WCAG 2. */
function luminance(hex: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrast(one = '', other = ''): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

test.each(storedCategories)('the text colors of %s pass AA in both themes', (category) => {
  const rule = new RegExp(`\\[data-category="${category}"\\] \\{([^}]+)\\}`).exec(css)?.[1] ?? ''
  const pair = (name: string) =>
    new RegExp(`--cat-${name}: light-dark\\((#\\w+), (#\\w+)\\)`).exec(rule)?.slice(1) ?? []
  const [ink, fill, on] = ['ink', 'fill', 'on'].map(pair) as [
    Array<string>,
    Array<string>,
    Array<string>,
  ]
  for (const theme of [0, 1]) {
    expect(contrast(ink[theme], surfaces[theme])).toBeGreaterThan(4.5)
    expect(contrast(on[theme], fill[theme])).toBeGreaterThan(4.5)
  }
})
