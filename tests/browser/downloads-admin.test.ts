import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { mp3Of, tone } from '../sample-sounds.ts'
import { adminInBrowser } from './admin.ts'
import { expectAccessible } from './axe.ts'
import { heldToast } from './browser.ts'

const [sound, other] = await Promise.all([mp3Of(tone(0.5)), mp3Of(tone(0.25))])
const site = adminInBrowser({
  files: {
    'media/2026/first.mp3': sound,
    'site.yaml': 'name: Test Notes\ntagline: T\ndescription: D\ndisclaimer: X\nabout: A\n',
    'downloads/pack.md':
      '---\nid: 4\ntitle: Drum Pack\ndescription: Ten drums.\nfileType: WAV\n---\n',
    'downloads/pack.zip': 'PK one',
    'downloads/loop.md': '---\nid: 7\ntitle: Loop Pack\n---\n',
    'downloads/loop.zip': 'PK loop',
    'downloads/kit.md':
      '---\nid: 8\ntitle: Drum Kit\ndescription: Ten drums.\nfileType: WAV\n---\n',
    'downloads/kit.zip': 'PK kit',
    'downloads/plan.md': '---\nid: 5\ntitle: Later\ndraft: true\n---\n',
    'downloads/plan.zip': 'PK plan',
    'downloads/lost.md': '---\nid: 6\ntitle: Lost\n---\n',
  },
})
const { git } = site
const lastMessage = () => git('log', '-1', '--format=%s')
const file = (name: string) => git('show', `HEAD:content/downloads/${name}`)
const row = (page: Page, title: string) =>
  page.locator('[data-part="download-row"]', { hasText: title })
const zip = (text: string, name = 'new-pack.zip') => ({
  name,
  mimeType: 'application/zip',
  buffer: Buffer.from(text),
})
const toast = (page: Page, text: string) =>
  page.locator('[data-part="toast"]', { hasText: text }).waitFor()

test('downloads are listed and filled in, added, changed, removed and restored with their files, and a chosen file is stored with its draft, in one visit', async () => {
  const page = await site.visit('/admin/downloads')
  await row(page, 'Drum Pack').waitFor()
  await fillIn(page)
  await keepChosenFiles(page)
  await changeAndRemove(page)
})

