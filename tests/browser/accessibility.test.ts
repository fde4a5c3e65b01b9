import { expect, test } from 'vitest'
import { expectAccessible } from './axe.ts'
import { heldToast, overflowing, siteInBrowser } from './browser.ts'

// The screens themselves are in `every-screen.test.ts`.
const { visit } = siteInBrowser()

test('axe finds nothing serious in the open menu, the overlay, the dialog of a download, a list of saved items and a refused form', async () => {
  const page = await visit('/about')
  await page.getByRole('button', { name: 'Search' }).click()
  const dialog = page.locator('dialog[open]')
  await dialog.waitFor()
  await expectAccessible(page)
  await dialog.getByRole('searchbox').fill('polymeter')
  await dialog.locator('a[data-hit]').first().waitFor()
  await expectAccessible(page)

  // The dialog of a download, with a message above it.
  await page.goto('/news/4')
  await page.getByRole('button', { name: /Glass FM Hits/ }).click()
  await dialog.getByRole('button', { name: 'Get the download' }).click()
  await heldToast(page)
  await expectAccessible(page)

  await page.goto('/article/warp-modes')
  await page.locator('[data-save]').click()
  await expectAccessible(page)
  await page.goto('/saved')
  await page.locator('[data-saved-list] li').waitFor()
  await expectAccessible(page)

  // A form that refused an address.
  await page.goto('/newsletters')
  await page.locator('main form button').click()
  await page.locator('main [aria-invalid="true"]').waitFor()
  await expectAccessible(page)

  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto('/')
  await page.locator('summary').click()
  await expectAccessible(page, [390])

  // None of them makes a small page scroll sideways.
  await page.setViewportSize({ width: 360, height: 640 })
  await page.goto('/')
  await page.locator('summary').click()
  expect(await overflowing(page)).toEqual([])
  for (const button of ['[data-search-open]', '[data-island="downloads"] button']) {
    await page.locator(button).first().click()
    await dialog.waitFor()
    if (button === '[data-search-open]') {
      await dialog.getByRole('searchbox').fill('drums')
      await dialog.locator('a[data-hit]').first().waitFor()
    }
    expect(await overflowing(page), button).toEqual([])
    expect(await dialog.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
    await page.keyboard.press('Escape')
    await expect.poll(() => dialog.count()).toBe(0)
  }
})
