import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { pretendHost } from '../pretend-internet.ts'
import { articleFile } from '../running-site.ts'
import { halves, photo } from '../sample-pictures.ts'
import { type AdminVisit, adminInBrowser } from './admin.ts'
import { expectAccessible } from './axe.ts'
import { gate, texts } from './browser.ts'
import { goToEditor } from './draft-site.ts'

const year = new Date().getUTCFullYear()
const elsewhere = await pretendHost('pictures.test', async (request, response) => {
  if (request.url !== '/there.png') return void response.writeHead(404).end()
  response.end(await halves(90, 60, '#0a7').png().toBuffer())
})
afterAll(() => elsewhere[Symbol.asyncDispose]())

const site = adminInBrowser({
  env: elsewhere.env,
  files: {
    'articles/one.md': articleFile({ id: '1', title: 'One' }, 'First words.'),
    'articles/two.md': articleFile({ id: '2', title: 'Two' }, 'Second words.'),
    'articles/three.md': articleFile({ id: '3', title: 'Three' }, 'Third words.'),
    'articles/four.md': articleFile({ id: '4', title: 'Four' }, 'Fourth words.'),
    'media/2020/pad.png': await halves(640, 360).png().toBuffer(),
    'media/2020/kick drum.png': await halves(320, 200, '#27c').png().toBuffer(),
  },
})

const png = async (name = 'My pad.png', color = '#c25') => ({
  name,
  mimeType: 'image/png',
  buffer: await halves(200, 120, color).png().toBuffer(),
})
const { git } = site
const dialog = (page: Page) => page.getByRole('dialog')
const button = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true })

/**
 * What the tests provoke: refused calls, lost connections, and pictures of other sites that do not
 * exist.
 */
const failures =
  /net::ERR_|: 4\d\d|\b(401|415|422|503) \/api|foreign request|RequestError|TypeError/

/** Opens the draft editor of an article with its own pictures. */
const openEditor = (id: number, options: AdminVisit = {}) =>
  site.visit(`/admin/draft-editor?id=${id}&type=articles`, { ...options })

/** Opens the image dialog at the end of the text. */
async function openDialog(page: Page) {
  await page.locator('.ProseMirror').click()
  await page.keyboard.press('ControlOrMeta+End')
  await page.getByRole('button', { name: 'Image', exact: true }).click()
  await dialog(page).getByRole('heading', { name: 'Insert Image' }).waitFor()
}

async function choose(page: Page, file: { name: string; mimeType: string; buffer: Buffer }) {
  await dialog(page).locator('input[type=file]').setInputFiles(file)
}

const showTab = (page: Page, name: string) => dialog(page).getByRole('tab', { name }).click()
const selectedTab = (page: Page) => dialog(page).getByRole('tab', { selected: true }).textContent()

async function insert(page: Page) {
  await button(page, 'Insert Image').click()
  await dialog(page).waitFor({ state: 'detached' })
}

async function save(page: Page) {
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await page.getByText('Your content has been updated successfully.').first().waitFor()
}

/** Drops files on the page or pastes them, with the browser's events. */
async function handOver(
  page: Page,
  how: 'drop' | 'paste',
  file: { name: string; mimeType: string; buffer: Buffer },
) {
  const dispatch = (types: ReadonlyArray<string>) =>
    page.evaluate(
      ({ types, name, mimeType, base64 }) => {
        const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
        const data = new DataTransfer()
        data.items.add(new File([bytes], name, { type: mimeType }))
        const target = document.activeElement ?? document.body
        const init = { bubbles: true, cancelable: true }
        for (const type of types)
          target.dispatchEvent(
            type === 'paste'
              ? new ClipboardEvent(type, { clipboardData: data, ...init })
              : new DragEvent(type, { dataTransfer: data, ...init }),
          )
      },
      { types, name: file.name, mimeType: file.mimeType, base64: file.buffer.toString('base64') },
    )
  if (how === 'paste') return dispatch(['paste'])
  await dispatch(['dragenter', 'dragover'])
  await page.getByText('Drop an image to upload it').first().waitFor()
  await dispatch(['drop'])
}

