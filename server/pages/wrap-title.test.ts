import { expect, test } from 'vitest'
import { wrapTitle } from './wrap-title.ts'

/** Every character is half as wide as it is high. */
const widthOf = (text: string, size: number) => (text.length * size) / 2
const wrap = (title: string, width = 1072) => wrapTitle(title, width, widthOf)

test.each([
  ['Warp modes', 128, ['Warp modes']],
  ['Mixing drums in Live', 128, ['Mixing drums in', 'Live']],
  ['音乐制作的音高移动（入门）', 106, ['音乐制作的音高移动（入门）']],
  ['', 128, []],
])('%s is in lines of the largest size in which it fits', (title, size, lines) => {
  expect(wrap(title)).toEqual({ size, lines })
})

test('text without spaces is broken between words, and punctuation stays with its word', () => {
  expect(wrap('音楽「制作」、入門。', 260).lines).toEqual(['音楽', '「制作」、', '入門。'])
  expect(wrap('การทำเพลง', 200).lines.join('')).toBe('การทำเพลง')
})

test('a word that is wider than a line is broken, between whole characters', () => {
  const { lines } = wrap('👩‍🎤'.repeat(12), 300)
  expect(lines.length).toBeGreaterThan(1)
  expect(lines.join('').replaceAll('👩‍🎤', '').replace('…', '')).toBe('')
})

test('of a title that fits in no size, the end is left out', () => {
  const { size, lines } = wrap('word '.repeat(60))
  expect([size, lines.length]).toEqual([62, 4])
  expect(lines.at(-1)).toMatch(/…$/)
})
