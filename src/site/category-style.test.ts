import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { categoryStyles } from './category-style.ts'

const css = readFileSync(new URL('../styles/categories.css', import.meta.url), 'utf8')

/** Relative luminance by WCAG 2. */
function luminance(hex: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

test.each(Object.entries(categoryStyles))(
  'the stylesheet gives %s its color, readable in both themes',
  (name, { clip }) => {
    const rule = new RegExp(`\\[data-category="${name}"\\] \\{([^}]+)\\}`).exec(css)?.[1] ?? ''
    const [, ink = '', dark = ''] = /--cat-ink: light-dark\((#\w+), (#\w+)\)/.exec(rule) ?? []
    expect(rule).toContain(`--cat-clip: ${clip};`)
    expect(contrast(ink, '#ece5d6'), 'ink on light paper').toBeGreaterThan(4.5)
    expect(contrast(dark, '#232127'), 'ink on dark surface').toBeGreaterThan(4.5)
    expect(contrast('#17161a', clip), 'dark text on the fill').toBeGreaterThan(4.5)
  },
)
