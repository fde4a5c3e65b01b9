import { readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { ask, askJson } from './http-client.ts'
import { articleFile, atEachServer, eventually, publish, runningSite } from './running-site.ts'
import { startHere } from './site-here.ts'
import {
  repositoryAt,
  type TemporaryRepository,
  temporaryFolder,
  temporaryRepository,
} from './temp-repository.ts'

const origin = 'http://notes.example.org'

const article = (title: string, body = 'Text.') =>
  articleFile({ id: '1', title, publishedAt: '2026-02-01' }, body)

const site = await runningSite({
  files: {
    'articles/2026/one.md': article('One'),
    'articles/2026/two.md': articleFile({ id: '2', title: 'Two' }),
    'articles/2026/moved.md': articleFile({ id: '4', title: 'Moved' }),
    'articles/2026/reverted.md': articleFile({ id: '5', title: 'Right' }),
  },
  // The same address after restarts, so that cached pages are found.
  env: { SITE_URL: origin },
})
afterAll(() => site[Symbol.asyncDispose]())

const shows = (path: string, text: string) => async () =>
  (await ask(site.url, path)).text.includes(text)
const titleOf = async (id: number) =>
  (await askJson<{ title: string }>(site.url, `/api/articles/${id}`)).title

test('a native commit appears on page, lists, call, feed and search without a restart', async () => {
  await publish(site, { 'articles/2026/one.md': article('One') })
  for (const path of ['/', '/article/one', '/category/all'])
    expect(await shows(path, 'One')()).toBe(true)
  await site.repository.write(
    'content/articles/2026/one.md',
    article('Changed by git', 'Fresh words: quokka.'),
  )
  await site.repository.write(
    'content/pages/about.md',
    '---\ntitle: About\n---\n\nWe keep an axolotl.\n',
  )
  await site.repository.commit('Edit')
  await eventually(shows('/article/one', 'Fresh words'))
  for (const path of ['/', '/category/all', '/rss.xml', '/article/one'])
    expect([path, await shows(path, 'Changed by git')()]).toEqual([path, true])
  expect(await titleOf(1)).toBe('Changed by git')
  await eventually(shows('/api/search?q=quokka', 'Changed by git'))
  await eventually(shows('/api/search?q=axolotl', '"name":"about"'))
})

test('a new file appears and a deleted one disappears', async () => {
  await site.repository.write(
    'content/articles/2026/three.md',
    articleFile({ id: '3', title: 'Three' }),
  )
  await site.repository.commit('Add')
  await eventually(shows('/article/three', 'Three'))
  await site.repository.remove('content/articles/2026/three.md')
  await site.repository.commit('Delete')
  await eventually(async () => (await ask(site.url, '/article/three')).status === 404)
  expect(await shows('/category/all', 'Three')()).toBe(false)
})

test('a moved file keeps its article when it carries its id and slug', async () => {
  await site.repository.git('mv', 'content/articles/2026/moved.md', 'content/articles/moved.md')
  await site.repository.commit('Move')
  const head = (await site.repository.git('rev-parse', 'HEAD')).trim()
  await eventually(
    async () => (await askJson<{ revision: string }>(site.url, '/api/health')).revision === head,
  )
  expect(await titleOf(4)).toBe('Moved')
  expect((await ask(site.url, '/article/moved')).status).toBe(200)
})

test('a revert restores the old text', async () => {
  await site.repository.write(
    'content/articles/2026/reverted.md',
    articleFile({ id: '5', title: 'A mistake' }),
  )
  await site.repository.commit('Mistake')
  await eventually(shows('/article/reverted', 'A mistake'))
  await site.repository.git('revert', '--no-edit', 'HEAD')
  await eventually(shows('/article/reverted', '>Right<'))
})

test('a commit made while the site was off appears at the first request after the start', async () => {
  for (const path of ['/article/one', '/article/two', '/']) await ask(site.url, path)
  await site.stop()
  await site.repository.write('content/articles/2026/one.md', article('Written in the night'))
  await site.repository.write(
    'content/articles/2026/two.md',
    articleFile({ id: '2', title: 'Two', draft: 'true' }),
  )
  await site.repository.commit('Night work')
  await site.restart()
  const [one, two, home] = await Promise.all(
    ['/article/one', '/article/two', '/'].map((path) => ask(site.url, path)),
  )
  expect(one?.text).toContain('Written in the night')
  expect(one?.text).not.toContain('Changed by git')
  expect(two?.status).toBe(404)
  expect(home?.text).toContain('Written in the night')
})

test('pages cached in an earlier start are served when nothing changed, and a damaged one is rendered again', async () => {
  await publish(site, { 'articles/2026/one.md': article('Cached') })
  // The date of the last change is known a moment after the start, and the page with it changes
  // once more.
  await atEachServer(() => eventually(shows('/article/one', 'article:modified_time')))
  await atEachServer(() => ask(site.url, '/article/one'))
  const before = await ask(site.url, '/article/one')
  await site.restart()
  const after = await ask(site.url, '/article/one')
  expect(after.headers['server-timing']).toBeUndefined()
  expect(after.text).toBe(before.text)
  await site.stop()
  for (const dataDir of site.dataDirs) {
    const folder = `${dataDir}/cache/pages`
    const kept = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      /[\da-f]{40}$/.test(name),
    )
    expect(kept.length).toBeGreaterThan(0)
    for (const [index, name] of kept.entries()) {
      const bytes = readFileSync(`${folder}/${name}`)
      if (index % 2 === 0) truncateSync(`${folder}/${name}`, bytes.length - 7)
      else {
        bytes[bytes.length - 20] = (bytes[bytes.length - 20] ?? 0) ^ 255
        writeFileSync(`${folder}/${name}`, bytes)
      }
    }
  }
  await site.restart()
  for (const path of ['/article/one', '/']) {
    const answer = await ask(site.url, path, { headers: { 'Accept-Encoding': 'gzip' } })
    expect([answer.status, answer.text.includes('Cached')]).toEqual([200, true])
    expect(answer.headers['server-timing']).toMatch(/^render/)
  }
})

