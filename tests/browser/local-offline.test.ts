import { readFile } from 'node:fs/promises'
import type { BrowserContext, Locator, Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { nextVersion } from '../next-version.ts'
import { eventually } from '../running-site.ts'
import { halves } from '../sample-pictures.ts'
import { admin, inviteAdministrator, signIn } from '../signed-in-site.ts'
import { expectAccessible } from './axe.ts'
import { draftSite, save, typeInBody, waitForState } from './draft-site.ts'

const site = draftSite()
const editor = (type: string, id: number) => `/admin/draft-editor?id=${id}&type=${type}`
const lost =
  /ERR_|Failed to update|^40[149] |Failed to fetch|no-response|^50[023] |^422 |Load failed|FetchEvent|NetworkError/

/** Opens the admin with its service worker, and waits until the newest items are stored. */
async function withWorker(path: string): Promise<Page> {
  const page = await site.visit(path, { serviceWorkers: 'allow', session: 'own', expected: lost })
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await eventually(
    () =>
      page.evaluate(async () => {
        const cache = await caches.open('admin-content')
        const wanted = ['/api/articles', '/api/articles/4', '/api/newsletters/1']
        return (await Promise.all(wanted.map((one) => cache.match(one, { ignoreVary: true })))).every(Boolean)
      }),
    20_000,
  )
  return page
}

async function offline(context: BrowserContext, is: boolean): Promise<void> {
  await context.setOffline(is)
}

/** Whether a test has installed a later version of the site. */
let laterVersion = false
async function presentVersion(): Promise<void> {
  await site.server().restart({ PORT: new URL(site.url()).port })
  laterVersion = false
}
// A failed test must not affect the others.
beforeEach(async () => {
  if (laterVersion) await presentVersion()
})

const commits = async () => Number((await site.repository().git('rev-list', '--count', 'HEAD')).trim())
const subjects = async (from: string) =>
  (await site.repository().git('log', '--reverse', '--format=%s', `${from}..HEAD`)).trim().split('\n')
const file = (name: string) => readFile(site.repository().path(`content/${name}`), 'utf8')
/** The number of drafts in the browser's storage. */
const storedDrafts = (page: Page) =>
  page.evaluate(async () => {
    const done = <Result>(request: IDBRequest<Result>) =>
      new Promise<Result>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    let count = 0
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await done(indexedDB.open(name))
      if (database.objectStoreNames.contains('drafts'))
        count += await done(database.transaction('drafts').objectStore('drafts').count())
      database.close()
    }
    return count
  })
const queue = (page: Page) => page.getByRole('list', { name: 'Waiting to be sent' }).locator('li')

/** Confirms the cancellation of the whole queue; repeats it while an entry is being sent. */
async function withdraw(page: Page): Promise<void> {
  const refusal = page.getByRole('dialog').getByRole('alert')
  for (;;) {
    await page.getByRole('button', { name: 'Take back' }).click()
    await page.getByText('Nothing waits').or(refusal).first().waitFor()
    if (!(await refusal.isVisible())) return
    expect(await refusal.textContent()).toBe('This is just being sent. Look again in a moment.')
  }
}

test('without a network the admin opens, edits and saves, and later sends everything in order and once', async () => {
  const page = await withWorker('/admin/manage-content')
  const from = await site.head()
  await offline(page.context(), true)
  await page.goto('/admin/manage-content?q=odd')
  await page.getByText('Odd one').first().waitFor()
  await page.getByRole('link', { name: /^Offline/ }).waitFor()
  await page.goto(editor('articles', 4))
  await page.locator('.ProseMirror').getByText('Text.').waitFor()
  await page.getByLabel('Excerpt').fill('Written on a train.')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await waitForState(page, 'Offline')
  await page.getByText('Your last change waits on this device.').waitFor()
  await expectAccessible(page, [390])
  await typeInBody(page, ' More of it.')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await page.getByRole('link', { name: 'Offline · 2 waiting' }).waitFor()
  // After the browser was closed, pending changes are shown again, on the file that has not changed yet.
  await page.goto(editor('articles', 4))
  await waitForState(page, 'Offline')
  expect(await page.getByLabel('Excerpt').inputValue()).toBe('Written on a train.')
  await page.locator('.ProseMirror').getByText('More of it.').waitFor()
  await page.goto('/admin/manage-content?type=news')
  await page
    .getByRole('button', { name: /Delete/ })
    .first()
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.goto('/admin/device')
  await expect.poll(() => queue(page).count()).toBe(3)
  expect(await queue(page).first().textContent()).toContain('Odd one')
  await expectAccessible(page, [390, 1280])
  expect(await site.head()).toBe(from)
  await offline(page.context(), false)
  await page.getByText('Nothing waits: everything you saved has reached the site.').waitFor()
  expect(await subjects(from)).toEqual([
    'Update article: Odd one',
    'Update article: Odd one',
    'Delete news: First news',
  ])
  expect(await file('articles/hardware.md')).toContain('excerpt: Written on a train.')
  expect(await file('articles/hardware.md')).toContain('Text. More of it.')
})

