import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { articleFile } from '../running-site.ts'
import { halves } from '../sample-pictures.ts'
import { adminInBrowser } from './admin.ts'
import { expectAccessible } from './axe.ts'
import { gate, heldToast, texts } from './browser.ts'

const year = new Date().getUTCFullYear()
const one = await halves(60, 40).png().toBuffer()
/** More than one response of the server contains. */
const many = Array.from(
  { length: 260 },
  (_, at) => `media/2019/many-${String(at).padStart(3, '0')}.png`,
)

const site = adminInBrowser({
  files: {
    'site.yaml':
      'name: Test Notes\ntagline: T\ndescription: D\ndisclaimer: X\nabout: A\ntimeZone: Asia/Tokyo\n',
    'articles/one.md': articleFile({
      id: '1',
      title: 'Warp everything',
      imageUrl: '/media/2020/pad.png',
    }),
    'newsletters/001.md':
      '---\nid: 2\ntitle: An issue\npublishedAt: 2026-01-01\n---\n\n![P](/media/2020/pad.png)\n',
    'pages/about.md': '---\ntitle: About\n---\n\n![P](/media/2020/pad.png)\n',
    'media/2020/pad.png': await halves(640, 360).png().toBuffer(),
    'media/2020/free.png': await halves(320, 200, '#27c').png().toBuffer(),
    'media/2020/other.png': await halves(300, 200, '#2a7').png().toBuffer(),
    'media/2020/broken.png': 'no picture',
    ...Object.fromEntries(many.map((name) => [name, one])),
  },
})

const { git } = site
const picture = async (name: string, color: string) => ({
  name,
  mimeType: 'image/png',
  buffer: await halves(200, 120, color).png().toBuffer(),
})
const tile = (page: Page, name: string) =>
  page.getByRole('button', { name: new RegExp(`^${name}`) })
const dialog = (page: Page) => page.getByRole('dialog').last()
const toast = (page: Page, text: string) => page.locator('[data-part="toast"]', { hasText: text })

/** Shows the pictures that a search finds. */
const find = (page: Page, words: string) =>
  page.getByRole('searchbox', { name: 'Search media' }).fill(words)