/** Commits a file with another title, and waits until the page has it. */
async function isFollowed(
  { url }: { url: string },
  repository: TemporaryRepository,
  path: string,
  title: string,
) {
  await repository.write(path, article(title))
  await repository.commit('Edit')
  await eventually(async () => (await ask(url, '/article/a')).text.includes(title))
}

test.each([
  ['of GIT_BRANCH', 'main', { GIT_BRANCH: 'live' }],
  ['checked out at the start', 'live', {}],
])(
  'the branch %s is shown, whatever is checked out before the first request',
  async (_, checkedOut, env) => {
    await using repository = await temporaryRepository()
    await using data = await temporaryFolder()
    await repository.write('content/articles/a.md', article('On main'))
    await repository.commit('Main')
    await repository.git('checkout', '-q', '-b', 'live')
    await repository.write('content/articles/a.md', article('On live'))
    await repository.commit('Live')
    await repository.git('checkout', '-q', checkedOut)
    const other = await startHere({
      CONTENT_DIR: repository.path('content'),
      DATA_DIR: data.path,
      ...env,
    })
    try {
      await repository.git('checkout', '-q', 'main')
      expect((await ask(other.url, '/article/a')).text).toContain('On live')
      await repository.git('checkout', '-q', 'live')
      await isFollowed(other, repository, 'content/articles/a.md', 'On live, later')
    } finally {
      await other.stop()
    }
  },
)

test('content at the root of its repository is shown and followed', async () => {
  await using repository = await temporaryRepository()
  await using data = await temporaryFolder()
  await repository.write('articles/a.md', article('At the root'))
  await repository.commit('Content')
  const other = await startHere({ CONTENT_DIR: repository.root, DATA_DIR: data.path })
  try {
    expect((await ask(other.url, '/article/a')).text).toContain('At the root')
    await isFollowed(other, repository, 'articles/a.md', 'At the root, later')
    expect((await ask(other.url, '/.git/config')).status).toBe(404)
    expect((await ask(other.url, '/media/../.git/config')).text).not.toContain('[core]')
  } finally {
    await other.stop()
  }
})

test('a content folder in no repository becomes one, with its files as the first commit', async () => {
  await using folder = await temporaryFolder()
  await using data = await temporaryFolder()
  const content = repositoryAt(`${folder.path}/content`)
  await content.write('articles/a.md', article('From a plain folder'))
  const start = () => startHere({ CONTENT_DIR: content.root, DATA_DIR: data.path })
  let other = await start()
  try {
    expect((await ask(other.url, '/article/a')).text).toContain('From a plain folder')
    expect((await content.git('status', '--porcelain')).trim()).toBe('')
    expect((await content.git('rev-list', '--count', 'HEAD')).trim()).toBe('1')
    await isFollowed(other, content, 'articles/a.md', 'Committed there')
    await other.stop()
    other = await start()
    expect((await ask(other.url, '/article/a')).text).toContain('Committed there')
    expect((await content.git('rev-list', '--count', 'HEAD')).trim()).toBe('2')
  } finally {
    await other.stop()
  }
})

test('a linked worktree is followed as well', async () => {
  await using folder = await temporaryFolder()
  await using data = await temporaryFolder()
  await using source = await temporaryRepository()
  await source.write('content/articles/a.md', article('In the source'))
  await source.commit('Content')
  await source.git('worktree', 'add', '-q', '-b', 'side', `${folder.path}/side`)
  const side = repositoryAt(`${folder.path}/side`)
  const other = await startHere({ CONTENT_DIR: side.path('content'), DATA_DIR: data.path })
  try {
    expect((await ask(other.url, '/article/a')).text).toContain('In the source')
    await isFollowed(other, side, 'content/articles/a.md', 'In the worktree')
  } finally {
    await other.stop()
  }
})
