import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { gate, siteInBrowser, stopClock, tabTo } from './browser.ts'

const { visit } = siteInBrowser()
const address = 'reader@example.com'
const success = { ok: true }
const forms = { walk: 'forms' }

/** Every place of a form: the page, the place on it, and the source that it must send. */
const placements = [
  { path: '/', within: 'footer', source: 'footer' },
  { path: '/', within: 'aside', source: 'sidebar' },
  { path: '/', within: '[aria-labelledby="band-title"]', source: 'home_page' },
  { path: '/article/warp-modes', within: '[aria-labelledby="band-title"]', source: 'article_page' },
  { path: '/category/mixing', within: '[aria-labelledby="band-title"]', source: 'category_page' },
  { path: '/news/4', within: '[aria-labelledby="band-title"]', source: 'news_page' },
  { path: '/newsletters', within: '[aria-labelledby="newsletter-box"]', source: 'newsletter' },
  { path: '/newsletter/2', within: '[aria-labelledby="newsletter-box"]', source: 'newsletter' },
  { path: '/about', within: '[aria-labelledby="about-subscribe"]', source: 'about_page' },
]

const button = (form: Locator) => form.getByRole('button')
const field = (form: Locator) => form.getByRole('textbox', { name: 'Email address' })
const toast = (page: Page) => page.locator('[data-part="toast"]')

/** Answers the call from the test; returns the bodies that were sent. */
async function answerSubscribe(page: Page, answer: object | (() => Promise<object>) = success) {
  const sent: Array<unknown> = []
  await page.route('**/api/subscribe', async (route) => {
    sent.push(route.request().postDataJSON())
    await route.fulfill(typeof answer === 'function' ? await answer() : { json: answer })
  })
  return sent
}

async function send(form: Locator, email = address) {
  await field(form).fill(email)
  await button(form).click()
}

