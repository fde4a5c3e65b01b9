import { test } from 'vitest'
import { expectAccessible } from './axe.ts'
import { heldToast, siteInBrowser } from './browser.ts'
import { missingScreens, screens } from './screens.ts'

const { visit } = siteInBrowser()
test.each(screens)('axe finds nothing serious on $name', { tags: ['thorough'] }, async ({ path }) => {
  await expectAccessible(await visit(path, { walk: 'screens', expected: missingScreens }))
})

test('axe finds nothing serious in the search overlay, asked and answered', { tags: ['thorough'] }, async () => {
  const page = await visit('/about')
  await page.getByRole('button', { name: 'Search' }).click()
  const overlay = page.locator('dialog[open]')
  await overlay.waitFor()
  await expectAccessible(page)
  await overlay.getByRole('searchbox').fill('polymeter')
  await overlay.locator('a[data-hit]').first().waitFor()
  await expectAccessible(page)
})

test('axe finds nothing serious in the download dialog with a toast above it', { tags: ['thorough'] }, async () => {
  const page = await visit('/news/4')
  await page.getByRole('button', { name: /Glass FM Hits/ }).click()
  const dialog = page.locator('dialog[open]')
  await dialog.getByRole('button', { name: 'Get the download' }).click()
  await heldToast(page)
  await expectAccessible(page)
})

test('axe finds nothing serious in the open mobile menu', async () => {
  const page = await visit('/', { viewport: { width: 390, height: 800 } })
  await page.locator('summary').click()
  await expectAccessible(page, [390])
})

test('axe finds nothing serious on a list of saved items', { tags: ['thorough'] }, async () => {
  const page = await visit('/article/warp-modes')
  await page.locator('[data-save]').click()
  await expectAccessible(page)
  await page.goto('/saved')
  await page.locator('[data-saved-list] li').waitFor()
  await expectAccessible(page)
})

test('axe finds nothing serious on a form that refused an address', { tags: ['thorough'] }, async () => {
  const page = await visit('/newsletters')
  await page.locator('main form button').click()
  await page.locator('main [aria-invalid="true"]').waitFor()
  await expectAccessible(page)
})
