import { afterAll, expect, test } from 'vitest'
import { eventStream } from './event-stream.ts'
import { ask } from './http-client.ts'
import { articleFile, eventually, serversPerSite } from './running-site.ts'
import { inviteAdministrator, logIn, signIn, siteWithAdministrator } from './signed-in-site.ts'

const site = await siteWithAdministrator({
  'articles/one.md': articleFile({ id: '1', title: 'One' }),
  'articles/two.md': articleFile({ id: '2', title: 'Two' }),
  'news/plan.md': '---\nid: 3\ntitle: Plan\nexcerpt: E.\ncategory: releases\n---\n\nText.\n',
})
afterAll(() => site[Symbol.asyncDispose]())
const ada = await signIn(site)
const listen = (cookie = ada.cookie) => eventStream(site.url, cookie)

test('a visitor receives no events', async () => {
  expect((await ask(site.url, '/api/events')).status).toBe(401)
})

test('the first event names the commit that is shown', async () => {
  using stream = await listen()
  const head = (await site.repository.git('rev-parse', 'HEAD')).trim()
  expect(stream.events[0]).toEqual({ kind: 'begin', revision: head })
})

test('a save, a native commit and a deletion are sent with author, item and time, also for drafts', async () => {
  using stream = await listen()
  const { body } = await ada.call('PATCH', '/api/articles/1', { title: 'One again' })
  expect(await stream.changeOf('articles', 1)).toMatchObject({
    title: 'One again',
    change: 'updated',
    revision: body.revision,
    author: { name: 'ada' },
    message: 'Update article: One again',
  })
  await site.repository.write(
    'content/news/plan.md',
    '---\nid: 3\ntitle: Plan B\nexcerpt: E.\ncategory: releases\n---\n\nText.\n',
  )
  await site.repository.commit('Another plan')
  const plan = await stream.changeOf('news', 3)
  expect(plan).toMatchObject({ title: 'Plan B', change: 'updated', message: 'Another plan' })
  expect(plan.at).toMatch(/^\d{4}-/)
  const from = stream.events.length
  await ada.call('DELETE', '/api/articles/2')
  expect(await stream.changeOf('articles', 2, from)).toMatchObject({
    title: 'Two',
    change: 'deleted',
    revision: null,
  })
  const made = await ada.call('POST', '/api/articles', {
    title: 'New',
    excerpt: 'E',
    content: 'T',
    category: 'mixing',
  })
  expect(await stream.changeOf('articles', Number(made.body.id))).toMatchObject({
    title: 'New',
    change: 'created',
  })
})

test('a file that is only moved was updated, not deleted', async () => {
  using stream = await listen()
  await site.repository.git('mv', 'content/articles/one.md', 'content/articles/moved.md')
  await site.repository.commit('Move')
  expect(await stream.changeOf('articles', 1)).toMatchObject({ change: 'updated' })
})

test('the stream ends with its session', async () => {
  const own = await signIn(site)
  using stream = await listen(own.cookie)
  await own.call('POST', '/api/auth/logout')
  await ada.call('PATCH', '/api/articles/1', { excerpt: 'Not for the signed out.' })
  await eventually(async () => stream.ended())
  expect(stream.events.filter(({ kind }) => kind === 'change')).toEqual([])
})

const here = (items: ReadonlyArray<number>, paragraph: number | null = null) => ({
  tab: 'tab of ben',
  open: items.map((item) => ({
    kind: 'articles',
    item: String(item),
    editing: false,
    at: paragraph === null ? null : { article: null, paragraph },
  })),
})

test('people see who else has something open and where, until it is left', async () => {
  const ben = await inviteAdministrator(ada, 'ben')
  const sign = (body: object, Cookie = ben) => ada.call('POST', '/api/presence', body, { Cookie })
  using adas = await listen()
  using bens = await listen(ben)
  expect((await sign(here([1]))).body).toEqual({ here: true })
  await adas.shows('ben has this open')
  await sign(here([1], 3))
  await adas.shows('ben is editing, paragraph 3')
  using late = await listen()
  await late.shows('ben is editing, paragraph 3')
  const { cookie } = await logIn(site)
  await sign({ ...here([2]), tab: 'tab of ada' }, cookie)
  await adas.shows('ben is editing, paragraph 3; You have this open on another device')
  await bens.shows('ada has this open')
  await sign({ ...here([]), tab: 'tab of ada' }, cookie)
  await bens.shows('')
  await sign(here([]))
  await adas.shows('')
  await ada.call('POST', '/api/auth/logout', {}, { Cookie: ben })
  expect((await sign(here([1]))).status).toBe(401)
  await sign({ ...here([2]), tab: 'tab of ada' }, cookie)
  await adas.shows('You have this open on another device')
})

test('no user opens streams without end', async () => {
  const streams = []
  for (let count = 0; count <= 20 * serversPerSite; count++) streams.push(await listen())
  expect(streams.filter((stream) => stream.status() === 200).length).toBeLessThanOrEqual(
    20 * serversPerSite,
  )
  expect(streams.at(-1)?.status()).toBe(503)
  for (const stream of streams) stream[Symbol.dispose]()
  await eventually(async () => {
    using stream = await listen()
    return stream.status() === 200
  })
})

test('a stopping server ends its streams and does not wait for them', async () => {
  using stream = await listen()
  await site.stop()
  await eventually(async () => stream.ended())
  await site.restart()
})
