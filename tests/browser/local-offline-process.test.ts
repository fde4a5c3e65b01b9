import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { nextVersion } from '../next-version.ts'
import { type SiteWithProcess, siteProcess } from '../running-site.ts'
import { draftSite, editorAddress, typeInBody, waitForState } from './draft-site.ts'
import { drafts, lost } from './offline-page.ts'

let server: SiteWithProcess
const site = draftSite({
  async start(options) {
    server = await siteProcess(options)
    return server
  },
})
let laterVersion = false

/** The process of the present version, after that of a later one. */
async function presentVersion(): Promise<void> {
  if (laterVersion) await server.restart({ PORT: new URL(site.url()).port })
  laterVersion = false
}

/**
 * Clicks a link that loads a new document. During the change the driver sends nothing, because such
 * a call may never return.
 */
async function clickIntoAnother(page: Page, link: Locator): Promise<void> {
  const there = page.waitForEvent('domcontentloaded', { timeout: 30_000 })
  await link.evaluate((element: HTMLElement) => element.click())
  await there
}

test('a new version of the site takes over when the user allows it: no draft is lost, and nothing old is shown', async () => {
  await presentVersion()
  await using next = await nextVersion({
    'On This Device': 'On This Very Device',
    'You are offline': 'You are off line',
  })
  const port = new URL(site.url()).port
  // Saved pages have their own worker, which is registered before that of the admin.
  const page = await site.visit('/article/warp', { serviceWorkers: 'allow', expected: lost })
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Kept for reading offline').waitFor()
  await page.goto(editorAddress('articles', 1))
  await page.waitForFunction(
    (worker) => navigator.serviceWorker.controller?.scriptURL === worker,
    `${site.url()}/admin-worker.js`,
    { polling: 500 },
  )
  await page.getByLabel('Excerpt').fill('Typed under the old version.')
  await waitForState(page, 'Unsaved')
  await page.evaluate(() => Object.assign(window, { begun: true }))
  const button = page.getByRole('button', { name: 'New version' })
  expect(await button.count()).toBe(0)

  laterVersion = true
  await server.restart({ PORT: port }, 'SIGTERM', next.entry)
  await button.waitFor({ timeout: 60_000 })
  // Nobody is interrupted while typing.
  await typeInBody(page, ' And more.')
  expect(await page.evaluate(() => 'begun' in window)).toBe(true)
  expect(await page.getByLabel('Excerpt').inputValue()).toBe('Typed under the old version.')
  const other = await page.context().newPage()
  await other.goto('/admin/media')
  await other.getByRole('heading', { level: 1, name: 'Media' }).waitFor()
  await other.evaluate(() => Object.assign(window, { begun: true }))

  // The old worker gets further requests all the time; the update does not wait for that. Each
  // request follows the answer of the one before it, so that a slow machine is not given ever more
  // of them.
  await other.evaluate(() => {
    const ends = new AbortController()
    const ask = async () => {
      while (!ends.signal.aborted)
        await fetch('/api/newsletters', { headers: { 'X-Session': 'required' } })
    }
    for (let at = 0; at < 2; at += 1) void ask()
    Object.assign(window, { ends })
  })
  await clickIntoAnother(page, button)
  await page.getByText('This is a draft, not the file.').waitFor()
  expect(await page.evaluate(() => 'begun' in window)).toBe(false)
  await other.evaluate(() => (window as unknown as { ends: AbortController }).ends.abort())
  expect(await page.getByLabel('Excerpt').inputValue()).toBe('Typed under the old version.')
  await page.locator('.ProseMirror').getByText('And more.').waitFor()
  const oldFiles = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('script[src], link[rel=stylesheet]')]
        .map((one) => one.getAttribute('src') ?? one.getAttribute('href') ?? '')
        .filter((name) => name.startsWith('/assets/') && !/next\.(js|css)$/.test(name)),
    )
  expect(await oldFiles()).toEqual([])
  // The other tab continues, and updates with its next screen.
  expect(await other.evaluate(() => 'begun' in window)).toBe(true)
  await clickIntoAnother(other, other.getByRole('link', { name: 'Dashboard' }))
  expect(new URL(other.url()).pathname).toBe('/admin')
  expect(await other.evaluate(() => 'begun' in window)).toBe(false)

  // Offline files are of the new version too, for the admin and for saved pages.
  await page.goto('/article/warp')
  const storedPage = (path: string) =>
    page.evaluate(
      async (of) => (await (await caches.match(of, { cacheName: 'saved-pages' }))?.text()) ?? '',
      path,
    )
  await expect.poll(() => storedPage('/offline'), { interval: 500 }).toContain('You are off line')
  await expect.poll(() => storedPage('/article/warp'), { interval: 500 }).toMatch(/next\.js"/)
  // Not `setOffline`, which does not affect a worker that was restarted after a pause.
  await server.stop()
  await page.goto('/admin/device')
  await page.getByRole('heading', { name: 'On This Very Device' }).waitFor()
  await drafts(page).getByText('Warp modes').waitFor()
  expect(await oldFiles()).toEqual([])
  await page.goto('/article/warp')
  await page.getByRole('heading', { level: 1, name: 'Warp modes' }).waitFor()
  expect(await oldFiles()).toEqual([])
  await page.goto('/')
  await page.getByRole('heading', { name: 'You are off line' }).waitFor()
})
