import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fillDisk, freeDisk } from './full-disk.ts'
import { ask, post } from './http-client.ts'
import { multipart } from './multipart.ts'
import { articleFile, type SiteWithProcess, siteProcess } from './running-site.ts'
import { halves } from './sample-pictures.ts'
import { type Administrator, admin, inviteAdministrator, signIn } from './signed-in-site.ts'

interface Person {
  id: number
  email: string
  status: string
  unsubscribeUrl: string
}

const password = admin.ADMIN_PASSWORD
let site: SiteWithProcess
let ada: Administrator
let bob = ''
let people: Array<Person> = []
let invitation = ''

beforeAll(async () => {
  site = await siteProcess({
    files: { 'articles/2026/a.md': articleFile({ id: '1', title: 'A' }) },
    env: admin,
  })
  ada = await signIn(site)
  bob = await inviteAdministrator(ada, 'bob')
  await ada.call('PATCH', '/api/auth/profile', { name: 'Ada', email: 'ada@example.org' })
  for (const name of ['one', 'two', 'three'])
    await post(site.url, '/api/subscribe', { email: `${name}@example.org`, source: 'x' })
  people = await list()
  invitation = (await ada.call<{ code: string }>('POST', '/api/auth/invitations')).body.code
})
afterAll(() => site[Symbol.asyncDispose]())

const list = async () => (await ada.call<Array<Person>>('GET', '/api/subscribers')).body

/** The state that a rejected change must not affect. */
async function stands() {
  const get = async (path: string, cookie = ada.cookie) =>
    (await ada.call('GET', path, undefined, { Cookie: cookie })).body
  const withoutTimes = (sessions: unknown) =>
    (sessions as Array<{ id: string }>).map(({ id }) => id)
  return {
    people: (await list()).map(({ unsubscribeUrl, ...person }) => ({
      ...person,
      token: new URL(unsubscribeUrl).search,
    })),
    users: ((await get('/api/users')) as unknown as Array<{ username: string }>).map(
      ({ username }) => username,
    ),
    me: await get('/api/auth/status'),
    bob: await get('/api/auth/status', bob),
    sessions: withoutTimes(await get('/api/auth/sessions')),
    articles: await get('/api/articles'),
    media: await get('/api/media'),
  }
}

const call =
  (method: string, path: string, body?: unknown, headers = {}) =>
  () =>
    ada.call(method, path, body, headers)
const asBob = (method: string, path: string, body?: unknown) => () =>
  ada.call(method, path, body, { Cookie: bob })
const asVisitor = (method: string, path: string, body?: unknown) => () =>
  ada.call(method, path, body, { Cookie: '' })
const idOf = (name: string) => people.find(({ email }) => email.startsWith(name))?.id
const article = { title: 'B', excerpt: 'E', category: 'mixing', content: 'Text.' }

const changes: ReadonlyArray<
  readonly [name: string, change: () => Promise<{ status: number; body: unknown }>]
> = [
  [
    'a new password',
    call('POST', '/api/auth/password', {
      currentPassword: password,
      newPassword: 'four loud faders',
    }),
  ],
  ['a profile', call('PATCH', '/api/auth/profile', { name: 'Eve', email: 'eve@example.org' })],
  ['a sign-out', asBob('POST', '/api/auth/logout')],
  ['a sign-in', asVisitor('POST', '/api/auth/login', { username: 'ada', password })],
  ['an invitation', call('POST', '/api/auth/invitations')],
  [
    'a registration',
    () =>
      asVisitor('POST', '/api/auth/register', { username: 'eve', password, code: invitation })(),
  ],
  ['a deleted user', call('DELETE', '/api/users/2')],
  [
    'an ended session',
    async () => {
      const [, other] = (await ada.call<Array<{ id: string }>>('GET', '/api/auth/sessions')).body
      return ada.call('DELETE', `/api/auth/sessions/${other?.id}`)
    },
  ],
  [
    'a subscription',
    asVisitor('POST', '/api/subscribe', { email: 'new@example.org', source: 'x' }),
  ],
  ['somebody added', call('POST', '/api/subscribers', { email: 'added@example.org' })],
  [
    'an import',
    call('POST', '/api/subscribers/import', 'email\nimported@example.org\n', {
      'Content-Type': 'text/csv',
    }),
  ],
  ['somebody erased', () => ada.call('DELETE', `/api/subscribers/${idOf('one')}`)],
  ['a new article', call('POST', '/api/articles', article)],
  ['a changed article', call('PATCH', '/api/articles/1', { title: 'Changed' })],
  [
    'an upload',
    async () => {
      const { body, headers } = multipart([
        { filename: 'a.png', bytes: await halves(40, 20).png().toBuffer() },
      ])
      const answer = await ask(site.url, '/api/media', {
        method: 'POST',
        headers: { ...headers, Cookie: ada.cookie },
        body,
      })
      return { status: answer.status, body: JSON.parse(answer.text) }
    },
  ],
]