/**
 * Pastes a copied text that the clipboard also holds as a picture; returns whether the page took
 * the paste.
 */
async function pasteTextWithPicture(page: Page) {
  return dialog(page)
    .getByLabel('Image URL')
    .evaluate((field) => {
      const data = new DataTransfer()
      data.items.add(new File([new Uint8Array(9)], 'text.png', { type: 'image/png' }))
      data.setData('text/html', '<p>Some words</p>')
      data.setData('text/plain', 'Some words')
      return !field.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      )
    })
}

test('a picture is chosen, dropped or pasted in the dialog and uploaded when it is inserted; those of the library are featured, analyzed and inserted, and a pasted one is uploaded', async () => {
  const page = await openEditor(1)
  await openDialog(page)
  await dialog(page).getByRole('tab', { name: 'Existing Media' }).waitFor()
  expect(await texts(page, 'dialog [role="tab"]')).toEqual(['Upload', 'URL', 'Existing Media'])
  expect(await button(page, 'Insert Image').isDisabled()).toBe(true)
  await dialog(page).getByText('JPG, PNG, GIF or WebP, up to 10 MB.').waitFor()
  expect(await dialog(page).locator('input[type=file]').getAttribute('accept')).toBe(
    'image/jpeg,image/png,image/gif,image/webp,.mp3,.m4a,.aac,.ogg,.oga,.opus,.flac,.wav',
  )
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'detached' })
  await expect
    .poll(() => page.locator('.ProseMirror').evaluate((one) => one === document.activeElement))
    .toBe(true)

  // Each invalid file is rejected with a sentence, and another can be chosen.
  await openDialog(page)
  for (const [type, size, sentence] of [
    ['text/plain', 1, 'Only JPG, PNG, GIF and WebP images can be uploaded.'],
    ['image/png', 10 * 1024 * 1024 + 1, 'This picture is too large: at most 10 MB are taken.'],
  ] as const) {
    await dialog(page)
      .locator('input[type=file]')
      .evaluate(
        (input, { type, size }) => {
          const data = new DataTransfer()
          data.items.add(new File([new Uint8Array(size)], 'a.png', { type }))
          ;(input as HTMLInputElement).files = data.files
          input.dispatchEvent(new Event('change', { bubbles: true }))
        },
        { type, size },
      )
    await dialog(page).getByRole('alert').filter({ hasText: sentence }).waitFor()
    expect(await button(page, 'Insert Image').isDisabled(), sentence).toBe(true)
  }
  await choose(page, await png())
  await dialog(page).getByRole('img', { name: 'Preview' }).waitFor()
  expect(await dialog(page).getByRole('alert').count()).toBe(0)

  // A text that comes with a picture of itself is pasted as text; a picture is taken from whichever
  // tab is shown.
  await showTab(page, 'URL')
  expect(await pasteTextWithPicture(page)).toBe(false)
  expect(await selectedTab(page)).toBe('URL')
  for (const how of ['drop', 'paste'] as const) {
    await showTab(page, 'URL')
    await handOver(page, how, await png(`by-${how}.png`))
    await dialog(page).getByText(`by-${how}.png`).waitFor()
    await dialog(page).getByRole('img', { name: 'Preview' }).waitFor()
    expect(await selectedTab(page), how).toBe('Upload')
  }

  // It is uploaded when it is inserted, in one commit.
  const before = await git('rev-parse', 'HEAD')
  await choose(page, await png())
  await dialog(page).getByText('My pad.png').waitFor()
  await dialog(page).getByLabel('Alt Text').fill('Two halves')
  await expectAccessible(page, [1280])
  expect(await git('rev-parse', 'HEAD')).toBe(before)
  await insert(page)
  expect(await git('log', '--format=%s|%an', `${before}..`)).toBe('Add picture: my-pad.png|ada')
  await save(page)
  expect(await git('show', 'HEAD:content/articles/one.md')).toContain(
    `![Two halves](/media/${year}/my-pad.png)`,
  )
  expect(await git('status', '--porcelain')).toBe('')
  await useLibrary(page)
})

