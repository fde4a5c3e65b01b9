import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { eventually } from '../running-site.ts'
import { halves } from '../sample-pictures.ts'
import { expectAccessible } from './axe.ts'
import { heldToast } from './browser.ts'
import { draftSite, save, typeInBody, waitForState } from './draft-site.ts'

const site = draftSite()

const editor = (type: string, id: number) => `/admin/draft-editor?id=${id}&type=${type}`
const excerpt = (page: Page) => page.getByLabel('Excerpt')
const notice = (page: Page) => page.locator('.notice', { hasText: 'This is a draft, not the file.' })

/** The drafts in the browser's storage. */
function storedDrafts(page: Page): Promise<Array<{ item: string; values: Record<string, unknown> }>> {
  return page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const opening = indexedDB.open('session-notes-1')
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const all = opening.result.transaction('drafts').objectStore('drafts').getAll()
          all.onsuccess = () => {
            opening.result.close()
            resolve(all.result)
          }
        }
      }),
  )
}

const isStored = (page: Page, field: string, value: string) =>
  eventually(async () => (await storedDrafts(page)).some(({ values }) => String(values[field]).includes(value)))

async function commitNatively(name: string, change: (text: string) => string): Promise<void> {
  const { write, commit, path } = site.repository()
  await write(`content/${name}`, change(await readFile(path(`content/${name}`), 'utf8')))
  await commit('Rewrite')
}

/** Opens the editor again in the same browser after its tab was killed. */
async function afterCrash(page: Page, path: string): Promise<Page> {
  const context = page.context()
  const next = await context.newPage()
  const session = await context.newCDPSession(page)
  page.on('crash', () => undefined)
  void session.send('Page.crash').catch(() => undefined)
  await page.waitForEvent('crash')
  await next.goto(path)
  await next.getByRole('button', { name: 'Save Changes' }).waitFor()
  return next
}

test('typed text is restored after a crash, as a draft with a notice, and Keep continues with it', async () => {
  const page = await site.edit('articles', 1, {})
  await typeInBody(page, ' Typed before the crash.')
  await excerpt(page).fill('Kept words.')
  await isStored(page, 'content', 'Typed before the crash.')
  await isStored(page, 'excerpt', 'Kept words.')
  const after = await afterCrash(page, editor('articles', 1))
  await notice(after).waitFor()
  expect(await notice(after).textContent()).toContain('typed less than a minute ago')
  expect(await notice(after).textContent()).toContain('The file has not changed since.')
  expect(await excerpt(after).inputValue()).toBe('Kept words.')
  await after.locator('.ProseMirror').getByText('Typed before the crash.').waitFor()
  await waitForState(after, 'Unsaved')
  await expectAccessible(after, [390, 1280])
  await notice(after).getByRole('button', { name: 'Compare' }).click()
  const dialog = after.getByRole('dialog', { name: 'The file and your draft' })
  await dialog.locator('mark', { hasText: 'Kept' }).waitFor()
  await dialog.locator('ins', { hasText: 'Typed before the crash' }).waitFor()
  await expectAccessible(after, [1280])
  await dialog.getByRole('button', { name: 'Back to the editor' }).click()
  await notice(after).getByRole('button', { name: 'Keep' }).click()
  await notice(after).waitFor({ state: 'detached' })
  await save(after)
  await eventually(async () => (await storedDrafts(after)).length === 0)
  await after.reload()
  await waitForState(after, 'Saved')
  expect(await notice(after).count()).toBe(0)
})

test('text that was still being stored when the page closed is restored as well', { tags: ['thorough'] }, async () => {
  const page = await site.edit('articles', 1, {})
  await page.evaluate(() => {
    const { put } = IDBObjectStore.prototype
    // From here on, writes stay pending until the page is closed.
    IDBObjectStore.prototype.put = function (...args) {
      Object.assign(window, { writing: true })
      const hold = () => {
        this.get('nothing').onsuccess = hold
      }
      const request = put.apply(this, args)
      hold()
      return request
    }
  })
  await excerpt(page).fill('Underway.')
  await page.waitForFunction(() => 'writing' in window)
  await page.reload()
  await notice(page).waitFor()
  expect(await excerpt(page).inputValue()).toBe('Underway.')
})

