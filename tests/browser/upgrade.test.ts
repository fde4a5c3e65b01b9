import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { eventually } from '../running-site.ts'
import { adminInBrowser } from './admin.ts'
import { follow, waitForState } from './draft-site.ts'
import { putStores, readStores, type StoredEntries } from './stored-entries.ts'

/**
 * The content of a site with an earlier version, and the result of `readStores` in a browser that
 * used it.
 */
interface Recorded {
  files: Record<string, string>
  stores: StoredEntries & {
    drafts: Array<{ item: string }>
    queue: Array<{ title: string; work: { item: number } }>
  }
}

/**
 * Recorded in Chromium, in an article's editor each: excerpt and body of the first were typed and
 * not saved; the network was switched off, and the title of the second was typed and saved, so that
 * the save waits; then the stores were read. Format 1 is that of commit a3e8c8c, format 2 that of
 * f33fc7d.
 */
const recorded = [1, 2].map((format) => {
  const file = new URL(`stored-by-format-${format}.json`, import.meta.url)
  return JSON.parse(readFileSync(file, 'utf8')) as Recorded
})

const site = adminInBrowser({ files: Object.assign({}, ...recorded.map(({ files }) => files)) })
const editor = (id: number | string) => `/admin/draft-editor?id=${id}&type=articles`

test('after an upgrade, a save that waited is sent once, and drafts of an older version are restored', async () => {
  const page = await site.visit('/robots.txt')
  const storage = await page.context().newCDPSession(page)
  /** The browser as the older version left it, whose server knows no unsaved texts. */
  const began = async (stores: StoredEntries) => {
    const git = site.repository().git
    for (const ref of (await git('for-each-ref', '--format=%(refname)', 'refs/drafts')).split('\n'))
      if (ref) await git('update-ref', '-d', ref)
    await page.goto('/robots.txt')
    await storage.send('Storage.clearDataForOrigin', {
      origin: site.url(),
      storageTypes: 'indexeddb,local_storage',
    })
    await putStores(page, stores)
  }
  /** The subjects of the commits, and the numbers of lines that the last one added and removed. */
  const commits = async () => (await site.repository().git('log', '--format=%s')).trim().split('\n')
  const changed = async () =>
    (await site.repository().git('show', '--numstat', '--format=')).trim().split('\t', 2)

  for (const { stores } of recorded) {
    const [draft] = stores.drafts
    const [waiting] = stores.queue
    if (!draft || !waiting) throw new Error('The recorded stores have no draft or no save.')
    await began(stores)
    await page.goto('/admin/device')
    await page.getByText('Nothing waits to be sent.').waitFor()
    expect(
      (await commits()).filter((subject) => subject === `Update article: ${waiting.title}`),
    ).toHaveLength(1)
    expect(await changed()).toEqual(['1', '1'])
    await follow(page, editor(waiting.work.item))
    await waitForState(page, 'Saved')
    expect(await page.getByLabel('Title', { exact: true }).inputValue()).toBe(waiting.title)
    // The editor of the other article has the recorded draft.
    await follow(page, editor(draft.item))
    await page.getByText('This is a draft, not the file.').waitFor()
    expect(await page.getByLabel('Excerpt').inputValue()).toBe('Typed before the upgrade.')
    await page.locator('.ProseMirror').first().getByText('And more of it.').waitFor()
    await waitForState(page, 'Unsaved')
    // After further typing, it is stored in the format of this version.
    await page.getByLabel('Excerpt').fill('Typed before and after the upgrade.')
    await eventually(async () => {
      const { drafts = [] } = await readStores(page)
      const [stored] = drafts as Array<{ format?: number; values: { excerpt: string } }>
      return stored?.format === 2 && stored.values.excerpt === 'Typed before and after the upgrade.'
    })
  }

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
  const draft = {
    kind: 'edit-dialog',
    item: 'articles/2',
    revision: 'f'.repeat(40),
    title: 'A plan',
    format: 2,
    at: 5,
  }
  await began({
    drafts: [{ ...draft, base: form, values: { ...form, title: 'Typed in a dialog' } }],
  })
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
