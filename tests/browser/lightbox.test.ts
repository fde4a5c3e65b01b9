import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { articleFile } from '../running-site.ts'
import { halves } from '../sample-pictures.ts'
import { expectAccessible } from './axe.ts'
import { gate, siteInBrowser, tabTo } from './browser.ts'

const picture = async (width: number, height: number) => halves(width, height).png().toBuffer()
const words = 'A paragraph of some words. '.repeat(40)
const body = `${words}

![A wide field](/media/wide.png)

${words}

![A small sign](/media/small.png)

![A tall tower](/media/tall.png) ![](/media/plain.png)

${words}`
const { visit } = siteInBrowser({
  files: {
    'articles/pictures.md': articleFile({ id: '1', title: 'Pictures' }, body),
    'articles/one.md': articleFile({ id: '2', title: 'One' }, '![A wide field](/media/wide.png)'),
    'media/wide.png': await picture(1600, 900),
    'media/tall.png': await picture(800, 2000),
    'media/plain.png': await picture(1000, 1000),
    'media/small.png': await picture(300, 200),
  },
})
const path = '/article/pictures'
/** What Chromium says about a picture in a tab of its own, which may load nothing. */
const ownTab = /Content Security Policy|speculation-?rule/
const dialog = (page: Page) => page.locator('dialog[open]')
const whole = (page: Page) => dialog(page).locator('img')
const link = (page: Page, name: string) => page.locator('.prose').getByRole('link', { name })
const isFocused = (page: Page, name: string) =>
  link(page, name).evaluate((element) => element === document.activeElement)

async function openPicture(page: Page, name = 'A wide field') {
  await link(page, name).click()
  await dialog(page).waitFor()
  // Positions are measured where it comes to rest.
  await dialog(page).evaluate((open) =>
    Promise.all(open.getAnimations().map(({ finished }) => finished)),
  )
  await loaded(page)
}

