import { gzipSync } from 'node:zlib'
import type { Page, Response } from 'playwright-core'
import { expect, test } from 'vitest'
import { gate, siteInBrowser, unfoldForms } from './browser.ts'

const { visit } = siteInBrowser()

/**
 * Delays the scripts that the page asks for from now on, until `release`; `asked` is the number of
 * waiting files.
 */
async function delayScripts(page: Page) {
  const { opened, open } = gate()
  let asked = 0
  await page.unroute(/\/assets\/.*\.js$/)
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    asked += 1
    await opened
    await route.continue()
  })
  return { release: open, asked: () => asked }
}

/**
 * Opens a page whose islands cannot be loaded before `release`. `expectSmall` is about the scripts
 * that it has loaded since, without the browser's cache.
 */
async function openAsleep(page: Page, path: string) {
  await page.unroute(/\/assets\/.*\.js$/)
  await page.goto(path)
  const scripts: Array<Response> = []
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response)
  })
  return {
    ...(await delayScripts(page)),
    async expectSmall() {
      const bodies = await Promise.all(scripts.map((script) => script.body()))
      expect(bodies.length).toBeGreaterThan(0)
      const size = bodies.reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0)
      expect(size).toBeLessThanOrEqual(90 * 1024)
    },
  }
}

/** Opens a page whose own script is delayed until `release`. */
async function openWithoutScript(page: Page, path: string) {
  const delayed = await delayScripts(page)
  await page.goto(path, { waitUntil: 'commit' })
  return delayed
}

const dialog = (page: Page) => page.locator('dialog[open]')

test('touches, presses and letters before the scripts of at most 90 KB are loaded take effect once, also after a lost network, and every island hydrates', async () => {
  const page = await visit('/robots.txt', {
    expected: /ERR_INTERNET_DISCONNECTED|dynamically imported module/,
  })
  await touchSearch(page)
  await pressBeforeScript(page)
  await sendBeforeForm(page)
  await hydrateAfterLoss(page)
})

/**
 * A touch of Search and what is typed after its key are not lost while its code of at most 90 KB is
 * loading.
 */
async function touchSearch(page: Page) {
  const field = dialog(page).getByRole('searchbox')
  const pressed = await openAsleep(page, '/about')
  await page.getByRole('button', { name: 'Search' }).click()
  await expect.poll(pressed.asked).toBeGreaterThan(0)
  expect(await dialog(page).count()).toBe(0)
  // What is typed elsewhere stays there.
  const email = page.locator('main input[type="email"]')
  await email.pressSequentially('ada@example.org')
  pressed.release()
  await dialog(page).getByPlaceholder('Search for tips, articles, and news...').waitFor()
  expect(new URL(page.url()).pathname).toBe('/about')
  await pressed.expectSmall()
  expect(await field.inputValue()).toBe('')
  expect(await email.inputValue()).toBe('ada@example.org')

  const byKey = await openAsleep(page, '/about')
  await page.keyboard.press('/')
  await expect.poll(byKey.asked).toBeGreaterThan(0)
  await page.keyboard.type('1/4 drum')
  expect(await dialog(page).count()).toBe(0)
  byKey.release()
  await field.waitFor()
  await page.keyboard.type(' loop')
  expect(await field.inputValue()).toBe('1/4 drum loop')
  expect(await dialog(page).count()).toBe(1)
}

/**
 * Presses on Save, Share and a download take effect when the script of the page, or of the dialog
 * with at most 90 KB, is loaded.
 */