/** Pictures of the library are featured, analyzed and inserted, and a pasted one is uploaded. */
async function useLibrary(page: Page) {
  await goToEditor(page, 'articles', 3)
  await page.getByRole('button', { name: 'Click to add a featured image' }).click()
  await dialog(page).getByRole('heading', { name: 'Media Library' }).waitFor()
  expect(await selectedTab(page)).toBe('Existing Media')
  await dialog(page)
    .getByRole('button', { name: /kick drum\.png/ })
    .click()
  await dialog(page).getByLabel('Alt Text').fill('A kick')
  await button(page, 'Use Image').click()
  await page.getByRole('button', { name: 'Change Image' }).click()
  await showTab(page, 'Upload')
  await choose(page, { name: 'cover.jpg', mimeType: 'image/jpeg', buffer: await photo('jpeg') })
  await dialog(page).getByLabel('Alt Text').fill('A cover')
  await button(page, 'Use Image').click()
  await dialog(page).waitFor({ state: 'detached' })

  // A picture of the library is found and inserted without a commit.
  const before = await git('rev-parse', 'HEAD')
  await openDialog(page)
  await showTab(page, 'Existing Media')
  const search = dialog(page).getByRole('searchbox', { name: 'Search media' })
  const pads = dialog(page).getByRole('button', { name: /pad\.png/ })
  await pads.first().waitFor()
  await search.fill('kick')
  await pads.first().waitFor({ state: 'detached' })
  await search.fill('nowhere to be found')
  await dialog(page).getByText('No matching files found.').waitFor()
  await search.fill('kick')
  const tile = dialog(page).getByRole('button', { name: /kick drum\.png/ })
  await tile.click()
  expect(await tile.getAttribute('aria-pressed')).toBe('true')
  await dialog(page).getByLabel('Alt Text').fill('A kick')
  await expectAccessible(page, [1280])
  await insert(page)
  await page.locator('.ProseMirror img[src="/media/2020/kick%20drum.png"][alt="A kick"]').waitFor()

  // A URL must be valid; the absolute address of an own picture counts as its path.
  await openDialog(page)
  await showTab(page, 'URL')
  const field = dialog(page).getByLabel('Image URL')
  for (const wrong of ['pad', 'javascript:alert(1)']) {
    await field.fill(wrong)
    await dialog(page).getByText('Please enter a valid URL').waitFor()
    expect(await field.getAttribute('aria-invalid'), wrong).toBe('true')
    expect(await button(page, 'Insert Image').isDisabled(), wrong).toBe(true)
  }
  await expectAccessible(page, [1280])
  await field.fill(`${site.url()}/media/2020/pad.png?w=320`)
  await insert(page)
  await page.locator('.ProseMirror img[src="/media/2020/pad.png"]').waitFor()
  expect(await git('rev-parse', 'HEAD')).toBe(before)

  // The analysis goes from idle to analyzing to its result, which can be the alternative text.
  const { opened, open } = gate()
  const sent: Array<{ image?: string; context?: string }> = []
  await page.route('**/api/analyze-image', async (route) => {
    sent.push(route.request().postDataJSON())
    await opened
    await route.fulfill({
      json: {
        description: 'A pad in two colors.',
        relevance: 'high',
        tags: ['pad', 'color'],
        ableton_elements: ['Session View'],
      },
    })
  })
  await openDialog(page)
  const file = await png()
  await choose(page, file)
  await button(page, 'Analyze Image').click()
  await button(page, 'Analyzing...').waitFor()
  open()
  const card = dialog(page).getByRole('region', { name: 'Image analysis' })
  for (const text of ['A pad in two colors.', 'High relevance', 'pad', 'color', 'Session View'])
    await card.getByText(text, { exact: true }).waitFor()
  await button(page, 'Use as Alt Text').click()
  expect(await dialog(page).getByLabel('Alt Text').inputValue()).toBe('A pad in two colors.')
  expect(sent[0]?.image).toBe(file.buffer.toString('base64'))
  expect(sent[0]?.context).toMatch(/music production.*Third words\./s)
  // Another picture has another analysis.
  await choose(page, await png('other.png', '#111'))
  await button(page, 'Analyze Image').waitFor()
  expect(await dialog(page).getByLabel('Alt Text').inputValue()).toBe('')
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'detached' })

  // A picture pasted into the text is uploaded and inserted there.
  await page.locator('.ProseMirror').click()
  await handOver(page, 'paste', await png('pasted.png', '#b70'))
  await page.locator(`.ProseMirror img[src="/media/${year}/pasted.png"]`).waitFor()
  expect(await git('log', '-1', '--format=%s')).toBe('Add picture: pasted.png')
  await save(page)
  const saved = await git('show', 'HEAD:content/articles/three.md')
  expect(saved).toContain(`imageUrl: /media/${year}/cover.jpg`)
  expect(saved).toContain('imageAlt: A cover')
}

