import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { fallbackPicture, storedCategories } from '#domain/categories.ts'
import { fallbackNames, fallbackSvg } from './fallback.ts'

const folder = path.join(import.meta.dirname, '..', '..', '..', 'public', 'fallback')

test('every category and every kind of item has a fallback picture', () => {
  const kinds = ['article', 'news', 'newsletter', 'download']
  expect([...fallbackNames].sort()).toEqual([...new Set([...storedCategories.map(fallbackPicture), ...kinds])].sort())
})

test.each(fallbackNames)('the fallback picture for %s is small and equals the output of the script', async (name) => {
  const svg = await readFile(path.join(folder, `${name}.svg`), 'utf8')
  expect(svg).toBe(fallbackSvg(name))
  expect(svg.length).toBeLessThan(4096)
  expect(svg).not.toMatch(/NaN|undefined|<script|href/)
})