test('every picture is listed with its facts, found by its name and its users, and its address is copied; pictures are uploaded, deleted and restored, and what fails is said and can be repeated', async () => {
  // Every picture is shown with name, size and how often it is used.
  const { headers } = await (await site.administrator()).call('GET', '/api/media?limit=1')
  const page = await site.visit('/admin/media', {
    permissions: ['clipboard-read', 'clipboard-write'],
    expected: /NotAllowedError|forbidden|net::ERR_|503|409|RequestError|TypeError/,
  })
  await page.getByText(`${headers['x-total-count']} files`).waitFor()
  expect(await texts(page, 'nav[aria-label="Breadcrumb"] li')).toEqual(['Home/', 'Admin/', 'Media'])
  await page.getByRole('searchbox', { name: 'Search media' }).fill('2020')
  await tile(page, 'pad.png').waitFor()
  await page.getByText('4 files', { exact: true }).waitFor()
  const facts = async (name: string) => (await tile(page, name).innerText()).split(/\s*\n\s*/)
  expect(await facts('pad.png')).toEqual([
    'pad.png',
    expect.stringMatching(/^640 × 360 · [\d.]+ KB$/),
    'Used in 3',
  ])
  expect(await facts('free.png')).toEqual([
    'free.png',
    expect.stringMatching(/^320 × 200/),
    'Not used',
  ])
  expect(await facts('broken.png')).toEqual(['broken.png', 'Damaged · 10 B', 'Not used'])

  // Thumbnails have the width that is needed.
  expect(await tile(page, 'pad.png').locator('img').getAttribute('src')).toBe(
    '/media/2020/pad.png?w=320',
  )

  // Its dialogs are accessible, and nothing scrolls sideways on a phone.
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await tile(page, 'broken.png').click()
  await dialog(page).getByText('Damaged: the site can’t show it').waitFor()
  await page.keyboard.press('Escape')
  await tile(page, 'pad.png').click()
  await expectAccessible(page, [390])
  await page.setViewportSize({ width: 1280, height: 800 })

  // Its dialog shows where a picture is used, with links, and refuses to delete it.
  await dialog(page).getByRole('heading', { name: 'pad.png' }).waitFor()
  await dialog(page).getByText('A picture that is used can’t be deleted.').waitFor()
  expect(await dialog(page).getByRole('button', { name: 'Delete' }).isDisabled()).toBe(true)
  const links = dialog(page).getByRole('list').getByRole('link')
  expect(
    await links.evaluateAll((all) => all.map((a) => [a.textContent, a.getAttribute('href')])),
  ).toEqual([
    ['Warp everything', '/admin/draft-editor?id=1&type=articles'],
    ['An issue', '/admin/draft-editor?id=2&type=newsletters'],
  ])
  await dialog(page).getByText('pages/about.md').waitFor()
  expect(await dialog(page).getByLabel('Address').inputValue()).toBe('/media/2020/pad.png')
  await page.keyboard.press('Escape')
  expect(await tile(page, 'pad.png').evaluate((button) => button === document.activeElement)).toBe(
    true,
  )

  // It copies the address; where the browser forbids it, it says what to do.
  await find(page, 'free')
  await tile(page, 'free.png').click()
  await dialog(page).getByRole('button', { name: 'Copy' }).click()
  await dialog(page).getByRole('button', { name: 'Copied' }).waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('/media/2020/free.png')
  await page.keyboard.press('Escape')
  await tile(page, 'free.png').click()
  await page.evaluate(() => {
    navigator.clipboard.writeText = async () => {
      throw new DOMException('forbidden', 'NotAllowedError')
    }
  })
  await dialog(page).getByRole('button', { name: 'Copy' }).click()
  await toast(page, 'Not copied').waitFor()
  expect(await page.evaluate(() => getSelection()?.toString())).toBe('/media/2020/free.png')

  // The search covers names and users, is in the address, and reports when nothing is found.
  await page.keyboard.press('Escape')
  const search = page.getByRole('searchbox', { name: 'Search media' })
  await search.fill('warp everything')
  await page.getByText('1 file', { exact: true }).waitFor()
  await tile(page, 'pad.png').waitFor()
  await expect.poll(() => new URL(page.url()).search).toBe('?q=warp+everything')
  await page.reload()
  expect(await search.inputValue()).toBe('warp everything')
  await page.getByText('1 file', { exact: true }).waitFor()
  await search.fill('nowhere')
  await page.getByText('No matching files found.').waitFor()

  // A long library renders only its visible part, and all of it can be reached.
  await find(page, 'many')
  await page.getByText('260 files').waitFor()
  expect(await page.locator('.tile').count()).toBeLessThan(60)
  const sizes = await page
    .locator('[data-part="picture-grid"] > li')
    .first()
    .getAttribute('aria-setsize')
  expect(sizes).toBe('260')
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, 4000)
      return page.locator('[data-part="picture-grid"] > li[aria-posinset="260"]').count()
    })
    .toBe(1)
  expect(await page.locator('.tile').count()).toBeLessThan(60)

  // Pictures are uploaded, several at once.
  await find(page, '')
  // Each has its state and its own commit.
  const before = await git('rev-parse', 'HEAD')
  const files = [
    await picture('a.png', '#100'),
    await picture('b.png', '#200'),
    await picture('c.png', '#300'),
  ]
  const text = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('x') }
  await page.locator('input[type=file]').setInputFiles([...files, text])
  await page.getByText('3 of 4 uploaded, 1 failed').waitFor()
  await page
    .getByRole('listitem')
    .filter({ hasText: 'notes.txt' })
    .getByText('Only JPG, PNG, GIF and WebP')
    .waitFor()
  for (const { name } of files) await tile(page, name).waitFor()
  expect((await git('log', '--format=%s', `${before}..`)).split('\n').sort()).toEqual(
    files.map(({ name }) => `Add picture: ${name}`),
  )
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  expect(await page.getByText('3 of 4 uploaded').count()).toBe(0)

  // Pictures that are dropped anywhere on the page are uploaded.
  const { buffer } = await picture('', '#963')
  await page.evaluate((base64) => {
    const data = new DataTransfer()
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
    data.items.add(new File([bytes], 'dropped.png', { type: 'image/png' }))
    for (const type of ['dragenter', 'dragover'])
      document.body.dispatchEvent(
        new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }),
      )
    Object.assign(window, { dropped: data })
  }, buffer.toString('base64'))
  await page.getByText('Drop files to upload them').waitFor()
  await page.evaluate(() => {
    const { dropped } = window as unknown as { dropped: DataTransfer }
    document.body.dispatchEvent(
      new DragEvent('drop', { dataTransfer: dropped, bubbles: true, cancelable: true }),
    )
  })
  await tile(page, 'dropped.png').waitFor()
  expect(await git('diff', '--name-status', 'HEAD~1', 'HEAD')).toBe(
    `A\tcontent/media/${year}/dropped.png`,
  )

  // An unused picture is deleted in one commit, and Undo restores it.
  const full = await git('rev-parse', 'HEAD')
  await find(page, 'free')
  await tile(page, 'free.png').click()
  await dialog(page).getByRole('button', { name: 'Delete' }).click()
  await dialog(page)
    .getByText("Are you sure you want to delete 'free.png'? It can be restored afterwards.")
    .waitFor()
  await dialog(page).getByRole('button', { name: 'Delete', exact: true }).click()
  await heldToast(page, 'File deleted')
  expect(await page.getByRole('dialog').count()).toBe(0)
  await page.getByText('No matching files found.').waitFor()
  expect(await git('log', '--format=%s|%an', `${full}..`)).toBe('Delete picture: free.png|ada')
  expect(await git('diff', '--name-status', full, 'HEAD')).toBe('D\tcontent/media/2020/free.png')
  await toast(page, 'File deleted').getByRole('button', { name: 'Undo' }).click()
  await toast(page, 'Change undone').waitFor()
  await tile(page, 'free.png').waitFor()
  expect(await git('diff', '--name-status', full, 'HEAD')).toBe('')
  expect(await git('status', '--porcelain')).toBe('')

  // Deleted pictures have their own view, in which each can be restored.
  const ada = await site.administrator()
  await ada.call('DELETE', '/api/media/2019/many-000.png')
  await find(page, '')
  await page.getByRole('button', { name: 'Recently deleted' }).click()
  const row = page.getByRole('listitem').filter({ hasText: 'many-000.png' })
  await row.getByText(/Deleted on \w+ \d+, \d{4} by ada · \/media\/2019\/many-000\.png/).waitFor()
  expect(new URL(page.url()).search).toBe('?show=deleted')
  await row.getByRole('button', { name: 'Restore' }).click()
  await toast(page, 'File restored').waitFor()
  await page.getByText('No deleted files found.').waitFor()
  expect(await git('log', '-1', '--format=%s')).toBe('Restore picture: many-000.png')
  await page.goBack()
  await page.locator('.tile').first().waitFor()
  await failAndRepeat(page)
})