test.each(changes)(
  'on a full disk %s is refused in one sentence, and has no effect',
  async (_name, change) => {
    // Another session of the same user, which could be ended.
    await signIn(site)
    const before = await stands()
    fillDisk(site)
    let refusal: { status: number; body: unknown }
    try {
      refusal = await change()
      expect(await stands()).toEqual(before)
    } finally {
      freeDisk(site)
    }
    expect([507, 503]).toContain(refusal.status)
    expect((refusal.body as { message: string }).message).toMatch(/^[A-Z][^{}\n]*\.$/)
    expect(await stands()).toEqual(before)
  },
)

test('on a full disk an unsubscribe link reports an error, and works when there is room', async () => {
  const { pathname, search } = new URL(people[1]?.unsubscribeUrl ?? '')
  const leave = () => ask(site.url, pathname + search, { method: 'POST' })
  fillDisk(site)
  const answer = await leave()
  expect(answer.status).toBe(503)
  expect(answer.text).toMatch(/^[^<>]*\.\n$/)
  freeDisk(site)
  expect((await list()).find(({ id }) => id === people[1]?.id)?.status).toBe('active')
  expect((await leave()).status).toBe(200)
  expect((await list()).find(({ id }) => id === people[1]?.id)?.status).toBe('unsubscribed')
})

test('an erasure is confirmed only when no file has the address; nothing rejected appears at the next start, and all works when there is room', async () => {
  const stored = () =>
    readdirSync(site.dataDir)
      .filter((name) => name.includes('subscribers'))
      .map((name) => readFileSync(`${site.dataDir}/${name}`, 'utf8'))
      .join('')
  const csv = ['email', ...Array.from({ length: 20 }, (_, at) => `other${at}@example.org`)].join(
    '\n',
  )
  await ada.call('POST', '/api/subscribers/import', csv, { 'Content-Type': 'text/csv' })
  // There is room for a short file, but not for the whole list.
  fillDisk(site, 2000)
  const refused = await ada.call('DELETE', `/api/subscribers/${idOf('three')}`)
  expect([refused.status, stored().includes('three@')]).toEqual([507, true])
  expect((await list()).some(({ email }) => email === 'three@example.org')).toBe(true)
  freeDisk(site)
  const erased = await ada.call('DELETE', `/api/subscribers/${idOf('three')}`)
  expect([erased.status, erased.body.deleted, stored().includes('three@')]).toEqual([
    200,
    true,
    false,
  ])

  const { code } = (await ada.call<{ code: string }>('POST', '/api/auth/invitations')).body
  const before = await stands()
  fillDisk(site)
  for (const [, change] of changes) await change()
  await site.restart({}, 'SIGKILL')
  expect(await stands()).toEqual(before)
  expect((await list()).some(({ email }) => email === 'three@example.org')).toBe(false)
  expect(
    (
      await asVisitor('POST', '/api/auth/login', {
        username: 'ada',
        password: 'four loud faders',
      })()
    ).status,
  ).toBe(401)
  expect(
    (await asVisitor('POST', '/api/auth/register', { username: 'fay', password, code })()).status,
  ).toBe(201)
  expect(
    (await asVisitor('POST', '/api/subscribe', { email: 'later@example.org', source: 'x' })())
      .status,
  ).toBe(200)
})