test('an upload that is refused, cancelled or without a session can be repeated, and one that is lost is stored once', async () => {
  const page = await openEditor(2, { session: 'own', expected: failures })
  await openDialog(page)
  await choose(page, {
    name: 'lie.png',
    mimeType: 'image/png',
    buffer: Buffer.from('no picture at all'),
  })
  await dialog(page).getByText('Image Load Error').waitFor()
  await button(page, 'Insert Image').click()
  await dialog(page).getByRole('alert').filter({ hasText: 'JPG, PNG, GIF' }).waitFor()
  await button(page, 'Try Again').waitFor()

  // The progress of an upload is shown, and it can be cancelled.
  const before = await git('rev-parse', 'HEAD')
  const { opened, open } = gate()
  const keys: Array<string | undefined> = []
  await page.route('**/api/media', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    keys.push(route.request().headers()['idempotency-key'])
    if (keys.length === 1) {
      await opened
      return route.abort('aborted').catch(() => {})
    }
    // The picture is stored, but the response is lost.
    if (keys.length === 2) {
      await route.fetch()
      return route.abort('connectionreset')
    }
    return route.continue()
  })
  await choose(page, await png('slow.png', '#5a2'))
  await button(page, 'Insert Image').click()
  await dialog(page).getByRole('progressbar').waitFor()
  expect(await button(page, 'Uploading...').isDisabled()).toBe(true)
  await page.keyboard.press('Escape')
  await button(page, 'Cancel Upload').click()
  await button(page, 'Insert Image').waitFor()
  open()
  expect(await git('rev-parse', 'HEAD')).toBe(before)

  // It is stored once when the network fails: the queue sends it again.
  await button(page, 'Insert Image').click()
  await dialog(page).waitFor({ state: 'detached' })
  await page.locator(`.ProseMirror img[src="/media/${year}/slow.png"]`).waitFor()
  expect([keys.length, keys[1] === keys[2], keys[0] === keys[1]]).toEqual([3, true, false])
  expect(await git('log', '--format=%s', `${before}..`)).toBe('Add picture: slow.png')
  await page.unroute('**/api/media')

  // A picture that is pasted into the text and refused does not change the text.
  await page.route('**/api/media', (route) =>
    route.fulfill({ status: 503, json: { message: 'Busy just now.' } }),
  )
  await page.locator('.ProseMirror').click()
  await handOver(page, 'paste', await png('refused.png', '#70b'))
  await page.getByText('Upload failed', { exact: true }).first().waitFor()
  await page.getByText('Busy just now.').first().waitFor()
  expect(await page.locator('.upload-line').count()).toBe(0)
  expect(await page.locator('.ProseMirror img[src*="refused"]').count()).toBe(0)
  await page.unroute('**/api/media')

  // An upload continues after signing in again.
  await openDialog(page)
  await choose(page, await png('again.png', '#825'))
  await site.endSession(page)
  await button(page, 'Insert Image').click()
  const login = page.getByRole('dialog', { name: 'Sign in again' })
  await login.getByLabel('Password').fill('correct horse battery staple')
  await login.getByRole('button', { name: 'Login', exact: true }).click()
  await page.getByRole('dialog', { name: 'Insert Image' }).waitFor({ state: 'detached' })
  expect(await git('log', '-1', '--format=%s')).toBe('Add picture: again.png')
})

