import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { siteInBrowser } from './browser.ts'
import { missingScreens, screens } from './screens.ts'

interface Axe {
  run(context: Document, options: object): Promise<unknown>
}

const { visit } = siteInBrowser()
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Serious and critical findings, each as 'rule: element'. In another color scheme only the contrast can differ. */
async function findings(page: Page, rules: 'all' | 'contrast'): Promise<Array<string>> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  const options = { resultTypes: ['violations'], ...(rules === 'all' ? {} : { runOnly: ['color-contrast'] }) }
  const results = (await page.evaluate(
    (options) => (window as unknown as { axe: Axe }).axe.run(document, options),
    options,
  )) as AxeResults
  return results.violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 150)} ${node.failureSummary ?? ''}`))
}

/** Checks what is shown at 390 and 1280 px, light and dark. */
async function expectAccessible(page: Page, widths = [390, 1280]) {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      const found = await findings(page, colorScheme === 'light' ? 'all' : 'contrast')
      expect(found, `${width} px, ${colorScheme}`).toEqual([])
    }
  }
}

test.each(screens)('axe finds nothing serious on $name', async ({ path }) => {
  await expectAccessible(await visit(path, { walk: 'screens', expected: missingScreens }))
})

test('axe finds nothing serious in the search overlay, asked and answered', async () => {
  const page = await visit('/about')
  await page.getByRole('button', { name: 'Search' }).click()
  const overlay = page.locator('dialog[open]')
  await overlay.waitFor()
  await expectAccessible(page)
  await overlay.getByRole('searchbox').fill('polymeter')
  await overlay.locator('a[data-hit]').first().waitFor()
  await expectAccessible(page)
})

test('axe finds nothing serious in the download dialog with a toast above it', async () => {
  const page = await visit('/news/4')
  await page.getByRole('button', { name: /Glass FM Hits/ }).click()
  const dialog = page.locator('dialog[open]')
  await dialog.getByRole('button', { name: 'Get the download' }).click()
  await page.locator('.toast').waitFor()
  await page.locator('.toast').hover()
  await expectAccessible(page)
})

test('axe finds nothing serious in the open mobile menu', async () => {
  const page = await visit('/', { viewport: { width: 390, height: 800 } })
  await page.locator('summary').click()
  await expectAccessible(page, [390])
})

test('axe finds nothing serious on a list of saved items', async () => {
  const page = await visit('/article/warp-modes')
  await page.locator('[data-save]').click()
  await expectAccessible(page)
  await page.goto('/saved')
  await page.locator('[data-saved-list] li').waitFor()
  await expectAccessible(page)
})

test('axe finds nothing serious on a form that refused an address', async () => {
  const page = await visit('/newsletters')
  await page.locator('main form button').click()
  await page.locator('main [aria-invalid="true"]').waitFor()
  await expectAccessible(page)
})
