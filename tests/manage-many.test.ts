import { randomUUID } from 'node:crypto'
import { unzipSync } from 'fflate'
import { afterAll, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import type { BulkAnswer, BulkChange } from '#domain/bulk-change.ts'
import { emptyIssue } from '#domain/issue-text.ts'
import { numberedArticles, upTo } from './numbered-articles.ts'
import { articleFile } from './running-site.ts'
import { tone, wavOf } from './sample-sounds.ts'
import { signIn, siteWithAdministrator } from './signed-in-site.ts'

const issue = (id: number, text: string) =>
  `---\nid: ${id}\ntitle: Issue ${id}\ndescription: D\nissueNumber: ${id}\ndraft: true\n---\n${text}`

const files = {
  'site.yaml': 'name: Test Notes\ntagline: T\ndescription: D\ndisclaimer: X\nabout: A\n',
  ...numberedArticles(upTo(30)),
  'articles/2026/tagged.md': articleFile({ id: '41', title: 'Tagged', tags: '[a, b] # ours' }),
  'articles/2026/plain.md': articleFile({ id: '42', title: 'Plain' }),
  'articles/2026/begun.md': articleFile({ id: '43', title: 'Begun', draft: 'true' }),
  'articles/2026/later.md': articleFile({ id: '44', title: 'Later', publishedAt: '2036-01-02' }),
  'articles/2026/one.md': articleFile({ id: '45', title: 'One' }),
  'articles/2026/other.md': articleFile({ id: '46', title: 'Other' }),
  'news/2026/item.md': articleFile({ id: '3', title: 'Item' }),
  'newsletters/2026/001-one.md': issue(1, '\nHello.\n'),
  'newsletters/2026/002-two.md': issue(2, ''),
  'articles/2026/sound.md': articleFile(
    { id: '47', title: 'Sounding' },
    '![A kick](/media/kick.wav)',
  ),
  'media/kick.wav': wavOf([tone(0.1)]),
}
const site = await siteWithAdministrator(files)
afterAll(() => site[Symbol.asyncDispose]())
const ada = await signIn(site)

const git = async (...args: Array<string>) => (await site.repository.git(...args)).trim()
const diffLines = async () =>
  (await git('show', '--format=', '-U0', 'HEAD'))
    .split('\n')
    .filter((line) => /^[+-](?![+-]{2})/.test(line))
const bulk = (type: string, ids: ReadonlyArray<number>, change: BulkChange) =>
  ada.call<BulkAnswer & { message?: string }>('POST', `/api/${type}/bulk`, { ids, change })
const undo = (commit: string | null) => ada.call('POST', '/api/undo', { commit })

const later = '2037-05-06T07:08:09Z'
const now = expect.stringMatching(/^\+publishedAt: "20\d\d-/)

test.each<[string, string, Array<number>, BulkChange, Array<unknown>]>([
  [
    'a category',
    'articles',
    [41, 42],
    { action: 'category', category: 'hardware' },
    ['-category: mixing', '+category: hardware', '-category: mixing', '+category: hardware'],
  ],
  [
    'tags',
    'articles',
    [41, 42],
    { action: 'tags', add: ['A', 'c'], remove: ['B'] },
    ['+tags: [A, c]', '-tags: [a, b] # ours', '+tags: [a, c] # ours'],
  ],
  ['an author', 'news', [3], { action: 'author', author: ['Ben'] }, ['+author: Ben']],
  ['a draft', 'articles', [42, 43], { action: 'unpublish' }, ['+draft: true']],
  [
    'publishing',
    'articles',
    [42, 43, 44],
    { action: 'publish' },
    ['-draft: true', '-publishedAt: 2036-01-02', now],
  ],
  [
    'a date',
    'newsletters',
    [1],
    { action: 'schedule', publishedAt: later },
    ['-draft: true', `+publishedAt: "${later}"`],
  ],
])('%s is one commit of those lines only, and one undo', async (_, type, ids, change, lines) => {
  const before = await git('rev-parse', 'HEAD:content')
  const { status, body } = await bulk(type, ids, change)
  expect([status, body.refused]).toEqual([200, []])
  expect(calls['POST /api/articles/bulk'].answer.safeParse(body).success).toBe(true)
  expect(body.commit).toBe(await git('rev-parse', 'HEAD'))
  expect(await diffLines()).toEqual(lines)
  expect((await undo(body.commit)).status).toBe(200)
  expect(await git('rev-parse', 'HEAD:content')).toBe(before)
})

test('all that a query finds are deleted in one commit, and one undo brings them back', async () => {
  const before = await git('rev-parse', 'HEAD:content')
  const { body: found } = await ada.call<{ ids: Array<number> }>(
    'GET',
    '/api/articles/ids?q=article&status=published',
  )
  expect(found.ids).toHaveLength(30)
  const { body } = await bulk('articles', found.ids, { action: 'delete' })
  expect(body).toMatchObject({ changed: 30, unchanged: 0, refused: [] })
  expect(await git('log', '-1', '--format=%s|%an')).toBe('Delete 30 articles|ada')
  expect((await ada.call<Array<unknown>>('GET', '/api/articles')).body).toHaveLength(7)
  expect((await ada.call<Array<unknown>>('GET', '/api/articles/deleted')).body).toHaveLength(30)
  expect((await undo(body.commit)).status).toBe(200)
  expect(await git('rev-parse', 'HEAD:content')).toBe(before)
  const { body: history } = await ada.call<Array<{ origin: string }>>(
    'GET',
    '/api/articles/7/history',
  )
  expect(history.map(({ origin }) => origin)).toEqual(['restore', 'admin', 'git'])
})

test('what a single save would refuse stays and is named, and the others are changed', async () => {
  const { body } = await bulk('newsletters', [1, 2, 9], { action: 'publish' })
  expect(body).toMatchObject({ changed: 1, unchanged: 0 })
  expect(body.refused).toEqual([
    { id: 2, title: 'Issue 2', message: emptyIssue },
    { id: 9, title: '', message: 'Newsletter not found' },
  ])
  expect(await git('log', '-1', '--format=%s')).toBe('Update newsletter: Issue 1')
  expect((await undo(body.commit)).status).toBe(200)
})

test('while a change of several items is made, the server says how far it is', async () => {
  const release = await site.refuseSaves()
  const key = randomUUID()
  const headers = { 'Idempotency-Key': key }
  const body = { ids: upTo(30).slice(10), change: { action: 'unpublish' } }
  const changing = ada.call<BulkAnswer>('POST', '/api/articles/bulk', body, headers)
  const progress = async () => (await ada.call('GET', `/api/articles/bulk/${key}`)).body
  await expect.poll(progress).toMatchObject({ of: 20 })
  await release()
  expect((await undo((await changing).body.commit)).status).toBe(200)
  expect(await progress()).toBe(null)
})

test('an export has the files of the items and what they show, byte for byte', async () => {
  const answer = await fetch(`${site.url}/api/articles/export`, {
    method: 'POST',
    headers: { Cookie: ada.cookie, Origin: site.url, 'Content-Type': 'application/json' },
    body: JSON.stringify({ ids: [41, 47, 999] }),
  })
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename=articles.zip')
  const unpacked = unzipSync(new Uint8Array(await answer.arrayBuffer()))
  const exported = Object.entries(unpacked).map(([name, bytes]) => [name, Buffer.from(bytes)])
  expect(Object.fromEntries(exported)).toEqual({
    'articles/2026/tagged.md': Buffer.from(files['articles/2026/tagged.md']),
    'articles/2026/sound.md': Buffer.from(files['articles/2026/sound.md']),
    'media/kick.wav': files['media/kick.wav'],
  })
})

test('what is so already makes no commit', async () => {
  const before = await git('rev-parse', 'HEAD')
  const { body } = await bulk('articles', [41, 42, 42], { action: 'publish' })
  expect(body).toEqual({ changed: 0, unchanged: 2, refused: [], commit: null })
  expect(await git('rev-parse', 'HEAD')).toBe(before)
})

test('one undo is refused as a whole when one of the files has changed since', async () => {
  const { body } = await bulk('articles', [45, 46], { action: 'category', category: 'hardware' })
  await ada.call('PATCH', '/api/articles/46', { title: 'Plain again' })
  expect((await undo(body.commit)).status).toBe(409)
  expect((await ada.call('GET', '/api/articles/45')).body.category).toBe('hardware')
})

test.each<[string, BulkChange, string]>([
  ['newsletters', { action: 'category', category: 'x' }, 'Newsletters have no category.'],
  [
    'articles',
    { action: 'schedule', publishedAt: '2001-02-03' },
    'Choose a time that is still to come.',
  ],
])('%s refuse %j as a whole', async (type, change, message) => {
  const { status, body } = await bulk(type, [1], change)
  expect([status, body.message]).toEqual([422, message])
})