/** What fails is said and can be repeated: uploads, deletions, and the list itself. */
async function failAndRepeat(page: Page) {
  // An upload can be cancelled and repeated; a failed one shows the reason; leaving during an
  // upload asks.
  const { opened, open: release } = gate()
  let calls = 0
  await page.route('**/api/media', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    calls += 1
    if (calls === 1) {
      await opened
      return route.abort('aborted').catch(() => {})
    }
    if (calls === 2)
      return route.fulfill({ status: 503, json: { message: 'The repository is busy.' } })
    return route.continue()
  })
  await page.locator('input[type=file]').setInputFiles([await picture('slow.png', '#457')])
  await page.getByRole('progressbar').waitFor()
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await page.getByText('Uploads are still under way.').waitFor()
  await page.getByRole('button', { name: 'Stay' }).click()
  await page.getByRole('button', { name: 'Cancel slow.png' }).click()
  const row = page.getByRole('listitem').filter({ hasText: 'slow.png' })
  await row.getByText('Cancelled').waitFor()
  release()
  const again = row.getByRole('button', { name: 'Try slow.png again' })
  await again.click()
  await row.getByText('The repository is busy.').waitFor()
  await again.click()
  await row.getByText('Uploaded', { exact: true }).waitFor()
  await tile(page, 'slow.png').waitFor()
  expect(await git('log', '-1', '--format=%s')).toBe('Add picture: slow.png')

  // The rejected deletion of a picture names the items that use it since.
  await find(page, 'other')
  await tile(page, 'other.png').click()
  await dialog(page).getByText('Nothing uses it.').waitFor()
  await dialog(page).getByRole('button', { name: 'Delete' }).click()
  const ada = await site.administrator()
  await ada.call('POST', '/api/news', {
    title: 'Just written',
    excerpt: 'E',
    content: '![O](/media/2020/other.png)',
    category: 'news',
  })
  await dialog(page).getByRole('button', { name: 'Delete', exact: true }).click()
  await dialog(page)
    .getByRole('alert')
    .filter({ hasText: 'This picture is used in “Just written”.' })
    .waitFor()
  await dialog(page).getByRole('link', { name: 'Just written' }).waitFor()
  await page.keyboard.press('Escape')
  await expect
    .poll(() => dialog(page).getByRole('button', { name: 'Delete' }).isDisabled())
    .toBe(true)

  // One that failed to load, wholly or partly, can be loaded again; an empty one says how to fill
  // it.
  let fails = true
  await page.route('**/api/media?*', (route) =>
    fails ? route.fulfill({ status: 503, json: { message: 'Not now.' } }) : route.continue(),
  )
  await page.goto('/admin/media')
  await page.getByText('The files could not be loaded').waitFor()
  await page.getByText('Not now.').waitFor()
  fails = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.locator('.tile').first().waitFor()
  fails = true
  const more = page.getByText('More files could not be loaded.')
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, 4000)
      return more.count()
    })
    .toBe(1)
  fails = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await more.waitFor({ state: 'detached' })
  await page.unroute('**/api/media?*')
  await page.route('**/api/media?*', (route) =>
    route.fulfill({ json: [], headers: { 'X-Total-Count': '0' } }),
  )
  await page.goto('/admin/media')
  await page.getByText('No files yet.').waitFor()
  await page.getByRole('button', { name: 'Choose files' }).waitFor()
}
