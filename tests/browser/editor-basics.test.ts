import { expect, test } from 'vitest'
import { editorInBrowser, saved } from './editor/editor-page.ts'

const { open } = editorInBrowser()

test('a text that is opened is not changed', async () => {
  const page = await open('# One\n\nTwo *three* x\n')
  await page.locator('.ProseMirror p').click()
  await page.keyboard.press('End')
  expect(await saved(page)).toBe('# One\n\nTwo *three* x\n')
  expect(await page.evaluate(() => window.harness.changes)).toEqual([])
  await page.keyboard.type(' four')
  await expect.poll(() => page.evaluate(() => window.harness.changes)).toEqual(['# One\n\nTwo *three* x four\n'])
})