/** Downloads are listed with their facts; tempo, key, tags and a preview are checked and saved. */
async function fillIn(page: Page) {
  expect(await row(page, 'Drum Pack').textContent()).toMatch(/pack\.zip · WAV · 6 bytes/)
  expect(await row(page, 'Drum Pack').textContent()).toMatch(/0\s*downloads/)
  expect(await row(page, 'Later').textContent()).toContain('Draft')
  expect(await row(page, 'Lost').textContent()).toContain(
    "No file named 'lost' with another ending is beside this one",
  )
  await expectAccessible(page, [1280])

  // A preview is chosen among the sounds.
  await row(page, 'Later').getByRole('button', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Download' })
  await dialog.getByLabel('Tempo').fill('fast')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await dialog.getByText('A tempo is a number of beats per minute from 20 to 999').waitFor()
  await dialog.getByLabel('Tempo').fill('122.5')
  await dialog.getByLabel('Key').fill('A minor')
  const picker = page.getByRole('dialog', { name: 'Choose a Sound' })
  await dialog.getByRole('button', { name: 'Choose Sound' }).click()
  const sounds = picker.getByRole('list', { name: 'Sounds' }).getByRole('listitem')
  await sounds.first().waitFor()
  expect(await sounds.allTextContents()).toEqual([expect.stringMatching(/^first\.mp3.*Use$/)])
  await expectAccessible(page, [1280])
  await picker.getByRole('button', { name: 'Use first.mp3' }).click()
  await dialog.getByText('first.mp3').waitFor()
  expect(await dialog.locator('audio').getAttribute('src')).toBe('/media/2026/first.mp3')
  await dialog.getByRole('button', { name: 'Change Sound' }).click()
  await picker
    .locator('input[type=file]')
    .setInputFiles({ name: 'note.png', mimeType: 'image/png', buffer: Buffer.from('x') })
  await picker.getByText('Only sounds can be taken').waitFor()
  await picker
    .locator('input[type=file]')
    .setInputFiles({ name: 'second.mp3', mimeType: 'audio/mpeg', buffer: Buffer.from(other) })
  await dialog.getByText('second.mp3').waitFor()
  expect(await picker.count()).toBe(0)
  const preview = await dialog.locator('audio').getAttribute('src')
  expect(preview).toMatch(/^\/media\/\d{4}\/second\.mp3$/)
  for (const tag of ['drums', 'low end']) {
    await dialog.getByRole('textbox', { name: 'Tags' }).fill(tag)
    await page.keyboard.press('Enter')
  }
  await expectAccessible(page, [1280])
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await toast(page, 'The item has been successfully updated.')
  expect((await file('plan.md')).split('\n')).toEqual(
    expect.arrayContaining([
      'tempo: 122.5',
      'key: A minor',
      `preview: ${preview}`,
      'tags: [drums, low end]',
      'draft: true',
    ]),
  )
  await row(page, 'Later').getByRole('button', { name: 'Edit' }).click()
  expect(await dialog.getByLabel('Tempo').inputValue()).toBe('122.5')
  expect(await dialog.getByRole('button', { name: 'Remove low end' }).isVisible()).toBe(true)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
}

/**
 * A download is added and undone, and a chosen file is stored with its draft until it is saved or
 * discarded.
 */
async function keepChosenFiles(page: Page) {
  await page.getByRole('button', { name: 'Add Download' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Add Download' })
  await dialog.getByRole('button', { name: 'Add Download' }).click()
  await dialog.getByText('Title is required').waitFor()
  await dialog.getByText('Choose a file first').waitFor()
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'page.html', mimeType: 'text/html', buffer: Buffer.from('x') })
  await dialog.getByText('Files for download end in zip').waitFor()
  await dialog.getByRole('button', { name: 'Add Download' }).click()
  await dialog.locator('input[type=file]').setInputFiles(zip('PK fresh', 'warm-pads.zip'))
  expect(await dialog.getByLabel('Title').inputValue()).toBe('page')
  await dialog.getByLabel('Title').fill('Warm Pads')
  await dialog.getByLabel('Description').fill('Twelve pads.')
  await dialog.getByRole('button', { name: 'Add Download' }).click()
  await heldToast(page, 'The download has been successfully created.')
  await row(page, 'Warm Pads').waitFor()
  expect(await lastMessage()).toBe('Create download: Warm Pads')
  expect(await file('warm-pads.zip')).toBe('PK fresh')
  await page.locator('[data-part="toast"]').getByRole('button', { name: 'Undo' }).click()
  await toast(page, 'Change undone')
  await expect.poll(() => row(page, 'Warm Pads').count()).toBe(0)
  expect(await lastMessage()).toBe('Undo: Create download: Warm Pads')
  // A saved item has no draft.
  await page.getByRole('button', { name: 'Add Download' }).first().click()
  expect(await dialog.getByLabel('Title').inputValue()).toBe('')
  await dialog.getByLabel('Title').fill('Typed before')
  await page.reload()
  await page.getByRole('button', { name: 'Add Download' }).first().click()
  await dialog.getByText('This is a draft that no file has yet.').waitFor()
  await expect.poll(() => dialog.getByLabel('Title').inputValue()).toBe('Typed before')
  await dialog.getByRole('button', { name: 'Discard' }).click()
  // Before the draft is gone, Escape asks whether to discard what was typed.
  await expect.poll(() => dialog.getByLabel('Title').inputValue()).toBe('')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })

  // A chosen file is stored with the draft.
  const form = page.getByRole('dialog', { name: 'Edit Download' })
  const edit = () => row(page, 'Loop Pack').getByRole('button', { name: 'Edit' }).click()
  const storedFiles = () =>
    page.evaluate(async () => {
      const names = (await indexedDB.databases()).flatMap(({ name }) => name ?? [])
      const request = indexedDB.open(names.find((name) => /^session-notes-\d+$/.test(name)) ?? '')
      const database = await new Promise<IDBDatabase>((resolve) => {
        request.onsuccess = () => resolve(request.result)
      })
      const all = database.transaction('uploads').objectStore('uploads').getAll()
      const uploads = await new Promise<Array<{ file: File }>>((resolve) => {
        all.onsuccess = () => resolve(all.result)
      })
      database.close()
      return uploads.map(({ file }) => file.name)
    })
  await edit()
  await form.locator('input[type=file]').setInputFiles(zip('PK chosen'))
  await form.getByText('Unsaved').waitFor()
  await expect.poll(storedFiles).toEqual(['new-pack.zip'])
  await page.reload()
  await edit()
  await form.getByText('This is a draft, not the file.').waitFor()
  await form.getByText('new-pack.zip, 9 bytes').waitFor()
  await expectAccessible(page, [1280])
  await form.getByRole('button', { name: 'Discard' }).click()
  await form.getByText('loop.zip', { exact: true }).waitFor()
  await expect.poll(storedFiles).toEqual([])
  await (await heldToast(page)).getByRole('button', { name: 'Undo' }).click()
  await form.getByText('new-pack.zip, 9 bytes').waitFor()
  await expect.poll(storedFiles).toEqual(['new-pack.zip'])
  await form.getByRole('button', { name: 'Save Changes' }).click()
  await toast(page, 'The item has been successfully updated.')
  expect(await lastMessage()).toBe('Replace download: Loop Pack')
  expect(await file('loop.zip')).toBe('PK chosen')
  await expect.poll(storedFiles).toEqual([])
}

