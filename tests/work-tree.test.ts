import { readFile, rename } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask, askJson } from './http-client.ts'
import { multipart } from './multipart.ts'
import { articleFile, eventually, type RunningSite } from './running-site.ts'
import { halves } from './sample-pictures.ts'
import { type Administrator, signIn, siteWithAdministrator } from './signed-in-site.ts'

/** What programs and people do in the checkout of a site beside its commits. */
let site: RunningSite
let ada: Administrator

beforeAll(async () => {
  site = await siteWithAdministrator({
    'articles/2026/first.md': articleFile({ id: '7', title: 'First' }, 'Text.'),
  })
  ada = await signIn(site)
})
afterAll(() => site[Symbol.asyncDispose]())

const git = (...args: Array<string>) => site.repository.git(...args)
const shows = (path: string, text: string) => async () =>
  (await ask(site.url, path)).text.includes(text)

test('a file with uncommitted changes is not changed', async () => {
  const path = 'content/articles/2026/first.md'
  const text = await readFile(site.repository.path(path), 'utf8')
  await site.repository.write(path, `${text}\nA writer's own line.\n`)
  const reply = await ada.call('PATCH', '/api/articles/7', { title: 'Over it' })
  expect(reply.status).toBe(409)
  expect(reply.body.message).toContain('not committed')
  expect(await readFile(site.repository.path(path), 'utf8')).toContain("A writer's own line.")
  await git('checkout', '--', path)
})

test('a repository that is read-only or locked is reported in one sentence', async () => {
  await git('checkout', '-q', '--detach')
  const detached = await ada.call('PATCH', '/api/articles/7', { title: 'Nowhere' })
  expect([detached.status, detached.body.message]).toEqual([
    409,
    expect.stringMatching(/^[A-Z].*\.$/),
  ])
  expect((await ask(site.url, '/article/first')).status).toBe(200)
  await git('checkout', '-q', 'main')
  await site.repository.write('.git/index.lock', '')
  const busy = await ada.call('PATCH', '/api/articles/7', { title: 'Later' })
  expect([busy.status, busy.headers['retry-after']]).toEqual([503, '5'])
  await site.repository.remove('.git/index.lock')
  expect((await ada.call('PATCH', '/api/articles/7', { title: 'Later' })).status).toBe(200)
})

test('a repository that can not be written to makes the health degraded, the dashboard names it, and pages are shown', async () => {
  expect(await askJson(site.url, '/api/health')).toMatchObject({ status: 'ok' })
  await git('pack-refs', '--all')
  const heads = site.repository.path('.git/refs/heads')
  await rename(heads, `${heads}.away`)
  try {
    // Also for the superuser, to whom no folder is closed, nothing can be written below a file.
    await site.repository.write('.git/refs/heads', '')
    expect(await askJson(site.url, '/api/health')).toMatchObject({ status: 'degraded' })
    expect(await ada.call('GET', '/api/dashboard')).toMatchObject({
      body: { blocker: `Nothing can be written to ${heads}, so nothing can be saved.` },
    })
    const refused = await ada.call('PATCH', '/api/articles/7', { title: 'Never' })
    expect([refused.status, refused.body.message]).toEqual([
      409,
      expect.stringContaining('Nothing can be written to'),
    ])
    expect((await ask(site.url, '/article/first')).status).toBe(200)
  } finally {
    await site.repository.remove('.git/refs/heads')
    await rename(`${heads}.away`, heads)
  }
  expect(await askJson(site.url, '/api/health')).toMatchObject({ status: 'ok' })
  expect((await ada.call('PATCH', '/api/articles/7', { title: 'Again' })).status).toBe(200)
})

test('an upload with the name of an uncommitted file gets another name', async () => {
  const year = new Date().getUTCFullYear()
  await site.repository.write(`content/media/${year}/mine.png`, 'a draft of a picture')
  const { body, headers } = multipart([
    { filename: 'mine.png', bytes: await halves(35, 20).png().toBuffer() },
  ])
  const sent = { method: 'POST', headers: { ...headers, Cookie: ada.cookie }, body }
  const { status, text } = await ask(site.url, '/api/media', sent)
  expect([status, JSON.parse(text).url]).toEqual([201, `/media/${year}/mine-2.png`])
  expect((await git('status', '--porcelain')).trim()).toBe(`?? content/media/${year}/mine.png`)
  await site.repository.remove(`content/media/${year}/mine.png`)
})

const titleShown = async () =>
  /<h1[^>]*>([^<]+)/.exec((await ask(site.url, '/article/first')).text)?.[1]

test('another branch that is checked out is not shown, also after packing and gc', async () => {
  const title = await titleShown()
  await site.repository.git('checkout', '-q', '-b', 'idea')
  await site.repository.write(
    'content/articles/2026/first.md',
    articleFile({ id: '7', title: 'An idea' }),
  )
  await site.repository.commit('Idea')
  await site.repository.git('pack-refs', '--all')
  await site.repository.git('gc', '-q', '--prune=now')
  // A commit on the branch of the site comes after all of that.
  const after = ['commit-tree', 'main^{tree}', '-p', 'main', '-m', 'Nothing']
  const tip = (await site.repository.git(...after)).trim()
  await site.repository.git('update-ref', 'refs/heads/main', tip)
  await eventually(
    async () => (await askJson<{ revision: string }>(site.url, '/api/health')).revision === tip,
  )
  expect([title, await titleShown()]).toEqual([expect.any(String), title])
  await site.repository.git('checkout', '-q', 'main')
  await site.repository.git('merge', '-q', '--no-edit', 'idea')
  await eventually(shows('/article/first', 'An idea'))
})

test('uncommitted files are not shown, and the log names them after a start', async () => {
  const title = await titleShown()
  await site.repository.write(
    'content/articles/2026/unfinished.md',
    articleFile({ id: '50', title: 'Unfinished' }),
  )
  await site.repository.write(
    'content/articles/2026/first.md',
    articleFile({ id: '7', title: 'Being rewritten' }),
  )
  await site.restart()
  const named = [
    'not committed',
    'new: articles/2026/unfinished.md',
    'modified: articles/2026/first.md',
  ]
  await eventually(async () => named.every((words) => site.output().includes(words)))
  expect((await ask(site.url, '/article/unfinished')).status).toBe(404)
  expect([title, await titleShown()]).toEqual([expect.any(String), title])
  await site.repository.git('checkout', '-q', '.')
  await site.repository.git('clean', '-qfd')
})