test('a picture whose upload a crash interrupted is offered again with its draft, and is stored once', {
  tags: ['thorough'],
}, async () => {
  const page = await site.edit('articles', 2, { session: 'own', pictures: true })
  let uploads = 0
  // The first upload arrives but its response is lost; the second one does not arrive.
  await page.route('**/api/media', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    uploads += 1
    if (uploads === 1) await route.fetch()
  })
  await page.locator('.ProseMirror').click()
  await page.locator('.ProseMirror').evaluate(
    (editor, bytes) => {
      const clipboardData = new DataTransfer()
      clipboardData.items.add(new File([Uint8Array.from(bytes)], 'Pasted.png', { type: 'image/png' }))
      editor.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    },
    [...(await halves(60, 40, '#27c').png().toBuffer())],
  )
  await page.getByText('Uploading Pasted.png').waitFor()
  const stored = () =>
    site
      .repository()
      .git('log', '--format=%s')
      .then((log) => log.match(/^Add picture.*$/gm) ?? [])
  await expect.poll(stored).toEqual(['Add picture: pasted.png'])
  await page.getByRole('button', { name: 'Add Image' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('tab', { name: 'Upload' }).click()
  const buffer = await halves(60, 40, '#0a7').png().toBuffer()
  const file = page.locator('input[type=file]').last()
  await file.setInputFiles({ name: 'Cover.png', mimeType: 'image/png', buffer })
  await dialog.getByRole('button', { name: 'Use Image' }).click()
  await expect.poll(() => uploads).toBe(2)
  const after = await afterCrash(page, editor('articles', 2))
  const offer = (name: string) => after.locator('.notice', { hasText: `The upload of “${name}” was cut off.` })
  await offer('Pasted.png').waitFor()
  await expectAccessible(after, [390, 1280])
  await offer('Pasted.png').getByRole('button', { name: 'Put it in' }).click()
  await after.locator('.ProseMirror img[src*="/media/"]').waitFor()
  await offer('Cover.png').getByRole('button', { name: 'Put it in' }).click()
  await after.locator('[data-part="draft-image"][src*="/media/"]').waitFor()
  await save(after)
  expect((await site.lastChange()).lines).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^\+imageUrl: .*cover\.png/),
      expect.stringMatching(/^\+!\[\]\(.*pasted\.png\)/),
    ]),
  )
  expect(await stored()).toEqual(['Add picture: cover.png', 'Add picture: pasted.png'])
  await after.reload()
  await waitForState(after, 'Saved')
  expect(await after.getByText('was cut off').count()).toBe(0)
})

test('a reload asks nothing, and a discarded draft can be restored', { tags: ['thorough'] }, async () => {
  const page = await site.edit('articles', 3, {})
  await excerpt(page).fill('To be thrown away.')
  await page.reload()
  await notice(page).getByRole('button', { name: 'Discard' }).click()
  await waitForState(page, 'Saved')
  expect(await excerpt(page).inputValue()).toBe('What it says.')
  expect(await storedDrafts(page)).toEqual([])
  await (await heldToast(page)).getByRole('button', { name: 'Undo' }).click()
  await notice(page).waitFor()
  expect(await excerpt(page).inputValue()).toBe('To be thrown away.')
  await isStored(page, 'excerpt', 'To be thrown away.')
})

test('a draft whose file has changed says so, and is merged with it', { tags: ['thorough'] }, async () => {
  const page = await site.edit('articles', 2, {})
  await excerpt(page).fill('Mine.')
  await isStored(page, 'excerpt', 'Mine.')
  await page.goto('/admin')
  await commitNatively('articles/draft.md', (text) => `${text}\nTheir paragraph.\n`)
  await page.goto(editor('articles', 2))
  await notice(page).getByText('The file has changed since it was begun.').waitFor()
  expect(await page.locator('.ProseMirror').getByText('Their paragraph.').count()).toBe(0)
  await notice(page).getByRole('button', { name: 'Keep' }).click()
  await page.getByText('Somebody else has changed this meanwhile.').waitFor()
  await page.getByRole('button', { name: 'Merge' }).click()
  await page.locator('.ProseMirror').getByText('Their paragraph.').waitFor()
  expect(await excerpt(page).inputValue()).toBe('Mine.')
  await save(page)
  expect((await site.lastChange()).lines).toEqual(['-excerpt: What it says.', '+excerpt: Mine.'])
})

