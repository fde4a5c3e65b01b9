import { afterAll, expect, test } from 'vitest'
import { clusterSite } from '../cluster-site.ts'
import { ask } from '../http-client.ts'
import { testPostgres } from '../postgres.ts'
import { articleFile, eventually } from '../running-site.ts'
import { adminInBrowser } from './admin.ts'
import { waitForState } from './draft-site.ts'

const postgres = await testPostgres()
afterAll(() => postgres[Symbol.asyncDispose]())
/** A server that writes through to a remote. */
const site = adminInBrowser({
  files: { 'articles/one.md': articleFile({ id: '1', title: 'One' }, 'Text.') },
  start: async (options) => clusterSite(1, options, await postgres.newDatabase()),
})

test('while the remote is down a save waits in the browser and nothing of it is shown; it is made once, soon after the remote is back', async () => {
  const page = await site.visit('/admin/draft-editor?id=1&type=articles', { session: 'own', expected: /^503 / })
  await page.getByLabel('Excerpt').waitFor()
  const before = await site.server().savedTip()
  const bringBack = await site.server().refuseSaves()
  let refused = 0
  page.on('response', (answer) => {
    if (answer.request().method() === 'PATCH' && answer.status() === 503) refused += 1
  })
  await page.getByLabel('Excerpt').fill('Passed on later.')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await page.getByRole('link', { name: /1 waiting/ }).waitFor()
  // It is sent again by itself, and waits further.
  await eventually(async () => refused > 1)
  for (const path of ['/article/one', '/api/articles/1', '/'])
    expect((await ask(site.url(), path)).text).not.toContain('Passed on later.')
  expect(await site.server().savedTip()).toBe(before)

  await bringBack()
  await waitForState(page, 'Saved')
  expect((await ask(site.url(), '/article/one')).text).toContain('Passed on later.')
  const subjects = await site.repository().git('log', '--format=%s', `${before}..HEAD`)
  expect(subjects.trim().split('\n')).toEqual(['Update article: One'])
})