test.each(placements)(
  'the form in $within of $path sends its source $source',
  { tags: ['thorough'] },
  async ({ path, within, source }) => {
    const page = await visit(path, forms)
    const sent = await answerSubscribe(page)
    const form = page.locator(`${within} form`)
    await send(form)
    await expect
      .poll(() => toast(page).textContent())
      .toMatch(/Subscription successful!.*You'll now receive our weekly tips and tricks\./)
    expect(await field(form).inputValue()).toBe('')
    expect(sent).toEqual([
      { email: address, source, custom_fields: { page_url: page.url(), subscription_type: 'newsletter' } },
    ])
  },
)

test('the campaign of the address a visitor landed on is sent from every page of the visit', {
  tags: ['thorough'],
}, async () => {
  const page = await visit('/news?utm_source=mastodon&utm_medium=social&utm_campaign=autumn&other=1')
  const sent = await answerSubscribe(page)
  await page.goto('/about?utm_source=later')
  await send(page.locator('footer form'))
  await toast(page).waitFor()
  expect(sent).toMatchObject([
    { source: 'footer', utm_source: 'mastodon', utm_medium: 'social', utm_campaign: 'autumn' },
  ])
})

test('the button says Subscribing... and sends once while the answer is awaited', async () => {
  const answer = gate()
  const page = await visit('/about', forms)
  const sent = await answerSubscribe(page, async () => {
    await answer.opened
    return { json: success }
  })
  const form = page.locator('footer form')
  await send(form)
  await expect.poll(() => button(form).textContent()).toBe('Subscribing...')
  expect(await button(form).isDisabled()).toBe(true)
  await field(form).press('Enter')
  answer.open()
  await expect.poll(() => button(form).textContent()).toBe('Subscribe')
  expect(sent).toHaveLength(1)
})

test('an address that was saved but not synced counts as received', async () => {
  const page = await visit('/about', forms)
  await answerSubscribe(page, { ok: true, synced: false })
  await send(page.locator('footer form'))
  await expect.poll(() => toast(page).textContent()).toContain('Subscription received!')
})

test('the server itself takes the address', async () => {
  const page = await visit('/newsletters')
  await send(page.locator('main form'))
  await expect.poll(() => toast(page).textContent()).toContain('Subscription successful!')
})

test.each(['', 'nobody', 'a@b', 'a b@example.com', '@example.com'])(
  'the address "%s" is refused without a request',
  { tags: ['thorough'] },
  async (email) => {
    const page = await visit('/about', forms)
    const sent = await answerSubscribe(page)
    const form = page.locator('footer form')
    await send(form, email)
    await expect
      .poll(() => toast(page).textContent())
      .toMatch(/Invalid email address.*Please enter a valid email address\./)
    expect(await field(form).inputValue()).toBe(email)
    expect(await field(form).getAttribute('aria-invalid')).toBe('true')
    const described = await field(form).getAttribute('aria-describedby')
    expect(await page.locator(`[id="${described}"]`).textContent()).toBe('Please enter a valid email address.')
    expect(await field(form).evaluate((element) => element === document.activeElement)).toBe(true)
    expect(sent).toEqual([])
  },
)

test('a failure shows the message of the server and keeps the address', async () => {
  const page = await visit('/about', { expected: /^429 / })
  await answerSubscribe(page, async () => ({
    status: 429,
    json: { message: 'Please try again in a few seconds.' },
  }))
  const form = page.locator('footer form')
  await send(form)
  await expect.poll(() => toast(page).textContent()).toMatch(/Subscription failed.*Please try again in a few seconds\./)
  expect(await field(form).inputValue()).toBe(address)
  expect(await button(form).isEnabled()).toBe(true)
})

test('a lost network shows the fallback text', async () => {
  const page = await visit('/about', { expected: /ERR_INTERNET_DISCONNECTED/ })
  await page.route('**/api/subscribe', (route) => route.abort('internetdisconnected'))
  await send(page.locator('footer form'))
  await expect
    .poll(() => toast(page).textContent())
    .toMatch(/Subscription failed.*Something went wrong\. Please try again\./)
})

test('one toast is shown at a time, for five seconds', { tags: ['thorough'] }, async () => {
  const page = await visit('/about')
  await answerSubscribe(page)
  const form = page.locator('footer form')
  await send(form, 'nobody')
  await expect.poll(() => toast(page).textContent()).toContain('Invalid email address')
  await stopClock(page)
  await send(form)
  await expect.poll(() => toast(page).textContent()).toContain('Subscription successful!')
  expect(await toast(page).count()).toBe(1)
  await page.clock.runFor(4900)
  expect(await toast(page).count()).toBe(1)
  await page.clock.runFor(200)
  await expect.poll(() => toast(page).count()).toBe(0)
})

test('a toast goes away with a swipe of 50 px, and stays with a shorter one', { tags: ['thorough'] }, async () => {
  const page = await visit('/about', forms)
  await answerSubscribe(page)
  await send(page.locator('footer form'))
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
})

test('a toast can be reached and dismissed by keyboard', async () => {
  const page = await visit('/about', forms)
  await answerSubscribe(page)
  await send(page.locator('footer form'))
  await toast(page).waitFor()
  await page.keyboard.press('F8')
  await tabTo(page, '[data-part="toast"] button')
  await page.keyboard.press('Enter')
  await expect.poll(() => toast(page).count()).toBe(0)
})

test('by keyboard alone: tab to a form, type, send', async () => {
  const page = await visit('/newsletters', forms)
  const sent = await answerSubscribe(page)
  await tabTo(page, 'main input[name="email"]')
  await page.keyboard.type(address)
  await page.keyboard.press('Enter')
  await toast(page).waitFor()
  expect(sent).toMatchObject([{ email: address, source: 'newsletter' }])
})

test('a toast can be dismissed above the open download dialog', async () => {
  const page = await visit('/', forms)
  await answerSubscribe(page)
  await page.getByRole('button', { name: /Glass FM Hits/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Get Free Ableton Racks' })
  await send(dialog.locator('form'), 'nobody')
  await expect.poll(() => toast(page).textContent()).toContain('Invalid email address')
  await toast(page).getByRole('button', { name: 'Dismiss' }).click()
  await expect.poll(() => toast(page).count()).toBe(0)
  expect(await dialog.isVisible()).toBe(true)
})

test('the download dialog keeps the focus, closes with Escape and gives the focus back', {
  tags: ['thorough'],
}, async () => {
  const page = await visit('/category/all')
  await tabTo(page, 'aside section[aria-labelledby="sidebar-downloads"] button')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Get Free Ableton Racks' })
  await dialog.waitFor()
  for (let press = 0; press < 8; press++) {
    await page.keyboard.press('Tab')
    // Between its last and its first tab stop, a modal dialog lets the browser's own buttons have the focus.
    expect(await page.evaluate(() => document.activeElement?.closest('dialog, body')?.tagName)).toMatch(
      /^(DIALOG|BODY)$/,
    )
    expect(
      await page.evaluate(
        () =>
          document.activeElement?.closest('header, main, footer') === null ||
          document.activeElement?.closest('dialog') !== null,
      ),
    ).toBe(true)
  }
  await page.keyboard.press('Escape')
  await expect.poll(() => dialog.count()).toBe(0)
  expect(
    await page.evaluate(() => document.activeElement?.closest('[aria-labelledby="sidebar-downloads"]') !== null),
  ).toBe(true)
})
