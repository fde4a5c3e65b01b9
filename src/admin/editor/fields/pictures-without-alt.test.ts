import { expect, test } from 'vitest'
import { picturesWithoutAlt, withAlt } from './pictures-without-alt.ts'

const text = 'One ![](/media/a.png) two ![B](/media/b.png) three ![](</media/c.png> "C")'

test('pictures without an alternative text are found, with and without a title', () => {
  expect(picturesWithoutAlt(text).map(({ url }) => url)).toEqual(['/media/a.png', '/media/c.png'])
})

test('an alternative text changes its picture alone, and its brackets end nothing', () => {
  expect(withAlt(text, '/media/c.png', 'A [red] knob')).toBe(
    text.replace('![](<', '![A \\[red\\] knob](<'),
  )
  expect(withAlt(text, '/media/b.png', 'Other')).toBe(text)
})
