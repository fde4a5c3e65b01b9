import { expect, test } from 'vitest'
import { contrast, textContrast } from './colors.ts'
import { inkOnAccent, theme } from './look-settings.ts'
import { siteStyles } from './site-look.ts'

const hex = (value: number) => value.toString(16).padStart(2, '0')
const steps = [0, 51, 102, 153, 204, 255]
/**
 * Colors of any darkness: all greys, because contrast depends on the luminance alone, and a grid
 * through the others.
 */
const colors = [
  ...Array.from({ length: 256 }, (_, tone) => `#${hex(tone).repeat(3)}`),
  ...steps.flatMap((red) =>
    steps.flatMap((green) => steps.map((blue) => `#${hex(red)}${hex(green)}${hex(blue)}`)),
  ),
]

test('every color can be the accent: the texts on it have the contrast of WCAG AA', () => {
  expect(colors.filter((color) => contrast(inkOnAccent(color), color) < textContrast)).toEqual([])
  expect(colors.filter((accent) => !theme.safeParse({ colors: { accent } }).success)).toEqual([])
})

test('the text on the accent stays as dark as the site’s own while that can be read, in each theme', () => {
  const inks = {
    '#ff6a2b': '#17161a',
    '#4f9d45': '#17161a',
    '#1c3d18': '#ffffff',
    '#2f6fb0': '#ffffff',
  }
  expect(Object.keys(inks).map(inkOnAccent)).toEqual(Object.values(inks))
  const accent = { light: '#1c3d18', dark: '#7fb0ff' }
  expect(siteStyles({ theme: { colors: { accent } } })).toContain(
    '--color-on-accent: light-dark(#ffffff, #17161a)',
  )
  expect(siteStyles({ theme: {} })).not.toContain('--color-on-accent')
})
