import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { siteInBrowser, tabTo, unseenFocus } from './browser.ts'

const { visit } = siteInBrowser()

test('the theme follows the system until the visitor chooses and is there without a flash, the mobile menu closes with Escape and with a click beside it and leads on by keyboard, the first Tab offers to skip to the content, and every stop shows where the focus is', async () => {
  const page = await visit('/', {
    colorScheme: 'light',
    arrange: (page) =>
      page.addInitScript(() => {
        // Runs when the body appears, before the first paint.
        new MutationObserver((_changes, observer) => {
          if (!document.body) return
          observer.disconnect()
          Object.assign(window, {
            themeAtFirst: document.documentElement.dataset.theme ?? 'system',
          })
        }).observe(document, { childList: true, subtree: true })
      }),
  })
  const atFirst = () =>
    page.evaluate(() => (window as unknown as { themeAtFirst: string }).themeAtFirst)
  const paper = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  const toggle = page.getByRole('button', { name: 'Dark theme' })
  const light = await paper()
  expect(await atFirst()).toBe('system')
  expect(await toggle.getAttribute('aria-pressed')).toBe('false')
  await page.emulateMedia({ colorScheme: 'dark' })
  // Chromium sometimes keeps a color for a while after the scheme is emulated.
  await expect.poll(paper).not.toBe(light)
  const dark = await paper()
  await expect.poll(() => toggle.getAttribute('aria-pressed')).toBe('true')
  await page.emulateMedia({ colorScheme: 'light' })
  await expect.poll(paper).toBe(light)

  await toggle.click()
  expect(await paper()).toBe(dark)
  expect(await toggle.getAttribute('aria-pressed')).toBe('true')

  expect(await page.locator('nav[aria-label="Main"]').isVisible()).toBe(true)
  expect(await page.locator('header').getByRole('button', { name: 'Search' }).isVisible()).toBe(
    true,
  )
  expect(await page.locator('header [data-menu]').isVisible()).toBe(false)
  await page.setViewportSize({ width: 390, height: 800 })
  const menu = page.locator('nav[aria-label="Menu"]')
  const button = page.locator('summary[aria-label="Menu"]')
  expect(await page.locator('nav[aria-label="Main"]').isVisible()).toBe(false)
  expect(await menu.isVisible()).toBe(false)
  await button.click()
  expect(await menu.isVisible()).toBe(true)
  await page.keyboard.press('Escape')
  expect(await menu.isVisible()).toBe(false)
  expect(await button.evaluate((element) => element === document.activeElement)).toBe(true)
  await button.click()
  await page.locator('h1').click({ position: { x: 5, y: 5 } })
  expect(await menu.isVisible()).toBe(false)
  await tabTo(page, 'header summary')
  await page.keyboard.press('Enter')
  await tabTo(page, 'nav[aria-label="Menu"] a[href="/news"]')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/news')
  expect(await page.locator('h1').textContent()).toBe('News')
  expect(await atFirst()).toBe('dark')
  expect(await paper()).toBe(dark)
  await toggle.click()
  await page.reload()
  expect(await atFirst()).toBe('light')
  expect(await paper()).toBe(light)
  await skipToContent(page)
})

/** The first Tab offers to skip to the content, and every stop shows where the focus is. */
async function skipToContent(page: Page) {
  await page.goto('/article/warp-modes')
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to content' })
  expect(await skip.evaluate((element) => element === document.activeElement)).toBe(true)
  await expect.poll(async () => (await skip.boundingBox())?.y).toBeGreaterThanOrEqual(0)
  expect(await unseenFocus(page)).toEqual([])

  await skip.focus()
  await page.keyboard.press('Enter')
  await tabTo(page, 'main a')
  expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true)
}