test('a browser without storage shows a warning, and saves work', { tags: ['thorough'] }, async () => {
  const page = await site.edit('news', 1, {
    arrange: (page) =>
      page.addInitScript(() => {
        IDBFactory.prototype.open = () => {
          throw new DOMException('No storage here.', 'SecurityError')
        }
      }),
    expected: /SecurityError|No storage here/,
  })
  await page.getByText('This browser does not let the site keep anything.').waitFor()
  await excerpt(page).fill('Without storage.')
  await save(page)
  expect((await site.lastChange()).lines).toContain('+excerpt: Without storage.')
})

test('a full storage shows a warning, and the text stays', { tags: ['thorough'] }, async () => {
  const page = await site.edit('news', 1, {
    arrange: (page) =>
      page.addInitScript(() => {
        IDBObjectStore.prototype.put = () => {
          throw new DOMException('Full.', 'QuotaExceededError')
        }
      }),
  })
  await excerpt(page).fill('Too much.')
  await page.getByText('The storage of this browser is full.').waitFor()
  expect(await excerpt(page).inputValue()).toBe('Too much.')
})

test('two tabs share one draft', async () => {
  const page = await site.edit('articles', 4, {})
  const other = await page.context().newPage()
  await other.goto(editor('articles', 4))
  await other.getByRole('button', { name: 'Save Changes' }).waitFor()
  for (const one of [page, other]) await one.getByText('This is also open in another tab.').waitFor()
  await excerpt(page).fill('Typed in the first.')
  await expect.poll(() => excerpt(other).inputValue()).toBe('Typed in the first.')
  await typeInBody(other, ' Typed in the second.')
  await page.locator('.ProseMirror').getByText('Typed in the second.').waitFor()
  expect(await excerpt(page).inputValue()).toBe('Typed in the first.')
  await save(other)
  await waitForState(page, 'Saved')
  // Both tabs delete it after they have shown that it is saved.
  await expect.poll(() => storedDrafts(page)).toEqual([])
  await other.close()
  await page.getByText('This is also open in another tab.').waitFor({ state: 'detached' })
})

test('text typed in two tabs at the same moment stays in both', { tags: ['thorough'] }, async () => {
  const page = await site.edit('articles', 4, {})
  await typeInBody(page, ' Alpha.')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Omega.')
  // A tab misses changes between its reading of the storage and its first rendering.
  await isStored(page, 'content', 'Omega.')
  const other = await page.context().newPage()
  await other.goto(editor('articles', 4))
  const bodyOf = async (one: Page) => (await one.locator('.ProseMirror p').allTextContents()).join('\n')
  await expect.poll(() => bodyOf(page)).toMatch(/Alpha\.\s+Omega\.$/)
  await expect.poll(() => bodyOf(other)).toMatch(/Alpha\.\s+Omega\.$/)
  await typeInBody(other, '')
  await page.locator('.ProseMirror p').first().click()
  await page.keyboard.press('End')
  await Promise.all([
    page.keyboard.type('-here-and-now', { delay: 30 }),
    other.keyboard.type('-there-and-now', { delay: 30 }),
  ])
  for (const one of [page, other])
    await expect.poll(() => bodyOf(one)).toMatch(/Alpha\.-here-and-now\s+Omega\.-there-and-now$/)
  await save(page)
  await waitForState(other, 'Saved')
  await other.close()
})

test('an editor without changes shows a native commit at once, and so do lists', { tags: ['thorough'] }, async () => {
  const page = await site.edit('articles', 3, {})
  const list = await page.context().newPage()
  await list.goto('/admin/manage-content')
  await list.getByText('Linking').first().waitFor()
  await commitNatively('articles/linking.md', (text) => text.replace('title: Linking', 'title: Linked'))
  await expect.poll(() => page.getByLabel('Title', { exact: true }).inputValue()).toBe('Linked')
  await page.getByText('Changed by somebody else').first().waitFor()
  await waitForState(page, 'Saved')
  await list.getByText('Linked').first().waitFor()
})

