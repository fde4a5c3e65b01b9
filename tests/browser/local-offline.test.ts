import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { eventually } from '../running-site.ts'
import { halves } from '../sample-pictures.ts'
import { admin, inviteAdministrator } from '../signed-in-site.ts'
import { expectAccessible, expectAccessibleAs } from './axe.ts'
import {
  chooseFeatured,
  draftSite,
  editorAddress,
  follow,
  goToEditor,
  leave,
  pastePicture,
  picture,
  typeInBody,
  waitForState,
} from './draft-site.ts'
import {
  drafts,
  nothingWaits,
  queue,
  signInAs,
  subjectsSince,
  visitWithWorker,
  withdraw,
} from './offline-page.ts'
import { storedDrafts } from './stored-entries.ts'

const site = draftSite()

const files = {
  'pages/about.md': '---\ntitle: About\n---\n\nWho writes this.\n',
  'downloads/pack.md': '---\nid: 4\ntitle: Pack\n---\n',
  'downloads/pack.zip': 'PK one',
  'media/2020/pad.png': await halves(60, 40).png().toBuffer(),
}

test('without a network the admin opens, shows its pictures, edits, saves, deletes, creates and adds pictures; later it sends everything in order and once, never as another user, and what waits can be undone or, after a conflict, decided; an ended session deletes nothing, and signing out everything', async () => {
  for (const [name, text] of Object.entries(files))
    await site.repository().write(`content/${name}`, text)
  await site.repository().commit('Files of a writer')
  const thumbnail = '/media/2020/pad.png?w=320'
  const page = await visitWithWorker(site, '/admin/manage-content', {
    session: 'own',
    stored: [thumbnail],
  })
  let from = await site.head()
  await page.context().setOffline(true)
  // The library shows its pictures, and finds them.
  await page.goto('/admin/media?q=pad')
  await page.getByText('1 file', { exact: true }).waitFor()
  const shown = page.locator(`.tile img[src="${thumbnail}"]`)
  await expect
    .poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(1)
  await follow(page, '/admin/manage-content?q=odd')
  await page.getByText('Odd one').first().waitFor()
  await page.getByRole('link', { name: /^Offline/ }).waitFor()
  await page.getByRole('link', { name: 'Open in Editor' }).click()
  await page.locator('.ProseMirror').getByText('Text.').waitFor()
  await page.getByLabel('Excerpt').fill('Written on a train.')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await waitForState(page, 'Offline')
  await page.getByText('Your last change waits on this device.').waitFor()
  await expectAccessible(page, [390])
  await typeInBody(page, ' More of it.')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await page.getByRole('link', { name: 'Offline · 2 waiting' }).waitFor()
  // After the browser was closed, pending changes are shown again, on the file that has not changed
  // yet.
  await page.reload()
  await waitForState(page, 'Offline')
  expect(await page.getByLabel('Excerpt').inputValue()).toBe('Written on a train.')
  await page.locator('.ProseMirror').getByText('More of it.').waitFor()
  // Pages to link to are found in what the browser has stored.
  await page.locator('.ProseMirror').click()
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('warp')
  await page.getByRole('option', { name: /Warp modes/ }).waitFor()
  await page.keyboard.press('Escape')

  await follow(page, '/admin/manage-content?type=news')
  const card = page.locator('[data-part="manage-card"]', { hasText: 'First news' })
  await card.getByRole('button', { name: /Delete/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Offline · 3 waiting' }).click()
  await expect.poll(() => queue(page).count()).toBe(3)
  expect(await queue(page).first().textContent()).toContain('Odd one')
  await expectAccessible(page, [390])
  expect(await site.head()).toBe(from)
  await page.context().setOffline(false)
  await nothingWaits(page)
  expect(await subjectsSince(site, from)).toEqual([
    'Update article: Odd one',
    'Update article: Odd one',
    'Delete news: First news',
  ])
  const text = await site.file('articles/hardware.md')
  expect(text).toContain('excerpt: Written on a train.')
  expect(text).toContain('Text. More of it.')

  // An item created without a network can be edited further: one item is created, then its changes
  // are saved.
  await page.setViewportSize({ width: 1280, height: 800 })
  await follow(page, '/admin/create-content')
  from = await site.head()
  await page.context().setOffline(true)
  await page.getByRole('radio', { name: 'News' }).check()
  await page
    .getByLabel('Raw Content')
    .fill('Long enough a text for an analysis that no server makes.')
  await page.locator('input[type=file]').setInputFiles(await picture('Front.png', '#935'))
  await page.locator('[data-part="creator-tiles"] img[src^="blob:"]').waitFor()
  // Typed and added content is in the browser's storage within a second.
  await eventually(async () => (await storedDrafts(page)).length > 0)
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
  await follow(page, '/admin/device')
  await queue(page).last().getByRole('link', { name: 'Edit' }).click()
  // The screen that the link leaves says ‘Offline’ too.
  await page.waitForURL((url) => url.searchParams.has('waiting'))
  await waitForState(page, 'Offline')
  await page.getByLabel('Excerpt').fill('Thought about twice.')
  await typeInBody(page, ' Typed on the way.')
  await page.getByRole('button', { name: 'Publish News' }).click()
  await page.waitForURL('**/admin/manage-content')
  await page.getByRole('heading', { level: 1, name: 'Manage Content' }).waitFor()
  await follow(page, '/admin/device')
  await expect.poll(() => queue(page).count()).toBe(3)
  await expect.poll(() => storedDrafts(page)).toEqual([])
  await page.context().setOffline(false)
  await nothingWaits(page)
  expect(await subjectsSince(site, from)).toEqual([
    'Add picture: front.png',
    'Create news: From the train',
    'Update news: From the train',
  ])
  const created = await site.file(`news/${new Date().getUTCFullYear()}/from-the-train.md`)
  expect(created).toMatch(/^imageUrl: \/media\/\d{4}\/front\.png$/m)
  expect(created).toContain('excerpt: Thought about twice.')
  expect(created).toContain('Typed on the way.')
  await page.getByText('There is none: nothing unsaved was typed here.').waitFor()

  // Pictures added offline survive a restart, and are uploaded once, before the save that contains
  // them.
  const context = page.context()
  await goToEditor(page, 'articles', 3)
  from = await site.head()
  await context.setOffline(true)
  await pastePicture(page, await picture('Pasted.png', '#27c'))
  await page.locator('.editor-waiting img[src^="blob:"]').waitFor()
  await chooseFeatured(page, await picture('Cover.png', '#0a7'))
  await page.locator('[data-part="draft-image"][src^="blob:"]').waitFor()
  await page.getByText('Kept on this device; it is uploaded before').waitFor()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await waitForState(page, 'Offline')
  await page.close()
  const next = await context.newPage()
  await next.goto(editorAddress('articles', 3))
  await next.locator('.editor-waiting img[src^="blob:"]').waitFor()
  await next.locator('[data-part="draft-image"][src^="blob:"]').waitFor()
  await follow(next, '/admin/device')
  await expect.poll(() => queue(next).count()).toBe(3)
  expect(await queue(next).last().textContent()).toContain('Waits for its picture')
  await context.setOffline(false)
  await nothingWaits(next)
  expect(await subjectsSince(site, from)).toEqual([
    'Add picture: pasted.png',
    'Add picture: cover.png',
    'Update article: Linking',
  ])
  const linking = await site.file('articles/linking.md')
  expect(linking).toMatch(/^imageUrl: \/media\/\d{4}\/cover\.png$/m)
  expect(linking).toMatch(/!\[\]\(\/media\/\d{4}\/pasted\.png\)/)

  // A waiting save that is undone is a draft again, which says what became of the picture that
  // waited with it.
  await goToEditor(next, 'articles', 3)
  const head = await site.head()
  const [description, excerpt] = [next.getByLabel('Meta Description'), next.getByLabel('Excerpt')]
  await context.setOffline(true)
  await description.fill('Taken back.')
  await pastePicture(next, await picture('Gone.png', '#b70'))
  await next.locator('.editor-waiting img[src^="blob:"]').waitFor()
  await next.getByRole('button', { name: 'Save Changes' }).click()
  await waitForState(next, 'Offline')
  await excerpt.fill('Typed after that save.')
  await leave(next, '/admin/device')
  await queue(next).first().getByRole('button', { name: 'Cancel' }).click()
  await next.getByRole('dialog').getByText('“Linking” (Changes of the article)').waitFor()
  await expectAccessibleAs(next, 'light')
  await withdraw(next)
  await context.setOffline(false)
  await drafts(next).getByRole('link', { name: 'Open' }).click()
  await next.getByText('This is a draft, not the file.').waitFor()
  expect(await description.inputValue()).toBe('Taken back.')
  expect(await excerpt.inputValue()).toBe('Typed after that save.')
  await next.locator('.editor-waiting[data-waiting="gone"]').waitFor()
  await next.getByRole('button', { name: 'Save Changes' }).click()
  await next
    .getByText('A picture in this text was never uploaded. Put it in again, or remove it.')
    .first()
    .waitFor()
  expect(await site.head()).toBe(head)
  await next.getByRole('button', { name: 'Discard' }).click()
  await waitForState(next, 'Saved')

  // A waiting save comes to a conflict.
  await goToEditor(next, 'articles', 1)
  await context.setOffline(true)
  await next.getByLabel('Title', { exact: true }).fill('Mine')
  await next.getByRole('button', { name: 'Save Changes' }).click()
  await waitForState(next, 'Offline')
  await site.commitNatively('articles/warp.md', (text) =>
    text.replace(/^title: .*$/m, 'title: Theirs'),
  )
  await context.setOffline(false)
  await waitForState(next, 'Conflict')
  await next.getByRole('link', { name: '1 to decide' }).click()
  // Pending changes are in no commit, so signing out asks first.
  await next.getByRole('button', { name: 'Account of ada' }).click()
  await next.getByRole('menuitem', { name: 'Logout' }).click()
  await next.getByText(/change(s that wait| that waits) to be sent/).waitFor()
  await next.getByRole('button', { name: 'Stay signed in' }).click()
  await next.getByRole('button', { name: 'Choose what to keep' }).click()
  const dialog = next.getByRole('dialog', { name: 'Somebody else changed this too' })
  await dialog.getByRole('button', { name: 'Title: keep yours' }).click()
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await nothingWaits(next)
  expect(await site.file('articles/warp.md')).toContain('title: Mine')

  // A waiting save restores a deleted item, and is never sent as another user.
  const ada = await site.administrator()
  const carl = await inviteAdministrator(ada, 'carl')
  await follow(next, editorAddress('newsletters', 1))
  await next.getByLabel('Description').waitFor()
  await context.setOffline(true)
  await next.getByLabel('Description').fill('Written before it was deleted.')
  await next.getByRole('button', { name: 'Save Changes' }).click()
  await waitForState(next, 'Offline')
  await follow(next, '/admin/device')
  await ada.call('DELETE', '/api/newsletters/1')
  from = await site.head()
  // Another user signs in with the same browser before the network is back.
  const own = await context.cookies()
  await context.clearCookies()
  await signInAs(site, next, carl)
  await context.setOffline(false)
  await next.getByRole('button', { name: 'Account of carl' }).waitFor()
  await nothingWaits(next)
  expect(await site.head()).toBe(from)
  // And back, with the screen open all the time.
  await context.setOffline(true)
  await context.clearCookies()
  await context.addCookies(own)
  await context.setOffline(false)
  await next.getByRole('button', { name: 'Account of ada' }).waitFor()
  await queue(next)
    .getByText('Somebody has deleted this meanwhile. Your text is still here.')
    .waitFor()
  await expectAccessibleAs(next, 'dark')
  await queue(next).getByRole('button', { name: 'Restore and save' }).click()
  await nothingWaits(next)
  expect(await site.file('newsletters/001-issue.md')).toContain(
    'description: Written before it was deleted.',
  )
  const authors = await site
    .repository()
    .git('log', '--reverse', '--format=%an: %s', `${from}..HEAD`)
  expect(authors.trim().split('\n')).toEqual([
    'ada: Restore newsletter: Issue one',
    'ada: Update newsletter: Issue one',
  ])

  // The screens of pages, settings and downloads open without a network, and their saves wait in
  // the same queue.
  from = await site.head()
  await follow(next, '/admin/site?page=about')
  const about = next.getByRole('form', { name: 'About' })
  const stateOf = (word: string) =>
    about.getByRole('status').getByText(word, { exact: true }).waitFor()
  await stateOf('Saved')
  await follow(next, '/admin/downloads')
  await next.getByRole('heading', { name: 'Pack' }).waitFor()
  await context.setOffline(true)
  await next.goto('/admin/downloads?edit=4')
  const pack = next.getByRole('dialog', { name: 'Edit Download' })
  await pack.getByLabel('Title').fill('Pack of the train')
  await pack
    .locator('input[type=file]')
    .setInputFiles({ name: 'new.zip', mimeType: '', buffer: Buffer.from('PK two') })
  await pack.getByRole('button', { name: 'Save Changes' }).click()
  await pack.waitFor({ state: 'detached' })
  await next.getByText('Changes wait', { exact: true }).waitFor()
  await next.getByRole('button', { name: 'Add Download' }).click()
  const added = next.getByRole('dialog', { name: 'Add Download' })
  await added
    .locator('input[type=file]')
    .setInputFiles({ name: 'loops.zip', mimeType: '', buffer: Buffer.from('PK 3') })
  await added.getByRole('button', { name: 'Add Download' }).click()
  await next.getByText('A new download waits on this device: “loops”.').waitFor()
  await follow(next, '/admin/site?page=about')
  await about.getByLabel('Title').fill('About the train')
  await about.getByRole('button', { name: 'Save Changes' }).click()
  await stateOf('Offline')
  await context.setOffline(false)
  await stateOf('Saved')
  await eventually(async () => (await subjectsSince(site, from)).length === 3)
  expect(await subjectsSince(site, from)).toEqual([
    'Replace download: Pack of the train',
    'Create download: loops',
    'Update page: About the train',
  ])
  expect(await site.file('downloads/pack.zip')).toBe('PK two')

  // Public pages do not use the worker of the admin.
  await next.goto('/')
  expect(await next.evaluate(() => navigator.serviceWorker.controller)).toBeNull()
  await next.goto(editorAddress('articles', 2))
  await signOut(next)
})

/** An ended session deletes nothing that is kept; signing out asks, and deletes everything. */
async function signOut(next: Page): Promise<void> {
  const context = next.context()

  const stored = () =>
    next.evaluate(async () => {
      const names = (await caches.keys()).filter((name) => /content|pictures/.test(name))
      const filled = await Promise.all(
        names.map(async (name) => (await (await caches.open(name)).keys()).length > 0),
      )
      const databases = (await indexedDB.databases()).map(({ name = '' }) => name)
      const kept = names.filter((_, at) => filled[at])
      return kept.concat(databases.filter((name) => name.startsWith('session-notes')))
    })
  await next.getByLabel('Excerpt').fill('Only here.')
  await waitForState(next, 'Unsaved')
  await context.clearCookies()
  await next.goto('/admin/manage-content')
  await next.getByLabel('Username').waitFor()
  expect(await stored()).toEqual(expect.arrayContaining(['admin-content', 'session-notes-1']))
  await next.getByLabel('Username').fill(admin.ADMIN_USERNAME)
  await next.getByLabel('Password', { exact: true }).fill(admin.ADMIN_PASSWORD)
  await next.getByRole('button', { name: 'Login', exact: true }).click()
  await next.getByRole('heading', { level: 1, name: 'Manage Content' }).waitFor()
  await goToEditor(next, 'articles', 2)
  await next.getByText('This is a draft, not the file.').waitFor()
  expect(await next.getByLabel('Excerpt').inputValue()).toBe('Only here.')
  await next.getByRole('button', { name: 'Account of ada' }).click()
  await next.getByRole('menuitem', { name: 'Logout' }).click()
  await next.getByText('Sign out and lose what is not saved?').waitFor()
  await next.getByText('1 draft').waitFor()
  await expectAccessibleAs(next, 'light')
  const other = await context.newPage()
  await other.goto(editorAddress('articles', 2))
  await waitForState(other, 'Unsaved')
  await next.getByRole('button', { name: 'Stay signed in' }).click()
  await next.getByRole('button', { name: 'Account of ada' }).click()
  await next.getByRole('menuitem', { name: 'Logout' }).click()
  await next.getByRole('button', { name: 'Sign out and empty' }).click()
  for (const one of [next, other]) await one.getByLabel('Username').waitFor()
  // What another person keeps in this browser stays.
  await expect.poll(stored).toEqual(['session-notes-2'])
}
