import { readFile } from 'node:fs/promises'
import type { BrowserContext, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { eventually } from '../running-site.ts'
import { expectAccessible } from './axe.ts'
import { draftSite, save, typeInBody, waitForState } from './draft-site.ts'

const site = draftSite()
const editor = (type: string, id: number) => `/admin/draft-editor?id=${id}&type=${type}`
const lost = /ERR_|^409 |Failed to fetch|no-response|^50[023] |Load failed|FetchEvent|NetworkError/

/** Opens the admin with its service worker, and waits until the newest items are kept. */
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

const commits = async () => Number((await site.repository().git('rev-list', '--count', 'HEAD')).trim())
const subjects = async (from: string) =>
  (await site.repository().git('log', '--reverse', '--format=%s', `${from}..HEAD`)).trim().split('\n')
const file = (name: string) => readFile(site.repository().path(`content/${name}`), 'utf8')
const queue = (page: Page) => page.getByRole('list', { name: 'Waiting to be sent' }).locator('li')

test('without a network the admin opens, edits and saves, and all of it goes out in order and once', async () => {
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
  // What waits is there again after the browser was closed, on the file that is not changed yet.
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

test('a save that met another one waits for a choice, while the others go on', async () => {
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
  await page.goto('/admin/device')
  await offline(page.context(), false)
  await page.getByRole('link', { name: '1 to decide' }).waitFor()
  await eventually(async () => (await file('articles/linking.md')).includes('Behind the conflict.'))
  await page.getByRole('button', { name: 'Choose what to keep' }).click()
  const dialog = page.getByRole('dialog', { name: 'Somebody else changed this too' })
  await dialog.getByRole('button', { name: 'Title: keep yours' }).click()
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await page.getByText('Nothing waits: everything you saved has reached the site.').waitFor()
  expect(await file('articles/warp.md')).toContain('title: Mine')
})

test('an answer that is lost makes no second commit, also over a killed server and a killed tab', async () => {
  const page = await withWorker(editor('articles', 2))
  const before = await commits()
  const port = new URL(site.url()).port
  // The server does it and dies; the answer never comes.
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

test('what waits can be taken back, and is a draft again', async () => {
  const page = await withWorker(editor('articles', 3))
  const head = await site.head()
  await offline(page.context(), true)
  await page.getByLabel('Meta Description').fill('Taken back.')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await waitForState(page, 'Offline')
  await page.goto('/admin/device')
  await queue(page).getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Take back' }).click()
  const drafts = page.getByRole('list', { name: 'Drafts in this browser' })
  await drafts.getByText('Linking').waitFor()
  await offline(page.context(), false)
  await drafts.getByRole('link', { name: 'Open' }).click()
  await page.getByText('This is a draft, not the file.').waitFor()
  expect(await page.getByLabel('Meta Description').inputValue()).toBe('Taken back.')
  expect(await site.head()).toBe(head)
})

test('signing out asks before it empties what is kept, and then nothing is left', async () => {
  const page = await withWorker(editor('articles', 2))
  await page.getByLabel('Excerpt').fill('Only here.')
  await waitForState(page, 'Unsaved')
  await page.waitForTimeout(300)
  await page.getByRole('button', { name: 'Account of ada' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await page.getByText('Sign out and lose what is not saved?').waitFor()
  await page.getByText('1 draft').waitFor()
  await expectAccessible(page, [390])
  await page.getByRole('button', { name: 'Stay signed in' }).click()
  await page.getByRole('button', { name: 'Account of ada' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await page.getByRole('button', { name: 'Sign out and empty' }).click()
  await page.getByLabel('Username').waitFor()
  const left = () =>
    page.evaluate(async () => [
      ...(await caches.keys()).filter((name) => /content|pictures/.test(name)),
      ...(await indexedDB.databases()).map(({ name }) => name).filter((name) => name?.startsWith('session-notes')),
    ])
  await expect.poll(left).toEqual([])
})

test('public pages know nothing of the worker', async () => {
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