test("an editor with changes shows another administrator's save, and asks where both changed the same", async () => {
  const page = await site.edit('articles', 1, {})
  await page.getByLabel('Title', { exact: true }).fill('Mine')
  await waitForState(page, 'Unsaved')
  const ada = await site.administrator()
  await ada.call('PATCH', '/api/articles/1', { title: 'Theirs', metaDescription: 'Also theirs.' })
  await page.getByText('Somebody else has changed this meanwhile. Your changes are still here.').waitFor()
  await page.getByText('ada, less than a minute ago: Update article: Theirs').waitFor()
  await expectAccessible(page, [390])
  await page.getByRole('button', { name: 'Merge' }).click()
  const dialog = page.getByRole('dialog', { name: 'Somebody else changed this too' })
  await dialog.getByRole('button', { name: 'Title: keep yours' }).click()
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await dialog.waitFor({ state: 'detached' })
  await waitForState(page, 'Saved')
  expect((await site.lastChange()).lines).toEqual(['-title: Theirs', '+title: Mine'])
  expect(await page.getByLabel('Meta Description').inputValue()).toBe('Also theirs.')
})

test('the text stays when its item is deleted meanwhile, also after a reload, and goes on when the item is restored', {
  tags: ['thorough'],
}, async () => {
  const page = await site.edit('newsletters', 1, { expected: /404/ })
  await page.getByLabel('Title', { exact: true }).fill('My issue')
  await waitForState(page, 'Unsaved')
  await site.repository().git('rm', '-q', 'content/newsletters/001-issue.md')
  await site.repository().commit('Remove')
  await page.getByText('This was deleted meanwhile.').waitFor()
  expect(await page.getByLabel('Title', { exact: true }).inputValue()).toBe('My issue')
  await isStored(page, 'title', 'My issue')
  await page.reload()
  await page.getByText('What you typed is still in this browser').waitFor()
  await page.getByRole('link', { name: 'Recently deleted' }).click()
  await page.getByRole('button', { name: 'Restore' }).click()
  await page.locator('[data-part="toast"]').getByText('Content restored').waitFor()
  await page.goto(editor('newsletters', 1))
  await notice(page).waitFor()
  expect(await page.getByLabel('Title', { exact: true }).inputValue()).toBe('My issue')
})

test('an expired session keeps the draft', { tags: ['thorough'] }, async () => {
  const page = await site.edit('articles', 2, { session: 'own', expected: /401/ })
  await excerpt(page).fill('Typed, then signed out.')
  await isStored(page, 'excerpt', 'Typed, then signed out.')
  await page.context().clearCookies()
  await page.goto(editor('articles', 2))
  await page.getByLabel('Username').fill('ada')
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery staple')
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await notice(page).waitFor()
  expect(await excerpt(page).inputValue()).toBe('Typed, then signed out.')
})

test('a draft of the creator is restored in either step, beside one of another tab', {
  tags: ['thorough'],
}, async () => {
  const page = await site.visit('/admin/create-content')
  const raw = page.getByLabel('Raw Content')
  await raw.fill('Warp markers hold a beat in place, and the rest of the raw text follows them.')
  await page.reload()
  await page.getByText('This is a draft that no file has yet.').waitFor()
  expect(await raw.inputValue()).toContain('Warp markers hold a beat')
  await expectAccessible(page, [390])
  await page.getByRole('button', { name: 'Keep' }).click()
  const other = await page.context().newPage()
  await other.goto('/admin/create-content')
  await other.getByRole('heading', { name: 'Paste Your Content' }).waitFor()
  expect(await other.getByLabel('Raw Content').inputValue()).toBe('')
  await other.close()
  await page.getByRole('button', { name: 'Analyze & Prepare for Editing' }).click()
  await page.getByRole('heading', { name: 'Edit Content' }).waitFor()
  await page.getByLabel('Title', { exact: true }).fill('A title of its own')
  await page.reload()
  await page.getByText('This is a draft that no file has yet.').waitFor()
  expect(await page.getByLabel('Title', { exact: true }).inputValue()).toBe('A title of its own')
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('heading', { name: 'Paste Your Content' }).waitFor()
  expect(await storedDrafts(page)).toEqual([])
  await (await heldToast(page)).getByRole('button', { name: 'Undo' }).click()
  await page.getByText('This is a draft that no file has yet.').waitFor()
  await page.getByRole('button', { name: 'Start Something New' }).click()
  await raw.fill('Something else that is begun beside it.')
  await eventually(async () => (await storedDrafts(page)).length === 2)
  await page.goto('/admin/device')
  const older = page.locator('.device-list li', { hasText: 'A title of its own' })
  await older.getByRole('link', { name: 'Open' }).click()
  expect(await page.getByLabel('Title', { exact: true }).inputValue()).toBe('A title of its own')
  const shared = await page.context().newPage()
  await shared.goto(page.url())
  await shared.getByText('This is also open in another tab.').waitFor()
  await shared.getByRole('button', { name: 'Back to Content Input' }).click()
  await shared.getByRole('button', { name: 'Go Back' }).click()
  await shared.getByLabel('Raw Content').fill('Typed in the first step of the other tab.')
  await expect.poll(() => page.getByLabel('Raw Content').inputValue()).toBe('Typed in the first step of the other tab.')
  await page.getByRole('button', { name: 'Discard' }).click()
  await shared.locator('[data-part="toast"]', { hasText: 'It was saved or discarded there.' }).waitFor()
  await expect.poll(() => shared.getByLabel('Raw Content').inputValue()).toBe('')
})

