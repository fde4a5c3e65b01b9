import { expect, test } from 'vitest'
import { storedCategories } from '#domain/categories.ts'
import { ink, inksOf, paper, siteInks, textOn } from './inks.ts'

function luminance(color: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
}

function contrast(one: string, other: string): number {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (high! + 0.05) / (low! + 0.05)
}

test.each([...storedCategories, 'news', 'newsletter', 'site'])(
  'words on the color of %s pass AA',
  (topic) => {
    const { base } = inksOf(topic)
    expect(contrast(textOn(base), base)).toBeGreaterThanOrEqual(4.5)
  },
)

test('words are the better one of ink and paper', () => {
  expect(textOn(paper)).toBe(ink)
  expect(textOn(ink)).toBe(paper)
})

test.each(['', 'constructor', 'sound-design', 'about'])(
  'an unknown topic %j has the colors of the site',
  (topic) => {
    expect(inksOf(topic)).toBe(siteInks)
  },
)