async function pressBeforeScript(page: Page) {
  const article = await openWithoutScript(page, '/article/warp-modes')
  const save = page.locator('[data-save]')
  await save.click()
  await page.getByRole('button', { name: 'Share' }).click()
  expect(await save.getAttribute('aria-pressed')).toBe('false')
  article.release()
  await expect.poll(() => save.getAttribute('aria-pressed')).toBe('true')
  await expect.poll(() => page.locator('[data-share-status]').textContent()).not.toBe('')
  // From now on only the script handles presses.
  await save.click()
  await expect.poll(() => save.getAttribute('aria-pressed')).toBe('false')
  expect(await page.locator('[popovertarget]').count()).toBe(
    await page.locator('[data-island] [popovertarget]').count(),
  )

  const download = page.getByRole('button', { name: /Sub Bass One-Shots/ })
  const home = await openWithoutScript(page, '/')
  await download.click()
  home.release()
  await dialog(page).waitFor()
  expect(await dialog(page).textContent()).toContain('Sub Bass One-Shots')
  await page.keyboard.press('Escape')
  await download.click()
  await dialog(page).waitFor()

  const asleep = await openAsleep(page, '/')
  await download.click()
  await expect.poll(asleep.asked).toBeGreaterThan(0)
  asleep.release()
  await dialog(page).waitFor()
  await asleep.expectSmall()
  expect(await dialog(page).textContent()).toContain('Sub Bass One-Shots')
}

/**
 * An address that is sent while the code of the form, at most 90 KB, is loading arrives once, by
 * key and by button.
 */
async function sendBeforeForm(page: Page) {
  const sent: Array<unknown> = []
  await page.route('**/api/subscribe', async (route) => {
    sent.push(route.request().postDataJSON())
    await route.fulfill({ json: { ok: true } })
  })
  const field = page.locator('main input[name="email"]')
  for (const submit of [
    () => field.press('Enter'),
    () => page.locator('main form button').click(),
  ]) {
    const { release, asked, expectSmall } = await openAsleep(page, '/newsletters')
    await field.fill('early@example.com')
    await submit()
    await expect.poll(asked).toBeGreaterThan(0)
    expect(await field.inputValue()).toBe('early@example.com')
    release()
    await page.locator('[data-part="toast"]').waitFor()
    await expectSmall()
    expect(sent.splice(0)).toMatchObject([{ email: 'early@example.com', source: 'newsletter' }])
    expect(new URL(page.url()).pathname).toBe('/newsletters')
  }
}

/**
 * After a lost network the next touch hydrates the island, and every island hydrates without a
 * message in the console.
 */
async function hydrateAfterLoss(page: Page) {
  await page.goto('/')
  await page.route(/\/assets\/.*\.js$/, (route) => route.abort('internetdisconnected'))
  const failed = page.waitForEvent('requestfailed')
  await page.getByRole('button', { name: 'Search' }).click()
  await failed
  await page.unroute(/\/assets\/.*\.js$/)
  // A press during the lost network may still be in progress; the next one counts.
  const opens = () =>
    dialog(page)
      .waitFor({ timeout: 1500 })
      .then(() => true)
      .catch(() => false)
  await expect
    .poll(async () => {
      // A real click would wait behind an open dialog.
      await page.locator('[data-search-open]').first().dispatchEvent('click')
      return opens()
    })
    .toBe(true)
  await page.keyboard.press('Escape')
  await expect.poll(() => dialog(page).count()).toBe(0)

  // Every island of a page hydrates without a message in the console.
  for (const path of ['/', '/article/warp-modes', '/newsletters']) {
    if (path !== '/') await page.goto(path)
    await unfoldForms(page)
    for (const island of await page.locator('[data-island="subscribe"] input').all())
      await island.focus()
    for (const island of await page
      .locator('[data-island="search"], [data-island="downloads"]')
      .all()) {
      await island.locator('button').first().click()
      await dialog(page).waitFor()
      await page.keyboard.press('Escape')
      await expect.poll(() => dialog(page).count()).toBe(0)
    }
    // React marks hydrated elements.
    const asleep = () =>
      page
        .locator('[data-island]')
        .evaluateAll(
          (all) =>
            all.filter((one) => !Object.keys(one).some((key) => key.startsWith('__reactContainer')))
              .length,
        )
    await expect.poll(asleep, { message: path }).toBe(0)
  }
}