const picture = async (name: string, color: string) => ({
  name,
  mimeType: 'image/png',
  buffer: await halves(60, 40, color).png().toBuffer(),
})

/** Pastes a picture at the end of the last rich text. */
async function pastePicture(page: Page, { name, buffer }: Awaited<ReturnType<typeof picture>>): Promise<void> {
  await page.locator('.ProseMirror').last().click()
  await page.keyboard.press('ControlOrMeta+End')
  await page
    .locator('.ProseMirror')
    .last()
    .evaluate(
      (editor, { name, bytes }) => {
        const clipboardData = new DataTransfer()
        clipboardData.items.add(new File([Uint8Array.from(bytes)], name, { type: 'image/png' }))
        editor.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
      },
      { name, bytes: [...buffer] },
    )
}

/** Chooses a featured image, whose upload waits. */
async function chooseFeatured(page: Page, chosen: Awaited<ReturnType<typeof picture>>): Promise<void> {
  await page.getByRole('button', { name: 'Add Image' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('tab', { name: 'Upload' }).click()
  await page.locator('input[type=file]').last().setInputFiles(chosen)
  await dialog.getByRole('button', { name: 'Use Image' }).click()
  await page.locator('[data-part="draft-image"][src^="blob:"]').waitFor()
}

test('pictures added offline are shown, survive a restart, and are uploaded once, before the save that contains them', {
  tags: ['thorough'],
}, async () => {
  const page = await withWorker(editor('articles', 4))
  const from = await site.head()
  await offline(page.context(), true)
  await pastePicture(page, await picture('Pasted.png', '#27c'))
  await page.locator('.editor-waiting img[src^="blob:"]').waitFor()
  await chooseFeatured(page, await picture('Cover.png', '#0a7'))
  await page.getByText('Kept on this device; it is uploaded before').waitFor()
  await expectAccessible(page, [390, 1280])
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await waitForState(page, 'Offline')
  const context = page.context()
  await page.close()
  const next = await context.newPage()
  await next.goto(editor('articles', 4))
  await next.locator('.editor-waiting img[src^="blob:"]').waitFor()
  await next.locator('[data-part="draft-image"][src^="blob:"]').waitFor()
  await next.goto('/admin/device')
  await expect.poll(() => queue(next).count()).toBe(3)
  expect(await queue(next).last().textContent()).toContain('Waits for its picture')
  await expectAccessible(next, [390, 1280])
  await offline(context, false)
  await next.getByText('Nothing waits: everything you saved has reached the site.').waitFor()
  expect(await subjects(from)).toEqual(['Add picture: pasted.png', 'Add picture: cover.png', 'Update article: Odd one'])
  const text = await file('articles/hardware.md')
  expect(text).toMatch(/^imageUrl: \/media\/\d{4}\/cover\.png$/m)
  expect(text).toMatch(/!\[\]\(\/media\/\d{4}\/pasted\.png\)/)
})

test('a waiting picture is in the preview, and a failed preview says what to do', { tags: ['thorough'] }, async () => {
  const page = await site.visit(editor('newsletters', 1), { session: 'own', expected: lost })
  await page.getByRole('button', { name: 'Save Changes' }).waitFor()
  await page.route('**/api/{health,preview}', (route) => route.abort())
  await page.route('**/api/media', (route) => (route.request().method() === 'POST' ? route.abort() : route.fallback()))
  await chooseFeatured(page, await picture('Front.png', '#0a7'))
  await pastePicture(page, await picture('Waiting.png', '#27c'))
  await page.locator('.editor-waiting img[src^="blob:"]').waitFor()
  await page.getByRole('button', { name: 'Preview', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Your text is kept: go on writing').waitFor()
  await expectAccessible(page, [390])
  await page.unroute('**/api/{health,preview}')
  await dialog.getByRole('button', { name: 'Try again' }).click()
  const shown = page.frameLocator('.preview-frame').locator('img[src^="blob:"]')
  const widths = () => shown.evaluateAll((all: Array<HTMLImageElement>) => all.map((image) => image.naturalWidth > 1))
  await expect.poll(widths).toEqual([true, true])
})

test('a save with a conflict waits for a choice, while the others are sent', { tags: ['thorough'] }, async () => {
  const page = await withWorker(editor('articles', 1))
  await offline(page.context(), true)
  await page.getByLabel('Title', { exact: true }).fill('Mine')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await waitForState(page, 'Offline')
  await page.goto(editor('articles', 3))
  await page.getByLabel('Excerpt').fill('Behind the conflict.')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await waitForState(page, 'Offline')
  const { write, commit } = site.repository()
  await write(
    'content/articles/warp.md',
    (await file('articles/warp.md')).replace('title: Warp modes', 'title: Theirs'),
  )
  await commit('Rewrite')
  await page.goto(editor('articles', 1))
  await page.getByLabel('Title', { exact: true }).waitFor()
  await offline(page.context(), false)
  await page.getByRole('link', { name: '1 to decide' }).waitFor()
  await waitForState(page, 'Conflict')
  await page.goto('/admin/device')
  // Pending changes are in no commit, so signing out asks first.
  await page.getByRole('button', { name: 'Account of ada' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await page.getByText(/change(s that wait| that waits) to be sent/).waitFor()
  await page.getByRole('button', { name: 'Stay signed in' }).click()
  await eventually(async () => (await file('articles/linking.md')).includes('Behind the conflict.'))
  await page.getByRole('button', { name: 'Choose what to keep' }).click()
  const dialog = page.getByRole('dialog', { name: 'Somebody else changed this too' })
  await dialog.getByRole('button', { name: 'Title: keep yours' }).click()
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await page.getByText('Nothing waits: everything you saved has reached the site.').waitFor()
  expect(await file('articles/warp.md')).toContain('title: Mine')
})

test('a lost answer makes no second commit, even when the server or the tab is killed', {
  tags: ['thorough'],
}, async () => {
  const page = await withWorker(editor('articles', 2))
  const before = await commits()
  const port = new URL(site.url()).port
  // The server saves it and is killed before the response.
  await page.route('**/api/articles/2', async (route) => {
    if (route.request().method() !== 'PATCH') return route.continue()
    await route.fetch()
    await site.server().stop('SIGKILL')
    await route.abort('connectionrefused')
  })
  await page.getByLabel('Excerpt').fill('Sent once.')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await page.getByRole('link', { name: /1 waiting/ }).waitFor()
  expect(await commits()).toBe(before + 1)
  const context = page.context()
  await page.close()
  await site.server().restart({ PORT: port })
  const next = await context.newPage()
  await next.goto('/admin/device')
  await next.getByText('Nothing waits: everything you saved has reached the site.').waitFor()
  expect(await commits()).toBe(before + 1)
  await next.goto(editor('articles', 2))
  await waitForState(next, 'Saved')
  expect(await next.getByLabel('Excerpt').inputValue()).toBe('Sent once.')
})

test('a save that the server can not pass on to the remote waits in the browser, and is made once when it can', {
  tags: ['thorough'],
}, async () => {
  const page = await withWorker(editor('articles', 2))
  const before = await commits()
  let refused = 0
  await page.route('**/api/articles/2', async (route) => {
    if (route.request().method() !== 'PATCH') return route.continue()
    refused += 1
    await route.fulfill({ status: 503, json: { message: 'The repository can’t be reached.', kind: 'away' } })
  })
  await page.getByLabel('Excerpt').fill('Passed on later.')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await page.getByRole('link', { name: /1 waiting/ }).waitFor()
  // It is sent again automatically and waits further; the event shortens the delay.
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await eventually(async () => refused > 1)
  expect(await commits()).toBe(before)
  await page.unroute('**/api/articles/2')
  await waitForState(page, 'Saved')
  expect(await commits()).toBe(before + 1)
  expect(await site.repository().git('show', '-s', '--format=%s')).toContain('Update article')
})

test('a waiting save can be undone, and is a draft again', { tags: ['thorough'] }, async () => {
  const page = await withWorker(editor('articles', 3))
  const head = await site.head()
  await offline(page.context(), true)
  await page.getByLabel('Meta Description').fill('Taken back.')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await waitForState(page, 'Offline')
  await page.getByLabel('Excerpt').fill('Typed after that save.')
  await page.goto('/admin/device')
  await queue(page).getByRole('button', { name: 'Cancel' }).click()
  await withdraw(page)
  const drafts = page.getByRole('list', { name: 'Drafts in this browser' })
  await drafts.getByText('Linking').waitFor()
  await offline(page.context(), false)
  await drafts.getByRole('link', { name: 'Open' }).click()
  await page.getByText('This is a draft, not the file.').waitFor()
  expect(await page.getByLabel('Meta Description').inputValue()).toBe('Taken back.')
  expect(await page.getByLabel('Excerpt').inputValue()).toBe('Typed after that save.')
  expect(await site.head()).toBe(head)
})

test('a waiting save can be undone although the page closed before it had removed the saved draft', {
  tags: ['thorough'],
}, async () => {
  const page = await withWorker(editor('articles', 3))
  await offline(page.context(), true)
  await page.getByLabel('Meta Description').fill('Taken back again.')
  await eventually(() => storedDrafts(page))
  await page.evaluate(() => {
    const { get } = IDBObjectStore.prototype
    IDBObjectStore.prototype.delete = function (key) {
      return get.call(this, key as IDBValidKey) as IDBRequest<undefined>
    }
  })
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await waitForState(page, 'Offline')
  await page.goto('/admin/device')
  expect(await storedDrafts(page)).toBe(1)
  await queue(page).getByRole('button', { name: 'Cancel' }).click()
  await withdraw(page)
  await offline(page.context(), false)
  await page.getByRole('list', { name: 'Drafts in this browser' }).getByRole('link', { name: 'Open' }).click()
  await page.getByText('This is a draft, not the file.').waitFor()
  expect(await page.getByLabel('Meta Description').inputValue()).toBe('Taken back again.')
})

test('an upload that a waiting save needs is cancelled together with it, and the text says what is missing', {
  tags: ['thorough'],
}, async () => {
  const page = await withWorker(editor('articles', 3))
  const head = await site.head()
  await offline(page.context(), true)
  await pastePicture(page, await picture('Gone.png', '#b70'))
  await page.locator('.editor-waiting img[src^="blob:"]').waitFor()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await waitForState(page, 'Offline')
  await page.goto('/admin/device')
  await queue(page).first().getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('dialog').getByText('“Linking” (Changes of the article)').waitFor()
  await expectAccessible(page, [390])
  await withdraw(page)
  await offline(page.context(), false)
  await page.getByRole('list', { name: 'Drafts in this browser' }).getByRole('link', { name: 'Open' }).click()
  await page.locator('.editor-waiting[data-waiting="gone"]').waitFor()
  await expectAccessible(page, [1280])
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await page.getByText('A picture in this text was never uploaded. Put it in again, or remove it.').first().waitFor()
  expect(await site.head()).toBe(head)
})

test('an item created without a network can be edited further: one item is created, then its changes are saved', {
  tags: ['thorough'],
}, async () => {
  const page = await withWorker('/admin/create-content')
  const from = await site.head()
  await offline(page.context(), true)
  await page.getByRole('radio', { name: 'News' }).check()
  await page.getByLabel('Raw Content').fill('Long enough a text for an analysis that no server makes.')
  await page.locator('input[type=file]').setInputFiles(await picture('Front.png', '#935'))
  await page.locator('[data-part="creator-tiles"] img[src^="blob:"]').waitFor()
  // Typed and added content is in the browser's storage within a second.
  await eventually(() => storedDrafts(page))
  await page.reload()
  await page.getByText('This is a draft that no file has yet.').waitFor()
  await page.locator('[data-part="creator-tiles"] img[src^="blob:"]').waitFor()
  await page.getByRole('button', { name: 'Analyze & Prepare for Editing' }).click()
  await page.getByRole('button', { name: 'Continue Without Analysis' }).click()
  await page.getByLabel('Title', { exact: true }).fill('From the train')
  await page.getByLabel('Excerpt').fill('E.')
  await page.getByRole('button', { name: 'Publish News' }).click()
  await page.waitForURL('**/admin/manage-content')
  await page.getByRole('tab', { name: 'News', exact: true }).click()
  await page.getByText('A new news item waits on this device: “From the train”.').waitFor()
  await page.goto('/admin/device')
  await queue(page).last().getByRole('link', { name: 'Edit' }).click()
  // The screen that the link leaves says ‘Offline’ too.
  await page.waitForURL((url) => url.searchParams.has('waiting'))
  await waitForState(page, 'Offline')
  const other = await page.context().newPage()
  await other.goto(page.url())
  for (const one of [page, other]) await one.getByText('This is also open in another tab.').waitFor()
  await page.getByLabel('Excerpt').fill('Thought about twice.')
  await expect.poll(() => other.getByLabel('Excerpt').inputValue()).toBe('Thought about twice.')
  await typeInBody(other, ' Typed in the other tab.')
  await page.locator('.ProseMirror').getByText('Typed in the other tab.').waitFor()
  await expectAccessible(page, [390])
  await page.getByRole('button', { name: 'Publish News' }).click()
  await page.waitForURL('**/admin/manage-content')
  // Changes saved in one tab are not shown as news in the other, which continues from them.
  await page.goto('/admin/device')
  await expect.poll(() => queue(page).count()).toBe(3)
  await expect.poll(() => storedDrafts(page)).toBe(0)
  await other.getByLabel('Excerpt').fill('Thought about once more.')
  await offline(page.context(), false)
  await page.getByText('Nothing waits: everything you saved has reached the site.').waitFor()
  // The other tab is notified that nothing waits.
  await waitForState(other, 'Unsaved')
  await other.getByRole('button', { name: 'Publish News' }).click()
  await other.waitForURL('**/admin/manage-content')
  expect(await subjects(from)).toEqual([
    'Add picture: front.png',
    'Create news: From the train',
    'Update news: From the train',
    'Update news: From the train',
  ])
  const text = await file(`news/${new Date().getUTCFullYear()}/from-the-train.md`)
  expect(text).toMatch(/^imageUrl: \/media\/\d{4}\/front\.png$/m)
  expect(text).toContain('excerpt: Thought about once more.')
  expect(text).toContain('Typed in the other tab.')
  await page.getByText('There is none: nothing unsaved was typed here.').waitFor()
})

test('a creation whose response was lost, undone and saved again, makes one item', { tags: ['thorough'] }, async () => {
  const page = await site.visit('/admin/create-content', { session: 'own', expected: lost })
  const from = await site.head()
  await page.getByRole('radio', { name: 'News' }).check()
  await page.getByLabel('Raw Content').fill('Long enough a text for an analysis that the server makes of it.')
  await page.getByRole('button', { name: 'Analyze & Prepare for Editing' }).click()
  await page.locator('.ProseMirror').waitFor()
  await page.getByLabel('Title', { exact: true }).fill('Made unseen')
  await page.getByLabel('Excerpt').fill('E.')
  await page.route('**/api/health', (route) => route.abort())
  await page.route('**/api/news', async (route) => {
    if (route.request().method() === 'POST') await route.fetch()
    await route.abort()
  })
  await page.getByRole('button', { name: 'Publish News' }).click()
  await page.getByText('Your last change waits on this device.').waitFor()
  expect(await subjects(from)).toEqual(['Create news: Made unseen'])
  await page.goto('/admin/device')
  await queue(page).getByRole('button', { name: 'Cancel' }).click()
  await withdraw(page)
  await page.unroute('**/api/news')
  await page.unroute('**/api/health')
  const drafts = page.getByRole('list', { name: 'Drafts in this browser' })
  await drafts.getByRole('link', { name: 'Open' }).first().click()
  await page.getByLabel('Excerpt').fill('Better words.')
  await page.route('**/api/news/*', async (route) => {
    if (route.request().method() === 'PATCH') await route.fetch()
    await route.abort()
  })
  await page.getByRole('button', { name: 'Publish News' }).click()
  await page.locator('[data-part="toast"]', { hasText: 'Failed to create content' }).waitFor()
  await page.unroute('**/api/news/*')
  await page.reload()
  await page.getByLabel('Excerpt').fill('The best words.')
  await page.getByRole('button', { name: 'Publish News' }).click()
  await page.waitForURL('**/admin/manage-content')
  const updated = 'Update news: Made unseen'
  expect(await subjects(from)).toEqual(['Create news: Made unseen', updated, updated])
})

test('a newsletter whose answer was lost is created once, after a cancellation in the queue, a change or a reload', {
  tags: ['thorough'],
}, async () => {
  const page = await site.visit('/admin/manage-content?type=newsletters&create=1', { session: 'own', expected: lost })
  const from = await site.head()
  const dialog = page.getByRole('dialog', { name: 'Create newsletter' })
  const create = () => dialog.getByRole('button', { name: 'Create', exact: true }).click()
  const description = dialog.getByLabel('Description')
  const loseAnswers = () =>
    page.route('**/api/newsletters', async (route) => {
      if (route.request().method() !== 'POST') return route.fallback()
      await route.fetch()
      await route.abort()
    })
  await dialog.getByLabel('Title').fill('Issue unseen')
  await description.fill('First words.')
  await page.route('**/api/health', (route) => route.abort())
  await loseAnswers()
  await create()
  await dialog.waitFor({ state: 'detached' })
  await page.goto('/admin/device')
  await queue(page).getByRole('button', { name: 'Cancel' }).click()
  await withdraw(page)
  await page.unroute('**/api/health')
  await page.getByRole('list', { name: 'Drafts in this browser' }).getByRole('link', { name: 'Open' }).click()
  await description.fill('Second words.')
  // The server works, and two responses are lost: for a change of the created item, and for the request after it.
  await page.route('**/api/newsletters/*', async (route) => {
    if (route.request().method() !== 'PATCH') return route.fallback()
    await route.fetch()
    await route.abort()
  })
  await page.unroute('**/api/newsletters')
  await create()
  await dialog.getByRole('alert').getByText('There was an error creating the content.').waitFor()
  await page.unroute('**/api/newsletters/*')
  await eventually(async () => (await storedDrafts(page)) === 1)
  await page.reload()
  await description.fill('Third words.')
  await create()
  await dialog.waitFor({ state: 'detached' })
  expect(await subjects(from)).toEqual([
    'Create newsletter: Issue unseen',
    'Update newsletter: Issue unseen',
    'Update newsletter: Issue unseen',
  ])
  const files = await site.repository().git('diff', '--name-only', from, 'HEAD')
  expect(files.trim().split('\n')).toHaveLength(1)
  expect(await file(files.trim().replace('content/', ''))).toContain('description: Third words.')
})

test('an ended session deletes nothing; signing out asks before it deletes everything', {
  tags: ['thorough'],
}, async () => {
  const page = await withWorker(editor('articles', 2))
  const stored = () =>
    page.evaluate(async () => {
      const names = (await caches.keys()).filter((name) => /content|pictures/.test(name))
      const filled = await Promise.all(names.map(async (name) => (await (await caches.open(name)).keys()).length > 0))
      const databases = (await indexedDB.databases()).map(({ name }) => name)
      return [...names.filter((_, at) => filled[at]), ...databases.filter((name) => name?.startsWith('session-notes'))]
    })
  await page.getByLabel('Excerpt').fill('Only here.')
  await waitForState(page, 'Unsaved')
  await page.context().clearCookies()
  await page.goto('/admin/manage-content')
  await page.getByLabel('Username').waitFor()
  expect(await stored()).toEqual(expect.arrayContaining(['admin-content', 'session-notes-1']))
  await page.getByLabel('Username').fill(admin.ADMIN_USERNAME)
  await page.getByLabel('Password', { exact: true }).fill(admin.ADMIN_PASSWORD)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Manage Content' }).waitFor()
  await page.goto(editor('articles', 2))
  await page.getByText('This is a draft, not the file.').waitFor()
  expect(await page.getByLabel('Excerpt').inputValue()).toBe('Only here.')
  await page.getByRole('button', { name: 'Account of ada' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await page.getByText('Sign out and lose what is not saved?').waitFor()
  await page.getByText('1 draft').waitFor()
  await expectAccessible(page, [390])
  const other = await page.context().newPage()
  await other.goto(editor('articles', 2))
  await waitForState(other, 'Unsaved')
  await page.getByRole('button', { name: 'Stay signed in' }).click()
  await page.getByRole('button', { name: 'Account of ada' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await page.getByRole('button', { name: 'Sign out and empty' }).click()
  for (const one of [page, other]) await one.getByLabel('Username').waitFor()
  await expect.poll(stored).toEqual([])
})

/**
 * Clicks a link that loads a new document. During the change the driver sends nothing, because such a call may never
 * return.
 */
async function clickIntoAnother(page: Page, link: Locator): Promise<void> {
  const there = page.waitForEvent('domcontentloaded', { timeout: 30_000 })
  await link.evaluate((element: HTMLElement) => element.click())
  await there
}

test('a new version of the site takes over when the user allows it: no draft is lost, and nothing old is shown', {
  tags: ['thorough'],
}, async () => {
  await using next = await nextVersion({
    'On This Device': 'On This Very Device',
    'You are offline': 'You are off line',
  })
  const port = new URL(site.url()).port
  // Saved pages have their own worker, which is registered before that of the admin.
  const page = await site.visit('/article/linking', { serviceWorkers: 'allow', session: 'own', expected: lost })
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Kept for reading offline').waitFor()
  await page.goto(editor('articles', 3))
  const controller = () => page.evaluate(() => navigator.serviceWorker.controller?.scriptURL)
  await expect.poll(controller).toBe(`${site.url()}/admin-worker.js`)
  await page.getByLabel('Excerpt').fill('Typed under the old version.')
  await waitForState(page, 'Unsaved')
  await page.evaluate(() => Object.assign(window, { begun: true }))
  const button = page.getByRole('button', { name: 'New version' })
  expect(await button.count()).toBe(0)

  laterVersion = true
  await site.server().restart({ PORT: port }, 'SIGTERM', next.entry)
  await button.waitFor({ timeout: 60_000 })
  // Nobody is interrupted while typing.
  await typeInBody(page, ' And more.')
  expect(await page.evaluate(() => 'begun' in window)).toBe(true)
  expect(await page.getByLabel('Excerpt').inputValue()).toBe('Typed under the old version.')
  const other = await page.context().newPage()
  await other.goto('/admin/media')
  await other.getByRole('heading', { level: 1, name: 'Media' }).waitFor()
  await other.evaluate(() => Object.assign(window, { begun: true }))

  // The old worker gets further requests all the time; the update does not wait for that.
  // Each request follows the answer of the one before it, so that a slow machine is not given ever more of them.
  await other.evaluate(() => {
    const ends = new AbortController()
    const ask = async () => {
      while (!ends.signal.aborted) await fetch('/api/newsletters', { headers: { 'X-Session': 'required' } })
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
  await page.goto('/article/linking')
  const storedPage = (path: string) =>
    page.evaluate(async (of) => (await (await caches.match(of, { cacheName: 'saved-pages' }))?.text()) ?? '', path)
  await expect.poll(() => storedPage('/offline')).toContain('You are off line')
  await expect.poll(() => storedPage('/article/linking')).toMatch(/next\.js"/)
  // Not `setOffline`, which does not affect a worker that was restarted after a pause.
  await site.server().stop()
  await page.goto('/admin/device')
  await page.getByRole('heading', { name: 'On This Very Device' }).waitFor()
  await page.getByRole('list', { name: 'Drafts in this browser' }).getByText('Linking').waitFor()
  expect(await oldFiles()).toEqual([])
  await page.goto('/article/linking')
  await page.getByRole('heading', { level: 1, name: 'Linking' }).waitFor()
  expect(await oldFiles()).toEqual([])
  await page.goto('/')
  await page.getByRole('heading', { name: 'You are off line' }).waitFor()
  await presentVersion()
})

test('public pages do not use the worker of the admin', { tags: ['thorough'] }, async () => {
  const page = await withWorker('/admin')
  await page.goto('/')
  expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull()
  await save(
    await site.edit('articles', 2, {}).then(async (one) => {
      await one.getByLabel('Meta Description').fill('Seen at once.')
      return one
    }),
  )
})

/** A second administrator in a separate browser. */
async function bobsBrowser(): Promise<Page> {
  const page = await site.visit('/robots.txt', { session: 'none', expected: lost })
  await signInAs(page, await inviteAdministrator(await site.administrator(), 'bob'))
  return page
}

async function signInAs(page: Page, cookie: string): Promise<void> {
  const [name = '', value = ''] = cookie.split(/=(.*)/s)
  await page.context().addCookies([{ name, value, url: site.url(), httpOnly: true, sameSite: 'Lax' }])
}

async function commitNatively(name: string, change: (text: string) => string): Promise<void> {
  await site.repository().write(`content/${name}`, change(await file(name)))
  await site.repository().commit('Rewrite')
}

test('two browsers and a writer with git on one article, a server killed while it saves, a tab killed while one types: all is in git', async () => {
  const from = await site.head()
  const port = new URL(site.url()).port
  const [page, bobs] = [await site.visit(editor('articles', 3), { expected: lost }), await bobsBrowser()]
  const context = bobs.context()
  await bobs.goto(editor('articles', 3))
  await page.locator('.ProseMirror').getByText('about warping').waitFor()
  await bobs.locator('.ProseMirror').getByText('about warping').waitFor()
  await typeInBody(page, ' Ada’s words.')
  await bobs.getByLabel('Title', { exact: true }).fill('Bob’s title')
  await bobs.getByLabel('Excerpt').fill('Bob’s excerpt.')
  await commitNatively('articles/linking.md', (text) => `${text.replace(/excerpt: .*/, 'excerpt: By git.')}\nBy git.\n`)
  await page
    .getByText('Somebody else has changed this meanwhile')
    .or(page.getByText(/has changed this/))
    .first()
    .waitFor()
  // The server is killed during the first save, and restarted.
  let killed = false
  await page.route('**/api/articles/3', async (route) => {
    if (route.request().method() !== 'PATCH' || killed) return route.continue()
    killed = true
    const sent = route.fetch().catch(() => undefined)
    await Promise.all([site.server().stop('SIGKILL'), sent])
    await route.abort('connectionreset')
  })
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await page.getByText('Your last change waits on this device.').waitFor()
  // The second administrator's tab is killed in the middle of a word.
  await bobs.getByLabel('Meta Description').fill('Bob was ty')
  await eventually(() =>
    bobs.evaluate(async () => {
      const { name = '' } = (await indexedDB.databases()).find((one) => one.name?.startsWith('session-notes')) ?? {}
      return new Promise<boolean>((resolve) => {
        indexedDB.open(name).onsuccess = ({ target }) => {
          const { result } = target as IDBOpenDBRequest
          result.transaction('drafts').objectStore('drafts').getAll().onsuccess = (event) => {
            result.close()
            resolve(JSON.stringify((event.target as IDBRequest).result).includes('Bob was ty'))
          }
        }
      })
    }),
  )
  const session = await context.newCDPSession(bobs)
  const crashed = bobs.waitForEvent('crash')
  void session.send('Page.crash').catch(() => undefined)
  await crashed
  await site.server().restart({ PORT: port })
  await waitForState(page, 'Saved')
  const next = await context.newPage()
  await next.goto(editor('articles', 3))
  await next.getByText('This is a draft, not the file.').waitFor()
  expect(await next.getByLabel('Meta Description').inputValue()).toBe('Bob was ty')
  await next.getByLabel('Meta Description').fill('Bob was typing.')
  await next.getByRole('button', { name: 'Save Changes' }).click()
  const dialog = next.getByRole('dialog', { name: 'Somebody else changed this too' })
  await dialog.getByText('0 of 1 resolved').waitFor()
  await dialog.getByText('By git.').waitFor()
  await next.keyboard.press('1')
  await next.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await waitForState(next, 'Saved')
  const { git } = site.repository()
  expect((await git('log', '--reverse', '--format=%an: %s', `${from}..HEAD`)).trim().split('\n').slice(1)).toEqual([
    'ada: Update article: Linking',
    'bob: Update article: Bob’s title',
  ])
  const text = await file('articles/linking.md')
  for (const words of ['title: Bob’s title', 'excerpt: Bob’s excerpt.', 'Bob was typing.', 'Ada’s words.', 'By git.'])
    expect(text).toContain(words)
  expect(await git('status', '--porcelain')).toBe('')
  expect((await git('fsck', '--strict', '--no-dangling', '--no-progress')).trim()).toBe('')
})

test('a waiting save follows a renamed article, restores a deleted one, and is never sent as another user', {
  tags: ['thorough'],
}, async () => {
  const page = await withWorker(editor('articles', 4))
  const ada = await site.administrator()
  const bob = await inviteAdministrator(ada, 'carl')
  await offline(page.context(), true)
  await page.getByLabel('Excerpt').fill('Written before it moved.')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await waitForState(page, 'Offline')
  await page.goto(editor('newsletters', 1))
  await page.getByLabel('Description').fill('Written before it was deleted.')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await waitForState(page, 'Offline')
  await page.goto('/admin/device')
  await ada.call('POST', '/api/articles/4/move', { slug: 'moved', rewriteLinks: true })
  await ada.call('DELETE', '/api/newsletters/1')
  const from = await site.head()
  // Another user signs in with the same browser before the network is back.
  await page.context().clearCookies()
  await signInAs(page, bob)
  await offline(page.context(), false)
  await page.getByRole('button', { name: 'Account of carl' }).waitFor()
  await page.getByText('Nothing waits: everything you saved has reached the site.').waitFor()
  await signInAs(page, (await signIn(site.server())).cookie)
  expect(await site.head()).toBe(from)
  await page.goto('/admin/device')
  await queue(page).getByText('Somebody has deleted this meanwhile. Your text is still here.').waitFor()
  await expectAccessible(page, [390])
  await queue(page).getByRole('button', { name: 'Restore and save' }).click()
  await page.getByText('Nothing waits: everything you saved has reached the site.').waitFor()
  expect(await file('articles/hardware.md')).toContain('slug: moved')
  expect(await file('articles/hardware.md')).toContain('excerpt: Written before it moved.')
  expect(await file('newsletters/001-issue.md')).toContain('description: Written before it was deleted.')
  const authors = await site.repository().git('log', '--reverse', '--format=%an: %s', `${from}..HEAD`)
  expect(authors.trim().split('\n')).toEqual([
    'ada: Update article: Odd one',
    'ada: Restore newsletter: Issue one',
    'ada: Update newsletter: Issue one',
  ])
})

test('the admin works in a browser whose service worker is answered with nothing', { tags: ['thorough'] }, async () => {
  const page = await site.visit(editor('articles', 4), {
    serviceWorkers: 'allow',
    session: 'own',
    arrange: (page) =>
      page.addInitScript(() => {
        navigator.serviceWorker.register = () => Promise.resolve(undefined as unknown as ServiceWorkerRegistration)
      }),
  })
  await waitForState(page, 'Saved')
  await page.getByLabel('Excerpt').fill('Without a worker.')
  await save(page)
  expect(await file('articles/hardware.md')).toContain('excerpt: Without a worker.')
})
