import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { eventually } from '../running-site.ts'
import { adminInBrowser } from './admin.ts'
import { follow, waitForState } from './draft-site.ts'
import { putStores, readStores, type StoredEntries } from './stored-entries.ts'

/**
 * The storage of a browser with an earlier version: `files` is the content of the site, `stores` the result of
 * `readStores`. Format 1 was recorded with the build of commit a3e8c8c in Chromium: the excerpt and the body of
 * article 2 were typed and not saved; the network was switched off, and the title of article 3 was typed and saved,
 * so that the save waits; then the stores were read from a public page.
 */
const recorded = JSON.parse(readFileSync(new URL('stored-by-format-1.json', import.meta.url), 'utf8')) as {
  files: Record<string, string>
  stores: StoredEntries
}

const site = adminInBrowser({ files: recorded.files })
const editor = (id: number) => `/admin/draft-editor?id=${id}&type=articles`

test('after an upgrade, a save that waited is sent once, and drafts of an older version are restored', async () => {
  const page = await site.visit('/robots.txt')
  const storage = await page.context().newCDPSession(page)
  /** The browser as the older version left it. */
  const began = async (stores: StoredEntries) => {
    await page.goto('/robots.txt')
    await storage.send('Storage.clearDataForOrigin', { origin: site.url(), storageTypes: 'indexeddb,local_storage' })
    await putStores(page, stores)
  }

  await began(recorded.stores)
  const subjects = async () => (await site.repository().git('log', '--format=%s')).trim().split('\n')
  await page.goto('/admin/device')
  await page.getByText('Nothing waits: everything you saved has reached the site.').waitFor()
  const saved = 'Update article: Linking, saved before the upgrade'
  expect((await subjects()).filter((subject) => subject === saved)).toHaveLength(1)
  await follow(page, editor(3))
  await waitForState(page, 'Saved')
  expect(await page.getByLabel('Title', { exact: true }).inputValue()).toBe('Linking, saved before the upgrade')
  // The editor of article 2 has the recorded draft.
  await follow(page, editor(2))
  await page.getByText('This is a draft, not the file.').waitFor()
  expect(await page.getByLabel('Excerpt').inputValue()).toBe('Typed before the upgrade.')
  await page.locator('.ProseMirror').first().getByText('And more of it.').waitFor()
  await waitForState(page, 'Unsaved')
  // After further typing, it is stored in the format of this version.
  await page.getByLabel('Excerpt').fill('Typed before and after the upgrade.')
  await eventually(async () => {
    const { drafts = [] } = await readStores(page)
    const [draft] = drafts as Array<{ format?: number; values: { excerpt: string } }>
    return draft?.format === 2 && draft.values.excerpt === 'Typed before and after the upgrade.'
  })

  // A draft of the quick edit is restored in the dialog and in the editor.
  const form = {
    title: 'A plan',
    issueNumber: '1',
    excerpt: 'What it is.',
    description: '',
    content: 'Before.\n',
    category: 'mixing',
    tags: [],
    imageUrl: '',
    imageAlt: '',
    techniqueLevel: 'beginner',
    abletonVersion: 'live_11',
    readTime: '5',
    featured: false,
  }
  const draft = { kind: 'edit-dialog', item: 'articles/2', revision: 'f'.repeat(40), title: 'A plan', format: 2, at: 5 }
  await began({ drafts: [{ ...draft, base: form, values: { ...form, title: 'Typed in a dialog' } }] })
  await page.goto('/admin/manage-content?type=articles&edit=2')
  const dialog = page.getByRole('dialog', { name: 'Edit article' })
  await dialog.getByText('This is a draft, not the file.').waitFor()
  expect(await dialog.getByLabel('Title').inputValue()).toBe('Typed in a dialog')
  await page.goto(editor(2))
  await page.getByText('This is a draft, not the file.').waitFor()
  expect(await page.getByLabel('Title', { exact: true }).inputValue()).toBe('Typed in a dialog')
  const kinds = ((await readStores(page)).drafts as Array<{ kind: string }>).map(({ kind }) => kind)
  expect(kinds).toEqual(['articles'])
})
