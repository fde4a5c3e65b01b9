import { expect, test } from 'vitest'
import { expectAccessible } from './axe.ts'
import { heldToast, overflowing, siteInBrowser, unfoldForms } from './browser.ts'

// The screens themselves are in `every-screen.test.ts`.
const { visit } = siteInBrowser()

test('axe finds nothing serious in the open menu, the overlay, the dialog of a download, a refused form and a list of saved items, and none is too wide for a small phone', async () => {
  const small = { width: 360, height: 640 }
  const page = await visit('/news/4', { viewport: small })
  const dialog = page.locator('dialog[open]')
  const close = async () => {
    await page.keyboard.press('Escape')
    await expect.poll(() => dialog.count()).toBe(0)
  }
  await page.locator('header summary').click()
  expect(await overflowing(page)).toEqual([])
  await expectAccessible(page, [390])

  await page.setViewportSize(small)
  await page.locator('[data-search-open]').first().click()
  await dialog.getByRole('searchbox').fill('drums')
  await dialog.locator('a[data-hit]').first().waitFor()
  expect(await overflowing(page)).toEqual([])
  expect(await dialog.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
  await expectAccessible(page, [1280])
  await close()

  // The dialog of a download, with a message above it.
  await page.setViewportSize(small)
  await page.getByRole('button', { name: /Glass FM Hits/ }).click()
  await dialog.getByRole('button', { name: 'Get the download' }).click()
  await heldToast(page)
  expect(await overflowing(page)).toEqual([])
  expect(await dialog.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
  await expectAccessible(page, [390])
  await close()

  // A saved item, and a form that refused an address.
  await page.locator('[data-save]').click()
  await unfoldForms(page)
  await page.locator('footer form button').click()
  await page.locator('footer [aria-invalid="true"]').waitFor()
  await expectAccessible(page, [1280])
  await page.goto('/saved')
  await page.locator('[data-saved-list] li').waitFor()
  await expectAccessible(page, [390])
})