async function loaded(page: Page) {
  await expect
    .poll(() => whole(page).evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(1)
}

/** What the dialog shows: the file, its alternative text, and the text below it. */
async function shown(page: Page) {
  const { file, alt } = await whole(page).evaluate((image: HTMLImageElement) => ({
    file: new URL(image.src).pathname + new URL(image.src).search,
    alt: image.alt,
  }))
  return { file, alt, caption: await dialog(page).locator('[data-caption]').textContent() }
}

/**
 * Waits until the dialog is closed and the browser has left its entry of the history, which takes a
 * moment longer: a navigation that begins before that is aborted.
 */
async function closed(page: Page) {
  await expect.poll(() => dialog(page).count()).toBe(0)
  await expect.poll(() => page.evaluate(() => history.state?.lightbox)).toBe(undefined)
}

test('a press opens the whole picture, keys, buttons and presses show the others and their actual size, and Escape, Close and Back return to its link; a press waits for its script, says when the picture cannot be loaded, and without the script leads to the picture', async () => {
  const page = await visit('/article/one', {
    expected: new RegExp(
      `${ownTab.source}|^404 /media/wide\\.png|ERR_FAILED|Failed to fetch dynamically imported module`,
    ),
  })
  await tabTo(page, '.prose .enlarge')
  await page.keyboard.press('Enter')
  await dialog(page).waitFor()
  await loaded(page)
  expect(await dialog(page).getAttribute('aria-label')).toBe('Picture')
  // Its actual size, and Close.
  expect(await dialog(page).getByRole('button').count()).toBe(2)
  await page.keyboard.press('ArrowRight')
  expect((await shown(page)).file).toBe('/media/wide.png')
  await page.keyboard.press('Enter')
  await closed(page)
  expect(await isFocused(page, 'A wide field')).toBe(true)

  await page.goto(path)
  const address = page.url()
  await openPicture(page)
  expect(await shown(page)).toEqual({
    file: '/media/wide.png',
    alt: 'A wide field',
    caption: 'A wide field',
  })
  expect(page.url()).toBe(address)
  const box = await whole(page).boundingBox()
  expect(box?.width).toBeGreaterThan(656)
  expect(box?.width).toBeLessThanOrEqual(1280)
  expect((box?.width ?? 0) / (box?.height ?? 1)).toBeCloseTo(1600 / 900, 2)
  await page.keyboard.press('Escape')
  await closed(page)
  expect(await isFocused(page, 'A wide field')).toBe(true)
  expect(page.url()).toBe(address)

  await openPicture(page)
  const names = async () => [
    await dialog(page).getAttribute('aria-label'),
    (await shown(page)).file,
  ]
  expect(await names()).toEqual(['Picture 1 of 3', '/media/wide.png'])
  await page.keyboard.press('ArrowRight')
  expect(await names()).toEqual(['Picture 2 of 3', '/media/tall.png'])
  await dialog(page).getByRole('button', { name: 'Next picture' }).click()
  expect(await names()).toEqual(['Picture 3 of 3', '/media/plain.png'])
  // The writer has not described it.
  expect((await shown(page)).caption).toBe('')
  await page.keyboard.press('ArrowRight')
  expect(await names(), 'after the last comes the first').toEqual([
    'Picture 1 of 3',
    '/media/wide.png',
  ])
  await dialog(page).getByRole('button', { name: 'Previous picture' }).click()
  await page.keyboard.press('ArrowLeft')
  expect(await names()).toEqual(['Picture 2 of 3', '/media/tall.png'])
  await dialog(page).getByRole('button', { name: 'Close' }).click()
  await closed(page)
  expect(await isFocused(page, 'A wide field')).toBe(true)

  // A press on the picture shows its actual size at that point, and the next press all of it.
  await openPicture(page, 'A tall tower')
  const size = () =>
    whole(page).evaluate(({ clientWidth, clientHeight }) => [clientWidth, clientHeight])
  const fitting = await size()
  expect(fitting[1]).toBeLessThan(800)
  const zoom = dialog(page).getByRole('button', { name: 'Actual size' })
  expect(await zoom.getAttribute('aria-pressed')).toBe('false')
  const before = await whole(page).boundingBox()
  if (!before) throw new Error('The picture is not shown')
  // Three quarters of the way down.
  const at = { x: before.x + before.width / 2, y: before.y + before.height * 0.75 }
  await page.mouse.click(at.x, at.y)
  expect(await size()).toEqual([800, 2000])
  expect(await zoom.getAttribute('aria-pressed')).toBe('true')
  const top = async () => (await whole(page).boundingBox())?.y ?? 0
  const pressed = await top()
  expect(Math.abs(pressed + 1500 - at.y)).toBeLessThan(3)
  // Arrow keys and the mouse move it then.
  await page.keyboard.press('ArrowUp')
  await expect.poll(top).toBeCloseTo(pressed + 80, 0)
  await page.mouse.move(640, 400)
  await page.mouse.down()
  await page.mouse.move(640, 360, { steps: 4 })
  await page.mouse.up()
  await expect.poll(top).toBeCloseTo(pressed + 40, 0)
  expect(await size()).toEqual([800, 2000])
  await page.mouse.click(at.x, at.y)
  expect(await size()).toEqual(fitting)
  await zoom.press('Enter')
  expect(await size()).toEqual([800, 2000])
  await zoom.press('Enter')
  expect(await zoom.getAttribute('aria-pressed')).toBe('false')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await closed(page)

  // Back stays on the page, where the reader was.
  await link(page, 'A tall tower').scrollIntoViewIfNeeded()
  const scrolled = await page.evaluate(() => scrollY)
  expect(scrolled).toBeGreaterThan(0)
  await openPicture(page, 'A tall tower')
  // The page behind does not scroll.
  await page.mouse.move(640, 400)
  await page.mouse.wheel(0, 300)
  await page.keyboard.press('PageDown')
  expect(await page.evaluate(() => scrollY)).toBe(scrolled)
  await page.goBack()
  await closed(page)
  expect(await isFocused(page, 'A tall tower')).toBe(true)
  expect(new URL(page.url()).pathname).toBe(path)
  expect(await page.evaluate(() => scrollY)).toBe(scrolled)
  await page.goBack()
  expect(new URL(page.url()).pathname).toBe('/article/one')
  await pressBeforeScript(page)
})

test('one finger moves a picture in its actual size, and two enlarge it further', async () => {
  const page = await visit(path, {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  })
  await link(page, 'A wide field').tap()
  await dialog(page).waitFor()
  await loaded(page)
  const touch = await page.context().newCDPSession(page)
  await whole(page).tap()
  const left = async () => (await whole(page).boundingBox())?.x ?? 0
  const before = await left()
  await touch.send('Input.synthesizeScrollGesture', {
    x: 195,
    y: 400,
    xDistance: -120,
    yDistance: 0,
  })
  await expect.poll(left).toBeLessThan(before - 60)
  await touch.send('Input.synthesizePinchGesture', { x: 195, y: 400, scaleFactor: 2 })
  await expect.poll(() => page.evaluate(() => visualViewport?.scale)).toBeGreaterThan(1.5)
  expect(await dialog(page).count()).toBe(1)
})

/**
 * A press waits for its script, says when the picture cannot be loaded, and without the script
 * leads to the picture, with Control in a tab.
 */
async function pressBeforeScript(page: Page) {
  await page.goto(path)
  // A press is not lost while the script is loading. A picture that can't be loaded says so, and
  // the others are shown.
  const scripts = /\/assets\/.*\.js$/
  const { opened, open } = gate()
  let asked = 0
  await page.route(scripts, async (route) => {
    asked += 1
    await opened
    await route.continue()
  })
  await page.route(/\/media\/wide\.png$/, (route) => route.fulfill({ status: 404 }))
  await link(page, 'A wide field').click()
  await expect.poll(() => asked).toBeGreaterThan(0)
  expect(await dialog(page).count()).toBe(0)
  open()
  await dialog(page).getByRole('alert').filter({ hasText: 'can’t be loaded' }).waitFor()
  expect(new URL(page.url()).pathname).toBe(path)
  expect(await dialog(page).locator('[data-caption]').textContent()).toBe('A wide field')
  expect(await dialog(page).getByRole('button', { name: 'Actual size' }).isDisabled()).toBe(true)
  await page.keyboard.press('ArrowRight')
  await loaded(page)
  expect((await shown(page)).file).toBe('/media/tall.png')
  await page.unrouteAll()

  // Without the script of the dialog, the press leads to the picture, and with Control a tab is
  // opened for it.
  await page.goto(path)
  await page.route(scripts, (route) => route.abort())
  const [tab] = await Promise.all([
    page.context().waitForEvent('page'),
    link(page, 'A wide field').click({ modifiers: ['Control'] }),
  ])
  await tab.waitForURL('**/media/wide.png')
  await tab.close()
  expect(await dialog(page).count()).toBe(0)
  await link(page, 'A wide field').click()
  await page.waitForURL('**/media/wide.png')
}
