// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { isSaved, readSaved, toggleSaved } from './saved-items.ts'

const warp = {
  url: '/article/warp-modes',
  title: 'Warp modes',
  label: 'Sample Management',
  imageUrl: null,
}
const echo = {
  url: '/article/echo-dub-throws',
  title: 'Dub throws',
  label: 'Audio Effects',
  imageUrl: '/media/e.png',
}

test('saving keeps an item, newest first, and saving again removes it', () => {
  localStorage.clear()
  expect(toggleSaved(localStorage, warp, new Date('2026-01-01'))).toBe(true)
  expect(toggleSaved(localStorage, echo, new Date('2026-01-02'))).toBe(true)
  expect(readSaved(localStorage).map((item) => item.url)).toEqual([echo.url, warp.url])
  expect(isSaved(localStorage, warp.url)).toBe(true)
  expect(toggleSaved(localStorage, warp, new Date('2026-01-03'))).toBe(false)
  expect(readSaved(localStorage)).toEqual([{ ...echo, savedAt: '2026-01-02T00:00:00.000Z' }])
})

test.each([
  '{',
  'null',
  '{"url":"/x"}',
  '[null, 3, {"url":"//evil.example","title":"x"}, {"url":"javascript:x","title":"x"}]',
])('a broken or foreign memory (%s) counts as nothing', (text) => {
  localStorage.setItem('session-notes:saved', text)
  expect(readSaved(localStorage)).toEqual([])
})