test('a picture elsewhere stays there or is copied, and what fails says so', async () => {
  const list = /\/api\/media(\?|$)/
  const page = await openEditor(4, {
    expected: failures,
    arrange: (fresh) =>
      fresh.route(list, (route) => route.fulfill({ json: [], headers: { 'X-Total-Count': '0' } })),
  })
  // Without pictures there is no tab for them.
  const none = page.waitForResponse((response) => new URL(response.url()).pathname === '/api/media')
  await openDialog(page)
  await none
  expect(await texts(page, 'dialog [role="tab"]')).toEqual(['Upload', 'URL'])
  await page.unroute(list)
  await showTab(page, 'URL')
  const field = dialog(page).getByLabel('Image URL')
  await field.fill('https://elsewhere.test/a picture.png')
  await dialog(page).getByText('Image Load Error').waitFor()
  expect(await dialog(page).getByText('Please enter a valid URL').count()).toBe(0)
  await dialog(page).getByLabel('Alt Text').fill('Far away')
  await field.press('Enter')
  await dialog(page).waitFor({ state: 'detached' })
  await save(page)
  expect(await git('show', 'HEAD:content/articles/four.md')).toContain(
    '![Far away](https://elsewhere.test/a%20picture.png)',
  )

  // It is copied into the library when asked; one behind plain http always.
  const before = await git('rev-parse', 'HEAD')
  await openDialog(page)
  await showTab(page, 'URL')
  const copy = dialog(page).getByRole('switch', { name: 'Copy into the media library' })
  await field.fill('https://pictures.test/missing.png')
  expect([await copy.isChecked(), await copy.isDisabled()]).toEqual([false, false])
  await field.fill('http://pictures.test/missing.png')
  expect([await copy.isChecked(), await copy.isDisabled()]).toEqual([true, true])
  await button(page, 'Insert Image').click()
  await dialog(page)
    .getByRole('alert')
    .filter({ hasText: 'The address answers with status 404.' })
    .waitFor()
  expect(await button(page, 'Use it from its address').count()).toBe(0)
  await field.fill('http://pictures.test/there.png')
  await insert(page)
  expect(await git('log', '--format=%s', `${before}..`)).toBe('Add picture: there.png')
  await page.locator(`.ProseMirror img[src="/media/${year}/there.png"]`).waitFor()

  // When copying fails, the picture can be used from its address.
  await openDialog(page)
  await showTab(page, 'URL')
  await field.fill('https://pictures.test/over-https.png')
  await copy.check()
  await button(page, 'Insert Image').click()
  await dialog(page).getByRole('alert').waitFor()
  await button(page, 'Use it from its address').click()
  await dialog(page).waitFor({ state: 'detached' })
  await page.locator('.ProseMirror img[src="https://pictures.test/over-https.png"]').waitFor()

  // A failed analysis is reported in a toast and can be repeated, with the real analyzer.
  let fails = true
  await page.route('**/api/analyze-image', (route) =>
    fails ? route.fulfill({ status: 503, json: { message: 'Busy' } }) : route.continue(),
  )
  await openDialog(page)
  await showTab(page, 'Existing Media')
  await dialog(page)
    .getByRole('button', { name: /(?<![\w-])pad\.png/ })
    .first()
    .click()
  await button(page, 'Analyze Image').click()
  await page.getByText('Image Analysis Failed', { exact: true }).first().waitFor()
  await page.getByText('Could not analyze image. Please try again.').first().waitFor()
  fails = false
  await button(page, 'Analyze Image').click()
  await dialog(page).getByText('Neither the file’s name nor the text says what it shows.').waitFor()
  expect(await button(page, 'Use as Alt Text').count()).toBe(0)
})
