import { expect, test } from 'vitest'
import { bodyTests } from './editor/bodies.ts'
import { copyingTests } from './editor/copying.ts'
import { deviceTests } from './editor/devices.ts'
import { editorInBrowser, saved } from './editor/editor-page.ts'
import { fidelityTests } from './editor/fidelity.ts'
import { pastingTests } from './editor/pasting.ts'
import { typingTests } from './editor/typing.ts'

// All of them share one build of the editor.
const pages = editorInBrowser()
const { open } = pages

test('opening a text does not change it', async () => {
  const page = await open('# One\n\nTwo *three* x\n')
  await page.locator('.ProseMirror p').click()
  await page.keyboard.press('End')
  expect(await saved(page)).toBe('# One\n\nTwo *three* x\n')
  expect(await page.evaluate(() => window.harness.changes)).toEqual([])
  await page.keyboard.type(' four')
  await expect.poll(() => page.evaluate(() => window.harness.changes)).toEqual(['# One\n\nTwo *three* x four\n'])
})

typingTests(pages)
pastingTests(pages)
copyingTests(pages)
fidelityTests(pages)
bodyTests(pages)
deviceTests(pages)
