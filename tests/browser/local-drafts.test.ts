import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectAccessible, expectAccessibleAs } from './axe.ts'
import { heldToast } from './browser.ts'
import {
  chooseFeatured,
  draftSite,
  editorAddress,
  follow,
  goToEditor,
  leave,
  openEditor,
  pastePicture,
  picture,
  save,
  typeInBody,
  waitForState,
} from './draft-site.ts'
import { storedDrafts, waitForStored } from './stored-entries.ts'

const site = draftSite()

const excerpt = (page: Page) => page.getByLabel('Excerpt')
const title = (page: Page) => page.getByLabel('Title', { exact: true })
const notice = (page: Page) =>
  page.locator('.notice', { hasText: 'This is a draft, not the file.' })

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

test('after a crash or a reload, typed text is restored as a draft and cut uploads are offered again; what others change meanwhile is offered as a merge; and the text of a deleted item is kept; two tabs share one draft, the dialogs of manage content store drafts, one of the creator is restored in either step, and another device shows what was typed', async () => {
  const page = await site.edit('articles', 2, { expected: /404/ })
  await typeInBody(page, ' Typed before the crash.')
  await excerpt(page).fill('Kept words.')
  let uploads = 0
  // The first upload arrives but its response is lost; the second one does not arrive.
  await page.route('**/api/media', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    uploads += 1
    if (uploads === 1) await route.fetch()
  })
  await pastePicture(page, await picture('Pasted.png', '#27c'))
  await page.getByText('Uploading Pasted.png').waitFor()
  const stored = () =>
    site.git('log', '--format=%s').then((log) => log.match(/^Add picture.*$/gm) ?? [])
  await expect.poll(stored).toEqual(['Add picture: pasted.png'])
  await chooseFeatured(page, await picture('Cover.png', '#0a7'))
  await expect.poll(() => uploads).toBe(2)
  await waitForStored(page, 'content', 'Typed before the crash.')
  await waitForStored(page, 'excerpt', 'Kept words.')

  const after = await afterCrash(page, editorAddress('articles', 2))
  const offer = (name: string) =>
    after.locator('.notice', { hasText: `The upload of “${name}” was cut off.` })
  await notice(after).waitFor()
  expect(await notice(after).textContent()).toMatch(
    /typed less than a minute ago.*The file has not changed since\./,
  )
  expect(await excerpt(after).inputValue()).toBe('Kept words.')
  await after.locator('.ProseMirror').getByText('Typed before the crash.').waitFor()
  await waitForState(after, 'Unsaved')
  await offer('Pasted.png').waitFor()
  await offer('Cover.png').waitFor()
  await expectAccessible(after, [390])
  await after.setViewportSize({ width: 1280, height: 800 })
  await notice(after).getByRole('button', { name: 'Compare' }).click()
  const dialog = after.getByRole('dialog', { name: 'The file and your draft' })
  await dialog.locator('mark', { hasText: 'Kept' }).waitFor()
  await dialog.locator('ins', { hasText: 'Typed before the crash' }).waitFor()
  await expectAccessible(after, [1280])
  await dialog.getByRole('button', { name: 'Back to the editor' }).click()
  await notice(after).getByRole('button', { name: 'Keep' }).click()
  await notice(after).waitFor({ state: 'detached' })
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
  expect(await stored(), 'each picture is stored once').toEqual([
    'Add picture: cover.png',
    'Add picture: pasted.png',
  ])
  await expect.poll(() => storedDrafts(after)).toEqual([])

  // A reload asks nothing, and restores even text that was still being stored; a discarded draft
  // can be restored.
  const saved = await excerpt(after).inputValue()
  await after.evaluate(() => {
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
  await excerpt(after).fill('Underway.')
  await after.waitForFunction(() => 'writing' in window)
  await after.reload()
  await notice(after).waitFor()
  expect(await excerpt(after).inputValue()).toBe('Underway.')
  expect(await after.getByText('was cut off').count()).toBe(0)
  await notice(after).getByRole('button', { name: 'Discard' }).click()
  await waitForState(after, 'Saved')
  expect(await excerpt(after).inputValue()).toBe(saved)
  await expect.poll(() => storedDrafts(after)).toEqual([])
  await (await heldToast(after)).getByRole('button', { name: 'Undo' }).click()
  await notice(after).waitFor()
  expect(await excerpt(after).inputValue()).toBe('Underway.')
  await waitForStored(after, 'excerpt', 'Underway.')

  await save(after)

  // A draft whose file has changed says so, and is merged with it.
  await goToEditor(after, 'articles', 1)
  await excerpt(after).fill('Mine.')
  await waitForStored(after, 'excerpt', 'Mine.')
  await leave(after, '/admin')
  await site.commitNatively('articles/warp.md', (text) => `${text}\nTheir paragraph.\n`)
  await goToEditor(after, 'articles', 1)
  await notice(after).getByText('The file has changed since it was begun.').waitFor()
  expect(await after.locator('.ProseMirror').getByText('Their paragraph.').count()).toBe(0)
  await notice(after).getByRole('button', { name: 'Keep' }).click()
  await after.getByText('Somebody else has changed this meanwhile.').waitFor()
  await after.getByRole('button', { name: 'Merge' }).click()
  await after.locator('.ProseMirror').getByText('Their paragraph.').waitFor()
  expect(await excerpt(after).inputValue()).toBe('Mine.')
  await save(after)
  expect((await site.lastChange()).lines).toEqual([
    expect.stringMatching(/^-excerpt: /),
    '+excerpt: Mine.',
  ])

  // The text stays when its item is deleted, also after a reload, and goes on when the item is
  // restored.
  await goToEditor(after, 'newsletters', 1)
  await title(after).fill('My issue')
  await waitForState(after, 'Unsaved')
  await site.git('rm', '-q', 'content/newsletters/001-issue.md')
  await site.repository().commit('Remove')
  await after.getByText('This was deleted meanwhile.').waitFor()
  expect(await after.getByText('On the site since').count()).toBe(0)
  expect(await title(after).inputValue()).toBe('My issue')
  await waitForStored(after, 'title', 'My issue')
  await after.reload()
  await after.getByText('What you typed is still in this browser').waitFor()
  await after.getByRole('link', { name: 'Recently deleted' }).click()
  await after.getByRole('button', { name: 'Restore' }).click()
  await after.locator('[data-part="toast"]').getByText('Content restored').waitFor()
  await goToEditor(after, 'newsletters', 1)
  await notice(after).waitFor()
  expect(await title(after).inputValue()).toBe('My issue')
  await save(after)
  await shareDraft(after)
  await loseAnswer(after, 'Mine.', 'is shown as it is now')
  await expect.poll(() => excerpt(after).inputValue()).toBe('Theirs.')
  await loseAnswer(after, 'Mine, too.', 'Everything that waited on this device is saved.')
  await save(after)
  await storeInDialogs(after)
  await restoreCreator(after)
  await showOnAnotherDevice(after)
})

/** Two tabs share one draft, also when both type at the same moment. */
async function shareDraft(page: Page) {
  await goToEditor(page, 'articles', 4)
  const other = await page.context().newPage()
  await openEditor(other, 'articles', 4)
  for (const one of [page, other])
    await one.getByText('This is also open in another tab.').waitFor()
  await excerpt(page).fill('Typed in the first.')
  await expect.poll(() => excerpt(other).inputValue()).toBe('Typed in the first.')
  await typeInBody(other, ' Alpha.')
  await other.keyboard.type('\nOmega.')
  const bothSay = async (text: RegExp) => {
    for (const one of [page, other])
      await expect.poll(() => one.locator('.ProseMirror').innerText()).toMatch(text)
  }
  await bothSay(/Alpha\.\s+Omega\.$/)
  expect(await excerpt(page).inputValue()).toBe('Typed in the first.')

  await typeInBody(other, '')
  await page.locator('.ProseMirror p', { hasText: 'Alpha.' }).click()
  await page.keyboard.press('End')
  await Promise.all([
    page.keyboard.type('-here-and-now', { delay: 30 }),
    other.keyboard.type('-there-and-now', { delay: 30 }),
  ])
  await bothSay(/Alpha\.-here-and-now\s+Omega\.-there-and-now$/)
  await save(other)
  await waitForState(page, 'Saved')
  // Both tabs delete it after they have shown that it is saved.
  await expect.poll(() => storedDrafts(page)).toEqual([])
  await other.close()
  await page.getByText('This is also open in another tab.').waitFor({ state: 'detached' })
}

/**
 * A save whose answer comes after a later change by others shows their version, and what was typed
 * since the save is based on it.
 */
async function loseAnswer(page: Page, typed: string, told: string) {
  let sent = 0
  await page.route('**/api/articles/4', (route) =>
    route.request().method() === 'GET' || sent++ ? route.continue() : void route.fetch(),
  )
  await excerpt(page).fill('Mine.')
  await page.keyboard.press('ControlOrMeta+s')
  await expect.poll(() => site.file('articles/hardware.md')).toContain('Mine.')
  await excerpt(page).fill(typed)
  await site.commitNatively(
    'articles/hardware.md',
    (text) => `${text.replace(typed, 'Theirs.')}\nTheirs.\n`,
  )
  await page.reload()
  await heldToast(page, told)
}

/** The dialogs of the list store typed text as drafts, and say so. */
async function storeInDialogs(page: Page) {
  await follow(page, '/admin/manage-content')
  const create = page.getByRole('button', { name: 'Create' })
  await create.click()
  const dialog = page.getByRole('dialog', { name: 'Create article' })
  await dialog.getByLabel('Title').fill('Begun in a dialog')
  await waitForStored(page, 'title', 'Begun in a dialog')
  await page.reload()
  await create.click()
  const draft = dialog.locator('.notice', { hasText: 'This is a draft that no file has yet.' })
  await draft.getByText('typed less than a minute ago').waitFor()
  expect(await dialog.getByLabel('Title').inputValue()).toBe('Begun in a dialog')
  await expectAccessibleAs(page, 'light')
  await draft.getByRole('button', { name: 'Compare' }).click()
  const comparison = page.getByRole('dialog', { name: 'The file and your draft' })
  await comparison.locator('mark', { hasText: 'Begun in a dialog' }).waitFor()
  await comparison.getByRole('button', { name: 'Back to the form' }).click()
  await draft.getByRole('button', { name: 'Discard' }).click()
  await draft.waitFor({ state: 'detached' })
  expect(await dialog.getByLabel('Title').inputValue()).toBe('')
  await expect.poll(() => storedDrafts(page)).toEqual([])
  await page.keyboard.press('Escape')

  const card = page.locator('[data-part="manage-card"]', { hasText: 'Odd one' })
  await card.getByRole('button', { name: 'Quick Edit' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit article' })
  await edit.getByLabel('Excerpt').fill('Quick words.')
  await waitForStored(page, 'excerpt', 'Quick words.')
  await site.commitNatively('articles/hardware.md', (text) => `${text}\nTheir paragraph.\n`)
  await follow(page, '/admin/device')
  // It is the draft of the editor, too.
  await page
    .getByRole('list', { name: 'Drafts in this browser' })
    .getByRole('link', { name: 'Open' })
    .click()
  await page.getByText('The file has changed since it was begun.').waitFor()
  expect(await excerpt(page).inputValue()).toBe('Quick words.')
  await notice(page).getByRole('button', { name: 'Discard' }).click()
  await expect.poll(() => storedDrafts(page)).toEqual([])
}

/** A draft of the creator is restored in either step, and another tab discards it. */
async function restoreCreator(page: Page) {
  await follow(page, '/admin/create-content')
  const raw = page.getByLabel('Raw Content')
  await raw.fill('Warp markers hold a beat in place, and the rest of the raw text follows them.')
  await expect.poll(() => storedDrafts(page)).toHaveLength(1)
  await page.getByRole('button', { name: 'Analyze & Prepare for Editing' }).click()
  await page.getByRole('heading', { name: 'Edit Content' }).waitFor()
  await title(page).fill('A title of its own')
  await page.reload()
  await page.getByText('This is a draft that no file has yet.').waitFor()
  expect(await title(page).inputValue()).toBe('A title of its own')
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('heading', { name: 'Paste Your Content' }).waitFor()
  expect(await storedDrafts(page)).toEqual([])
  await (await heldToast(page)).getByRole('button', { name: 'Undo' }).click()
  await page.getByText('This is a draft that no file has yet.').waitFor()
  await leave(page, '/admin/device')
  await page
    .getByRole('listitem')
    .filter({ hasText: 'A title of its own' })
    .getByRole('link', { name: 'Open' })
    .click()
  await expect.poll(() => title(page).inputValue()).toBe('A title of its own')
  const beside = await page.context().newPage()
  await beside.goto(page.url())
  await page.getByText('This is also open in another tab.').waitFor()
  await page.getByRole('button', { name: 'Back to Content Input' }).click()
  await page.getByRole('button', { name: 'Go Back' }).click()
  await raw.fill('Typed in the first step of one tab.')
  const rawBeside = beside.getByLabel('Raw Content')
  await expect.poll(() => rawBeside.inputValue()).toBe('Typed in the first step of one tab.')
  await beside.getByRole('button', { name: 'Discard' }).click()
  await page
    .locator('[data-part="toast"]', { hasText: 'It was saved or discarded there.' })
    .waitFor()
  await expect.poll(() => raw.inputValue()).toBe('')
}

/** What was typed is there in another browser of the person, although this one is gone. */
async function showOnAnotherDevice(page: Page) {
  await goToEditor(page, 'articles', 1)
  const stored = page.waitForResponse(
    (answer) => answer.url().endsWith('/api/drafts') && answer.request().method() === 'POST',
  )
  await excerpt(page).fill('Typed on the other device.')
  expect((await stored).status()).toBe(200)
  await page.close()
  const other = await site.edit('articles', 1)
  await notice(other).getByText('You typed it on Chrome on Linux').waitFor()
  expect(await excerpt(other).inputValue()).toBe('Typed on the other device.')
}
