import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Download, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { eventually } from '../running-site.ts'
import { expectAccessible } from './axe.ts'
import { siteInBrowser } from './browser.ts'

const { visit } = siteInBrowser()
const file = await readFile(
  path.join(import.meta.dirname, '../../content/downloads/glass-fm-hits.zip'),
)
const forbidden = /^403 \/downloads\//

const bytesOf = async (download: Download) => readFile(await download.path())
const count = async (page: Page) => {
  const answer = await page.request.get('/api/downloads')
  const list = (await answer.json()) as Array<{ title: string; downloadCount: number }>
  return list.find(({ title }) => title === 'Glass FM Hits')?.downloadCount ?? 0
}
const counted = (page: Page, value: number) => eventually(async () => (await count(page)) === value)

/** Fills in the form and waits for the file. */
async function take(page: Page, within: string, submit = 'Get the download'): Promise<Download> {
  const form = page.locator(`${within} form`).filter({ hasText: submit })
  await form.getByRole('textbox', { name: 'Email address' }).fill('reader@example.com')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    form.getByRole('button', { name: submit }).click(),
  ])
  return download
}

test('a download asks for an address in its dialog and on its page, then starts automatically and counts; the list plays a preview, shows what is inside and hands out the pack, and an article and the menu lead to it', async () => {
  const page = await visit('/', { expected: forbidden })
  const before = await count(page)
  await page.getByRole('button', { name: /Glass FM Hits/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Get Free Ableton Racks' })
  await dialog.getByRole('heading', { name: 'Get Free Ableton Racks' }).waitFor()
  expect(await dialog.textContent()).toContain('Glass FM Hits (WAV')
  const [request, download] = await Promise.all([
    page.waitForRequest('**/api/subscribe'),
    take(page, 'dialog'),
  ])
  expect(request.postDataJSON()).toEqual({
    email: 'reader@example.com',
    source: 'download_modal',
    custom_fields: {
      page_url: page.url(),
      subscription_type: 'download',
      download_id: 3,
      download_title: 'Glass FM Hits',
    },
  })
  expect(download.suggestedFilename()).toBe('glass-fm-hits.zip')
  expect((await bytesOf(download)).equals(file)).toBe(true)
  await counted(page, before + 1)
  // The page stays, with a link to download again.
  await dialog.getByText('Your download starts by itself.').waitFor()
  const again = page.waitForEvent('download')
  await dialog.getByRole('link', { name: 'Download Glass FM Hits' }).click()
  expect((await bytesOf(await again)).equals(file)).toBe(true)
  expect(await count(page)).toBe(before + 1)

  const home = await (await page.request.get('/')).text()
  expect(home.replaceAll('<!-- -->', '')).toMatch(/WAV · [\d.]+ MB · \d\+? download/)

  // The page of the download has the form, too, here after a link that has expired.
  await page.goto('/downloads/glass-fm-hits?problem=expired')
  expect(await page.locator('h1').textContent()).toBe('Glass FM Hits')
  const alert = page.getByRole('alert')
  expect(await alert.textContent()).toContain('This download link has expired')
  expect(await alert.textContent()).toContain('A link is good for 24 hours.')
  await expectAccessible(page, [1280])
  expect((await bytesOf(await take(page, 'main'))).equals(file)).toBe(true)
  await counted(page, before + 2)
  await takeFromList(page)
})

/**
 * The list plays a preview, shows what is inside and hands out the pack; an article and the menu
 * lead to it.
 */
async function takeFromList(page: Page) {
  await page.goto('/downloads')
  const pack = page.locator('#glass-fm-hits')
  await pack.getByText('What is inside').click()
  expect(await pack.getByText('Glass Bell C4.wav').isVisible()).toBe(true)
  await pack.getByRole('button', { name: 'Play' }).click()
  const played = () =>
    pack.locator('audio').evaluate((audio: HTMLAudioElement) => audio.currentTime)
  await expect.poll(played).toBeGreaterThan(0.2)
  await pack.getByRole('button', { name: 'Pause' }).click()
  await pack.getByRole('button', { name: 'Get Glass FM Hits' }).click()
  const dialog = page.getByRole('dialog', { name: 'Get Free Ableton Racks' })
  await dialog.waitFor()
  expect((await bytesOf(await take(page, 'dialog'))).equals(file)).toBe(true)

  // The offer below the text of an article.
  await page.goto('/article/operator-fm-bells')
  const offer = page.getByRole('region', { name: 'Glass FM Hits' })
  await offer.getByRole('button', { name: 'Get Glass FM Hits' }).click()
  await dialog.waitFor()
  await page.keyboard.press('Escape')
  expect(
    await offer.getByRole('link', { name: 'Listen and look inside' }).getAttribute('href'),
  ).toBe('/downloads#glass-fm-hits')

  // A phone reaches the list below the two links of the menu.
  await page.setViewportSize({ width: 390, height: 844 })
  await page.locator('summary[aria-label="Menu"]').click()
  await page.locator('header').getByRole('link', { name: 'Free downloads' }).click()
  await page.waitForURL('/downloads')
}

test('without script the list has the players of the browser, and a subscription leads to a page with the download, also after a mistyped address', async () => {
  const page = await visit('/downloads', { javaScriptEnabled: false, expected: forbidden })
  const before = await count(page)
  const pack = page.locator('#glass-fm-hits')
  expect(await pack.locator('audio[controls]').isVisible()).toBe(true)
  expect(await pack.getByRole('button', { name: 'Play' }).isVisible()).toBe(false)
  await pack.getByText('What is inside').click()
  expect(await pack.getByText('Glass Bell C4.wav').isVisible()).toBe(true)
  expect(await pack.getByRole('button', { name: /^Get/ }).isVisible()).toBe(false)
  await pack.getByRole('link', { name: 'Get Glass FM Hits' }).click()
  await page.waitForURL('/downloads/glass-fm-hits')
  const email = page.locator('main input[name="email"]')
  await email.fill('plain@example')
  await page.locator('main form button').click()
  await page.waitForURL(/\/subscribed\?problem=email&/)
  await email.fill('plain@example.com')
  await page.getByRole('button', { name: 'Get the download' }).click()
  await page.waitForURL('**/subscribed?download=*')
  expect(await page.locator('h1').textContent()).toBe('Subscription successful!')
  const started = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download Glass FM Hits' }).click()
  expect((await bytesOf(await started)).equals(file)).toBe(true)
  await counted(page, before + 1)
})