test('the dialogs of manage content store typed text as drafts, and say so', { tags: ['thorough'] }, async () => {
  const page = await site.visit('/admin/manage-content')
  const create = page.getByRole('button', { name: 'Create' })
  await create.click()
  const dialog = page.getByRole('dialog', { name: 'Create article' })
  await dialog.getByLabel('Title').fill('Begun in a dialog')
  await isStored(page, 'title', 'Begun in a dialog')
  await page.reload()
  await create.click()
  const draft = dialog.locator('.notice', { hasText: 'This is a draft that no file has yet.' })
  await draft.getByText('typed less than a minute ago').waitFor()
  expect(await dialog.getByLabel('Title').inputValue()).toBe('Begun in a dialog')
  await expectAccessible(page, [390, 1280])
  await draft.getByRole('button', { name: 'Compare' }).click()
  const comparison = page.getByRole('dialog', { name: 'The file and your draft' })
  await comparison.locator('mark', { hasText: 'Begun in a dialog' }).waitFor()
  await comparison.getByRole('button', { name: 'Back to the form' }).click()
  await draft.getByRole('button', { name: 'Discard' }).click()
  await draft.waitFor({ state: 'detached' })
  expect(await dialog.getByLabel('Title').inputValue()).toBe('')
  await eventually(async () => (await storedDrafts(page)).length === 0)
  await page.keyboard.press('Escape')

  const card = page.locator('[data-part="manage-card"]', { hasText: 'Odd one' })
  await card.getByRole('button', { name: 'Quick Edit' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit article' })
  await edit.getByLabel('Excerpt').fill('Quick words.')
  await isStored(page, 'excerpt', 'Quick words.')
  await commitNatively('articles/hardware.md', (text) => `${text}\nTheir paragraph.\n`)
  await page.goto('/admin/device')
  // It is the draft of the editor, too.
  await page.getByRole('list', { name: 'Drafts in this browser' }).getByRole('link', { name: 'Open' }).click()
  await page.getByText('The file has changed since it was begun.').waitFor()
  expect(await page.getByLabel('Excerpt').inputValue()).toBe('Quick words.')
  await page.goto('/admin/manage-content')
  await card.getByRole('button', { name: 'Quick Edit' }).click()
  await edit.getByText('The file has changed since it was begun.').waitFor()
  expect(await edit.getByLabel('Excerpt').inputValue()).toBe('Quick words.')
  await edit.getByRole('button', { name: 'Keep', exact: true }).click()
  await edit.getByRole('button', { name: 'Merge', exact: true }).click()
  await expect.poll(() => edit.getByLabel('Content').inputValue()).toContain('Their paragraph.')
  await edit.getByRole('button', { name: 'Save Changes' }).click()
  await edit.waitFor({ state: 'detached' })
  const { lines } = await site.lastChange()
  expect(lines).toEqual([expect.stringMatching(/^-excerpt: /), '+excerpt: Quick words.'])
  await eventually(async () => (await storedDrafts(page)).length === 0)
})