/** A download is changed, removed and restored with its file. */
async function changeAndRemove(page: Page) {
  await row(page, 'Drum Kit').getByRole('button', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Download' })
  await dialog.getByLabel('Title').fill('')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await dialog.getByText('Title is required').waitFor()
  await dialog.getByLabel('Title').fill('Drum Kit')
  await dialog.getByLabel('Description').fill('Eleven drums.')
  await dialog.locator('input[type=file]').setInputFiles(zip('PK two'))
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(await lastMessage()).toBe('Replace download: Drum Kit')
  expect(await file('kit.zip')).toBe('PK two')
  await expect.poll(() => row(page, 'Drum Kit').textContent()).toContain('Eleven drums.')

  // It is removed with its file, and restored by Undo.
  await row(page, 'Drum Kit').getByRole('button', { name: 'Remove' }).click()
  const removal = page.getByRole('dialog', { name: 'Remove Download' })
  await removal.getByRole('button', { name: 'Remove' }).click()
  await heldToast(page, 'The item has been successfully deleted.')
  await expect.poll(() => row(page, 'Drum Kit').count()).toBe(0)
  expect(await git('ls-tree', '--name-only', 'HEAD', 'content/downloads/')).not.toContain('kit.')
  await page.locator('[data-part="toast"]').getByRole('button', { name: 'Undo' }).click()
  await row(page, 'Drum Kit').waitFor()
  expect(await file('kit.zip')).toBe('PK two')

  // One that was removed a while ago is restored with its file.
  await (await site.administrator()).call('DELETE', '/api/downloads/8')
  await page.getByRole('button', { name: 'Recently deleted' }).click()
  const deleted = page.getByRole('list', { name: 'Deleted downloads' })
  await deleted.getByText('Drum Kit').waitFor()
  expect(await deleted.textContent()).toMatch(/Deleted on \w+ \d+, \d+ by ada · kit\.zip/)
  await expectAccessible(page, [1280])
  const gone = deleted.getByRole('listitem').filter({ hasText: 'Drum Kit' })
  await gone.getByRole('button', { name: 'Restore' }).click()
  await toast(page, 'The item has been successfully restored.')
  await gone.waitFor({ state: 'detached' })
  expect(await lastMessage()).toBe('Restore download: Drum Kit')
  expect(await file('kit.zip')).toBe('PK two')
  await page.goBack()
  await row(page, 'Drum Kit').waitFor()
}
