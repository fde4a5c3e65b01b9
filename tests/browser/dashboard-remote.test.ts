import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { articleFile } from '../running-site.ts'
import { git, repositoryAt, temporaryFolder } from '../temp-repository.ts'
import { adminInBrowser } from './admin.ts'
import { expectAccessible } from './axe.ts'

const folder = await temporaryFolder()
const bare = join(folder.path, 'remote.git')
await git(folder.path, ['init', '-q', '--bare', bare])
afterAll(() => folder[Symbol.asyncDispose]())

const name = 'content/articles/one.md'
const site = adminInBrowser({
  files: { 'articles/one.md': articleFile({ id: '1', title: 'One' }) },
  env: { GIT_REMOTE: bare, GIT_SYNC_SECONDS: '3600' },
})

test('the dashboard shows the state of the remote, syncs, and reports a conflict, an unreachable remote and a failed call', async () => {
  const page = await site.visit('/admin', { expected: /^500|RequestError: 500/ })
  const panel = page.getByRole('region', { name: 'Remote' })
  await panel.getByText(bare).waitFor()
  await panel.getByRole('button', { name: 'Sync now' }).click()
  await page.locator('[data-part="toast"]').getByText('In step').waitFor()
  await panel.getByText('Nothing to send').waitFor()
  await panel.getByText('Nothing to get').waitFor()
  await panel.locator('div', { hasText: 'Last push' }).last().locator('time').waitFor()

  const writer = repositoryAt(join(folder.path, 'writer'))
  await git(folder.path, ['clone', '-q', bare, writer.root])
  await writer.write(name, articleFile({ id: '1', title: 'Theirs' }))
  await writer.commit('Theirs')
  await writer.git('push', '-q')
  const ada = await site.administrator()
  await site.repository().write(name, articleFile({ id: '1', title: 'Ours' }))
  await site.repository().commit('Ours')
  await panel.getByRole('button', { name: 'Sync now' }).click()
  const trouble = panel.getByRole('alert')
  await trouble.getByText(name, { exact: true }).waitFor()
  await panel.getByRole('status').getByText('Conflict').waitFor()
  await trouble
    .getByText('The site works and saves as always, but it sends and gets nothing')
    .waitFor()
  await panel.getByText('One change to send').waitFor()
  await panel.getByText('One change to get').waitFor()
  await expectAccessible(page, [1280])

  await site.repository().git('fetch', '-q', bare, 'main')
  await site.repository().git('merge', '-q', '-s', 'ours', 'FETCH_HEAD')
  await panel.getByRole('button', { name: 'Sync now' }).click()
  await panel.getByRole('status').getByText('In step').waitFor()
  expect(await trouble.count()).toBe(0)
  expect((await ada.call('GET', '/api/sync')).body).toMatchObject({
    state: 'idle',
    ahead: 0,
    behind: 0,
  })

  // An unreachable remote is reported with its reason, and so is a failed call.
  await panel.getByText('Nothing to send').waitFor()
  await rename(bare, `${bare}.away`)
  await panel.getByRole('button', { name: 'Sync now' }).click()
  await panel.getByRole('status').getByText('Failed').waitFor()
  await panel.getByText("It is tried again by itself; 'Sync now' tries at once.").waitFor()
  await page.route('**/api/sync', (route) =>
    route.fulfill({ status: 500, json: { message: 'Out of order' } }),
  )
  await panel.getByRole('button', { name: 'Sync now' }).click()
  await page.locator('[data-part="toast"]').getByText('Out of order').waitFor()
  await page.reload()
  await page.getByText('The state of the remote could not be loaded').waitFor()
  await page.unroute('**/api/sync')
  await page.getByRole('button', { name: 'Try again' }).click()
  await panel.getByRole('button', { name: 'Sync now' }).waitFor()
})
