import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { gate, siteInBrowser, stopClock, tabTo, unfoldForms } from './browser.ts'

const { visit } = siteInBrowser()
const address = 'reader@example.com'
const success = { ok: true }

const button = (form: Locator) => form.getByRole('button')
const field = (form: Locator) => form.getByRole('textbox', { name: 'Email address' })
const toast = (page: Page) => page.locator('[data-part="toast"]')
const says = (page: Page, text: string | RegExp) =>
  expect.poll(() => toast(page).textContent(), { message: String(text) }).toMatch(text)

/** Answers the call from the test; returns the bodies that were sent. */
async function answerSubscribe(page: Page, answer: () => Promise<object> = async () => success) {
  const sent: Array<unknown> = []
  await page.route('**/api/subscribe', async (route) => {
    sent.push(route.request().postDataJSON())
    await route.fulfill({ json: await answer() })
  })
  return sent
}

async function send(form: Locator, email = address) {
  await field(form).fill(email)
  await button(form).click()
}

/**
 * The forms of the home page, and the source that each must send. Those of other pages have theirs
 * in their HTML (`public-pages.test.ts`).
 */
const placements = [
  { within: 'footer', source: 'footer' },
  { within: 'aside', source: 'sidebar' },
  { within: '[aria-labelledby="band-title"]', source: 'home_page' },
]

test('a form sends its source and the campaign of the landing page; the dialog of a download keeps the focus; a form refuses an address and waits for its answer, and its toast goes by time, swipe and keyboard', async () => {
  const page = await visit(
    '/news?utm_source=mastodon&utm_medium=social&utm_campaign=autumn&other=1',
  )
  const sent = await answerSubscribe(page)
  await page.goto('/?utm_source=later')
  await unfoldForms(page)
  for (const { within, source } of placements) {
    const form = page.locator(`${within} form`)
    await send(form)
    // The toast of the form before may still be there.
    await expect.poll(() => sent.length, { message: within }).toBe(1)
    await expect.poll(() => field(form).inputValue(), { message: within }).toBe('')
    await says(page, /Subscription successful!.*You'll now receive our weekly tips and tricks\./)
    expect(sent.splice(0), within).toEqual([
      {
        email: address,
        source,
        utm_source: 'mastodon',
        utm_medium: 'social',
        utm_campaign: 'autumn',
        custom_fields: { page_url: page.url(), subscription_type: 'newsletter' },
      },
    ])
  }
  // By keyboard alone, and to the server itself.
  await page.unroute('**/api/subscribe')
  await page.goto('/newsletters')
  await tabTo(page, 'main input[name="email"]')
  await page.keyboard.type(address)
  const request = page.waitForRequest('**/api/subscribe')
  await page.keyboard.press('Enter')
  expect((await request).postDataJSON()).toMatchObject({ email: address, source: 'newsletter' })
  await says(page, 'Subscription successful!')
  await keepFocusInDialog(page)
  await dismissToasts(page)
})

/**
 * The download dialog keeps the focus, leaves its toast to be dismissed, and gives the focus back
 * at Escape.
 */
async function keepFocusInDialog(page: Page) {
  await page.goto('/category/all')
  await answerSubscribe(page)
  await tabTo(page, 'aside section[aria-labelledby="sidebar-downloads"] button')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Get Free Ableton Racks' })
  await dialog.waitFor()
  for (let press = 0; press < 8; press++) {
    await page.keyboard.press('Tab')
    // Between its last and its first tab stop, a modal dialog lets the browser's own buttons have
    // the focus.
    expect(
      await page.evaluate(() => document.activeElement?.closest('dialog, body')?.tagName),
    ).toMatch(/^(DIALOG|BODY)$/)
    expect(
      await page.evaluate(
        () =>
          document.activeElement?.closest('header, main, footer') === null ||
          document.activeElement?.closest('dialog') !== null,
      ),
    ).toBe(true)
  }
  await send(dialog.locator('form'), 'nobody')
  await says(page, 'Invalid email address')
  await toast(page).getByRole('button', { name: 'Dismiss' }).click()
  await expect.poll(() => toast(page).count()).toBe(0)
  expect(await dialog.isVisible()).toBe(true)
  await page.keyboard.press('Escape')
  await expect.poll(() => dialog.count()).toBe(0)
  expect(
    await page.evaluate(
      () => document.activeElement?.closest('[aria-labelledby="sidebar-downloads"]') !== null,
    ),
  ).toBe(true)
}

/**
 * A form refuses an address, waits for its answer, and its toast goes after five seconds, with a
 * swipe of 50 px or by keyboard.
 */
async function dismissToasts(page: Page) {
  await page.unroute('**/api/subscribe')
  await page.goto('/about')
  await unfoldForms(page)
  const answer = gate()
  const sent = await answerSubscribe(page, async () => {
    await answer.opened
    return success
  })
  const form = page.locator('footer form')
  await send(form, 'a@b')
  await says(page, /Invalid email address.*Please enter a valid email address\./)
  expect(await field(form).inputValue()).toBe('a@b')
  expect(await field(form).getAttribute('aria-invalid')).toBe('true')
  const described = await field(form).getAttribute('aria-describedby')
  expect(await page.locator(`[id="${described}"]`).textContent()).toBe(
    'Please enter a valid email address.',
  )
  expect(await field(form).evaluate((element) => element === document.activeElement)).toBe(true)
  expect(sent).toEqual([])
  // A toast that was dismissed by the mouse does not keep the next one.
  await toast(page).getByRole('button', { name: 'Dismiss' }).click()
  await expect.poll(() => toast(page).count()).toBe(0)
  await page.mouse.move(0, 0)

  await stopClock(page)
  await send(form)
  await expect.poll(() => button(form).textContent()).toBe('Subscribing...')
  expect(await button(form).isDisabled()).toBe(true)
  await field(form).press('Enter')
  answer.open()
  await expect.poll(() => button(form).textContent()).toBe('Subscribe')
  expect(sent, 'sent once').toHaveLength(1)
  await says(page, 'Subscription successful!')
  expect(await toast(page).count(), 'one toast at a time').toBe(1)
  await page.clock.runFor(4900)
  expect(await toast(page).count()).toBe(1)
  await page.clock.runFor(200)
  await expect.poll(() => toast(page).count()).toBe(0)

  // It stays with a shorter swipe.
  await page.clock.resume()
  await send(form)
  await toast(page).waitFor()
  const swipe = async (distance: number) => {
    const box = await toast(page).boundingBox()
    const [x, y] = [(box?.x ?? 0) + 40, (box?.y ?? 0) + 20]
    await page.mouse.move(x, y)
    await page.mouse.down()
    for (let moved = 5; moved <= distance; moved += 5) await page.mouse.move(x + moved, y)
    await page.mouse.up()
  }
  await swipe(40)
  await expect.poll(() => toast(page).getAttribute('data-swipe')).toBe('cancel')
  expect(await toast(page).count()).toBe(1)
  await swipe(55)
  await expect.poll(() => toast(page).count()).toBe(0)

  await send(form)
  await toast(page).waitFor()
  await page.keyboard.press('F8')
  await tabTo(page, '[data-part="toast"] button')
  await page.keyboard.press('Enter')
  await expect.poll(() => toast(page).count()).toBe(0)
}
