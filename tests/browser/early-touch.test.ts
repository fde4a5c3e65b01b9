import { gzipSync } from 'node:zlib'
import type { Page, Response } from 'playwright-core'
import { expect, test } from 'vitest'
import { gate, siteInBrowser } from './browser.ts'

const { visit } = siteInBrowser()

/** Opens a page whose islands cannot be loaded before `release`; `asked` is the number of waiting files. */
async function visitAsleep(path: string) {
  const { opened, open } = gate()
  const page = await visit(path)
  let asked = 0
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    asked += 1
    await opened
    await route.continue()
  })
  return { page, release: open, asked: () => asked }
}

const dialog = (page: Page) => page.locator('dialog[open]')

test('a click on Search is not lost while its code is loading', async () => {
  const { page, release, asked } = await visitAsleep('/')
  await page.getByRole('button', { name: 'Search' }).click()
  await expect.poll(asked).toBeGreaterThan(0)
  expect(await dialog(page).count()).toBe(0)
  release()
  await dialog(page).getByPlaceholder('Search for tips, articles, and news...').waitFor()
  expect(new URL(page.url()).pathname).toBe('/')
})

test('what is typed after the key of the search, before its code is loaded, is searched', async () => {
  const { page, release, asked } = await visitAsleep('/')
  await page.keyboard.press('/')
  await expect.poll(asked).toBeGreaterThan(0)
  await page.keyboard.type('1/4 drum')
  expect(await dialog(page).count()).toBe(0)
  release()
  const field = dialog(page).getByRole('searchbox')
  await field.waitFor()
  await page.keyboard.type(' loop')
  expect(await field.inputValue()).toBe('1/4 drum loop')
  expect(await dialog(page).count()).toBe(1)
})

test('what is typed elsewhere while a pressed button is loading stays there', async () => {
  const { page, release, asked } = await visitAsleep('/')
  await page.getByRole('button', { name: 'Search' }).click()
  await expect.poll(asked).toBeGreaterThan(0)
  const email = page.locator('footer input[type="email"]')
  await email.pressSequentially('ada@example.org')
  release()
  const field = dialog(page).getByRole('searchbox')
  await field.waitFor()
  expect(await field.inputValue()).toBe('')
  expect(await email.inputValue()).toBe('ada@example.org')
})

/** Opens a page whose own script is delayed until `release`. */
async function visitWithoutScript(path: string) {
  const { opened, open } = gate()
  const page = await visit('/about')
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await opened
    await route.continue()
  })
  await page.goto(path, { waitUntil: 'commit' })
  return { page, release: open }
}

test('presses on Save and Share take effect when the script of the page is loaded', {
  tags: ['thorough'],
}, async () => {
  const { page, release } = await visitWithoutScript('/article/warp-modes')
  const save = page.locator('[data-save]')
  await save.click()
  await page.getByRole('button', { name: 'Share' }).click()
  expect(await save.getAttribute('aria-pressed')).toBe('false')
  release()
  await expect.poll(() => save.getAttribute('aria-pressed')).toBe('true')
  await expect.poll(() => page.locator('[data-share-status]').textContent()).not.toBe('')
  // From now on only the script handles presses.
  await save.click()
  await expect.poll(() => save.getAttribute('aria-pressed')).toBe('false')
  expect(await page.locator('[popovertarget]').count()).toBe(
    await page.locator('[data-island] [popovertarget]').count(),
  )
})

test('a press on a download takes effect when the script of the page is loaded', { tags: ['thorough'] }, async () => {
  const { page, release } = await visitWithoutScript('/')
  await page.getByRole('button', { name: /Sub Bass One-Shots/ }).click()
  release()
  await dialog(page).waitFor()
  expect(await dialog(page).textContent()).toContain('Sub Bass One-Shots')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /Sub Bass One-Shots/ }).click()
  await dialog(page).waitFor()
})

test('a click on a download is not lost while its code is loading', async () => {
  const { page, release, asked } = await visitAsleep('/')
  await page.getByRole('button', { name: /Sub Bass One-Shots/ }).click()
  await expect.poll(asked).toBeGreaterThan(0)
  release()
  await dialog(page).waitFor()
  expect(await dialog(page).textContent()).toContain('Sub Bass One-Shots')
})

test('an address that is typed and sent while the code of the form is loading arrives', async () => {
  const { page, release, asked } = await visitAsleep('/newsletters')
  const sent: Array<unknown> = []
  await page.route('**/api/subscribe', async (route) => {
    sent.push(route.request().postDataJSON())
    await route.fulfill({ json: { ok: true } })
  })
  const field = page.locator('main input[name="email"]')
  await field.fill('early@example.com')
  await field.press('Enter')
  await expect.poll(asked).toBeGreaterThan(0)
  expect(await field.inputValue()).toBe('early@example.com')
  release()
  await page.locator('[data-part="toast"]').waitFor()
  expect(sent).toMatchObject([{ email: 'early@example.com', source: 'newsletter' }])
  expect(new URL(page.url()).pathname).toBe('/newsletters')
})

test('a click on the button of a form that is not hydrated sends it once', { tags: ['thorough'] }, async () => {
  const { page, release, asked } = await visitAsleep('/newsletters')
  let calls = 0
  await page.route('**/api/subscribe', async (route) => {
    calls += 1
    await route.fulfill({ json: { ok: true } })
  })
  await page.locator('main input[name="email"]').fill('early@example.com')
  await page.locator('main form button').click()
  await expect.poll(asked).toBeGreaterThan(0)
  release()
  await page.locator('[data-part="toast"]').waitFor()
  expect(calls).toBe(1)
})

test('after a lost network the next touch hydrates the island', { tags: ['thorough'] }, async () => {
  const page = await visit('/', { expected: /ERR_INTERNET_DISCONNECTED|dynamically imported module/ })
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
})

test('every island of a page hydrates without a message in the console', { tags: ['thorough'] }, async () => {
  for (const path of ['/', '/article/warp-modes', '/newsletters', '/about']) {
    const page = await visit(path)
    for (const island of await page.locator('[data-island="subscribe"] input').all()) await island.focus()
    for (const island of await page.locator('[data-island="search"], [data-island="downloads"]').all()) {
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
          (all) => all.filter((one) => !Object.keys(one).some((key) => key.startsWith('__reactContainer'))).length,
        )
    await expect.poll(asleep, { message: path }).toBe(0)
  }
})

test.each([
  { touch: 'search', selector: '[data-search-open]' },
  { touch: 'a download', selector: '[data-island="downloads"] button' },
  { touch: 'a form', selector: 'aside form button' },
])('one touch of $touch loads at most 90 KB of script', { tags: ['thorough'] }, async ({ selector }) => {
  const page = await visit('/')
  const scripts: Array<Response> = []
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response)
  })
  await page.locator(selector).first().click()
  await page.locator('dialog[open], [data-part="toast"]').first().waitFor()
  const bodies = await Promise.all(scripts.map((script) => script.body()))
  expect(bodies.length).toBeGreaterThan(0)
  expect(bodies.reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0)).toBeLessThanOrEqual(90 * 1024)
})
