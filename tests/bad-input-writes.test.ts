import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { z } from 'zod'
import { type AddressedCall as Call, errorAnswer, errorsOf } from '../src/contract/call.ts'
import { callList as calls } from '../src/contract/calls.ts'
import { type Answer, ask, post } from './http-client.ts'
import { randomText } from './random-text.ts'
import { articleFile, type RunningSite } from './running-site.ts'
import { type Administrator, admin, signIn, siteWithAdministrator } from './signed-in-site.ts'

let site: RunningSite
let ada: Administrator
let commit = ''
const head = async () => (await site.repository.git('rev-parse', 'HEAD')).trim()

beforeAll(async () => {
  site = await siteWithAdministrator({
    'site.yaml': 'name: Test Notes\ntagline: T\ndescription: D\ndisclaimer: X\nabout: A\n',
    'articles/2026/first.md': articleFile({ id: '1', title: 'First' }),
    'news/2026/item.md':
      '---\nid: 1\ntitle: Item\nexcerpt: E\npublishedAt: 2026-01-02\n---\nText.\n',
    'newsletters/2026/001-issue.md':
      '---\nid: 1\ntitle: Issue\npublishedAt: 2026-01-02\n---\nText.\n',
  })
  ada = await signIn(site)
})
afterAll(() => site[Symbol.asyncDispose]())
beforeEach(async () => {
  commit = await head()
})
afterEach(async () => {
  expect(await head()).toBe(commit)
  expect(await site.repository.git('status', '--porcelain')).toBe('')
  expect((await ada.call('GET', '/api/auth/status')).body.isLoggedIn).toBe(true)
})

/** Write calls with a JSON body, at addresses with existing data. */
const writes = calls.filter(({ method, body, form }) => method !== 'GET' && body && !form)

function send(
  call: Call,
  body: string,
  headers: Record<string, string> = {},
  id = '1',
): Promise<Answer> {
  return ask(site.url, call.path.replace(/\{\w+\}/g, id), {
    method: call.method,
    headers: {
      Cookie: ada.cookie,
      'Content-Type': 'application/json',
      'Content-Length': String(Buffer.byteLength(body)),
      ...headers,
    },
    body,
  })
}

/**
 * Expects an error message that a person understands and that reveals nothing about the machine.
 */
function expectRefusal(call: Call, answer: Answer, ...statuses: Array<number>) {
  const documented = errorsOf(call) as Array<number>
  expect([call.method, call.path, answer.status, statuses.includes(answer.status)]).toEqual([
    call.method,
    call.path,
    answer.status,
    true,
  ])
  expect(documented).toContain(answer.status)
  expect(answer.headers['content-type']).toMatch(/^application\/json/)
  expect(errorAnswer.safeParse(JSON.parse(answer.text)).error).toBeUndefined()
  expect(JSON.parse(answer.text).message).toMatch(/^[A-Z].*\w/)
  expect(answer.text).not.toMatch(/at .*\.(js|ts|mjs):\d|node_modules|\/tmp\//)
}

/** What every call refuses in the same place, before its own schema. */
const noObjects = ['{"title":', '"text"', 'null', "{'a': 1}", '\0', '{"a":1}}', '[]', '[{}]']
const otherKinds: Array<Record<string, string>> = [
  { 'Content-Type': 'application/xml' },
  { 'Content-Type': 'nonsense' },
  { 'Content-Type': 'application/json; charset=koi8' },
  { 'Content-Encoding': 'zip' },
  { 'Content-Encoding': 'gzip' },
]
const keys = ['nonsense', '__proto__', 'constructor', 'prototype', 'toString', '', 'role']
const values = [null, true, -1, 1e308, '', 'x'.repeat(2001), '\0', [], [[null]], { a: [] }]
/** A call for each limit of a body. */
const callOfLimit = new Map(writes.map((call) => [call.bodyLimit, call]))
const [anyCall] = writes as [Call]
const plain = JSON.stringify({ title: 'Unseen', revision: '0'.repeat(40) })

/**
 * A body with this value in every field. The unknown key prevents any write when the value is
 * valid.
 */
function bodyOf(call: Call, value: unknown): Record<string, unknown> {
  const fields = Object.keys((call.body as z.ZodObject).shape ?? {})
  return { ...Object.fromEntries(fields.map((key) => [key, value])), nonsense: value }
}

test('a body that is not a JSON object, of another kind, with a foreign key or too large is refused', async () => {
  for (const text of noObjects) expectRefusal(anyCall, await send(anyCall, text), 400, 422)
  for (const headers of otherKinds)
    expectRefusal(anyCall, await send(anyCall, plain, headers), 415, 400)
  for (const key of keys)
    expectRefusal(
      anyCall,
      await send(anyCall, `{${JSON.stringify(key)}: {"isAdmin": true}}`),
      422,
      400,
    )
  const tooLarge = JSON.stringify({ title: 'x'.repeat(16 * 1024 * 1024) })
  for (const call of callOfLimit.values()) {
    const answer = await send(call, tooLarge).catch(() => null)
    // The connection may close before the response is read.
    if (answer) expectRefusal(call, answer, 413)
  }
})

test('every write refuses a body of another kind, and one with an unknown key or wrong fields', async () => {
  for (const call of writes) {
    expectRefusal(call, await send(call, plain, { 'Content-Type': 'text/plain' }), 415, 400)
    expectRefusal(call, await send(call, '[]'), 422, 400)
    if (call.path === '/api/preview') continue
    expectRefusal(call, await send(call, '{"__proto__": {"isAdmin": true}}'), 422, 400)
    for (const value of [null, 'x'.repeat(2001), { a: [] }]) {
      const answer = await send(call, JSON.stringify(bodyOf(call, value)))
      expectRefusal(call, answer, 422, 400)
      expect(JSON.parse(answer.text).issues.length).toBeGreaterThan(0)
    }
  }
  expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined()
})

test.each(writes.map((call) => [`${call.method} ${call.path}`, call] as const))(
  'the schema of %s takes no wrong value, and names the fault',
  (_, call) => {
    for (const value of values) {
      const read = call.body?.safeParse(bodyOf(call, value))
      if (call.path !== '/api/preview') expect([value, read?.success]).toEqual([value, false])
      for (const { message } of read?.error?.issues ?? []) expect(message).toMatch(/^[A-Z].*\w/)
    }
  },
)

test.each([
  '..%2f..%2fetc%2fpasswd',
  '-1',
  '1.0',
  '0x1',
  '%201',
  '1%00',
  '%EF%BC%91',
  '__proto__',
  '99999999999999999999999',
])('no write accepts the id %s', async (id) => {
  const withId = calls.filter(({ method, path }) => method !== 'GET' && path.includes('{id}'))
  // How an id is read is one rule for all calls: each of them has it, and one is tried with every
  // id.
  for (const call of id === '0x1' ? withId : withId.slice(0, 1)) {
    const body = call.path.endsWith('/restore')
      ? { commit: 'a'.repeat(40) }
      : call.path.endsWith('/move')
        ? { slug: 'elsewhere' }
        : {}
    expectRefusal(call, await send(call, JSON.stringify(body), {}, id), 400, 404)
  }
})

test('an old version is named by a whole commit, never by a path or a name', async () => {
  for (const name of [
    'HEAD',
    'main',
    'HEAD~1',
    '..%2fHEAD',
    commit.slice(0, 12),
    `${commit}^`,
    '-n1',
    '--all',
  ]) {
    const path = `/api/articles/1/history/${name}`
    expect([path, (await ada.call('GET', path)).status]).toEqual([path, 422])
    expect(
      (await ada.call('POST', '/api/articles/1/restore', { commit: decodeURIComponent(name) }))
        .status,
    ).toBe(422)
  }
})

test('invalid headers of a write are refused', async () => {
  const rows: Array<[Record<string, string>, number]> = [
    [{ 'If-Match': '"HEAD"' }, 400],
    [{ 'If-Match': `"${'g'.repeat(40)}"` }, 400],
    [{ 'If-Match': `"${commit}", "${commit}"` }, 400],
    [{ 'Idempotency-Key': 'k'.repeat(201) }, 400],
    [{ 'Sec-Fetch-Site': 'cross-site' }, 403],
    [{ 'Sec-Fetch-Site': 'same-site' }, 403],
    [{ Origin: 'null' }, 403],
    [{ Origin: 'https://evil.example' }, 403],
    [{ Origin: `${site.url}.evil.example` }, 403],
    [{ Origin: 'http://localhost' }, 403],
  ]
  for (const [headers, status] of rows) {
    const reply = await ada.call('PATCH', '/api/articles/1', { title: 'Never' }, headers)
    expect([headers, reply.status]).toEqual([headers, status])
    expect(reply.body.message).toMatch(/\w/)
  }
})

test('without a session nothing is written, whatever the cookie says', async () => {
  for (const Cookie of [
    'session-notes=',
    `session-notes=${'A'.repeat(300)}`,
    'session-notes=%zz',
    'admin=1',
  ]) {
    const { status } = await send(anyCall, '{"title":', { Cookie })
    expect([anyCall.who, Cookie, status]).toEqual(['writer', Cookie, 401])
  }
})

test('a sign-in names the missing field, and does not tell which users exist', async () => {
  const issues = async (body: object) =>
    JSON.parse((await post(site.url, '/api/auth/login', body)).text).issues
  expect(await issues({})).toEqual([
    { path: 'username', message: 'Username is required' },
    { path: 'password', message: 'Password is required' },
  ])
  expect(await issues({ username: ' ', password: '' })).toEqual([
    { path: 'username', message: 'Username is required' },
    { path: 'password', message: 'Password is required' },
  ])
  const wrong = async (username: string) =>
    (await post(site.url, '/api/auth/login', { username, password: 'wrong' })).text
  expect(await wrong(admin.ADMIN_USERNAME)).toBe(await wrong('nobody'))
})

test.each([
  'limit=1e3x',
  'limit=2.5',
  'limit=5&limit=6',
  'sort=__proto__',
  'sort=',
  `q=${'x'.repeat(201)}`,
  'cursor=%00',
  `cursor=${Buffer.from('{"id":"x"}').toString('base64url')}`,
])('a list asked with %s is a bad request, for visitors and administrators', async (query) => {
  // Each list has the same parameters; one is tried with all queries.
  const lists = ['articles', 'news', 'newsletters', 'articles/category/all']
  for (const list of query === 'limit=2.5' ? lists : lists.slice(0, 1)) {
    const path = `/api/${list}?${query}`
    for (const headers of [{ Cookie: '' }, { Cookie: ada.cookie }])
      expect([path, (await ask(site.url, path, { headers })).status]).toEqual([path, 400])
  }
})

const texts = fc.oneof(
  // Plain words, so that a good part of the items is saved.
  { weight: 4, arbitrary: fc.stringMatching(/^[a-z]{3,9}( [a-z]{3,9}){0,3}$/) },
  fc.constantFrom(
    '',
    ' ',
    '---',
    '...',
    '# x',
    '<p>a</p>',
    '{{',
    '\0',
    '\ud800',
    '\u2028',
    '../..',
    'con',
    'mixing',
    '\r\n',
    '!!js',
    '&a *a',
  ),
  randomText({ maxLength: 30 }),
)
const item = fc.record(
  {
    title: texts,
    excerpt: texts,
    description: texts,
    content: texts,
    contentFormat: fc.constantFrom('markdown', 'html'),
    slug: texts,
    category: fc.constantFrom('mixing', 'Sound Design', 'news'),
    tags: fc.array(texts, { maxLength: 3 }),
    imageAlt: texts,
    metaDescription: texts,
    publishedAt: fc.constantFrom(null, '2026-01-01', '0001-01-01', '9999-12-31T23:59:59Z', 'x'),
    articles: fc.array(fc.record({ title: texts, excerpt: texts, content: texts }), {
      maxLength: 2,
    }),
  },
  { requiredKeys: ['title'] },
)
const dated = ['title', 'content', 'contentFormat', 'slug', 'imageAlt', 'publishedAt'] as const
const filed = [...dated, 'excerpt', 'category', 'tags', 'metaDescription'] as const
const fieldsOf = {
  articles: filed,
  news: filed,
  newsletters: [...dated, 'description', 'articles'],
} as const

/** Halves of surrogate pairs cannot be stored in a file. */
const inUtf8 = (text: string) => Buffer.from(text).toString()

/** A carriage return is a line end like any other. */
const inLines = (text: string) => text.replace(/\r\n?/g, '\n')

test('an item with any texts is rejected, or saved as a file that is read back as it was sent', async () => {
  let saved = 0
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('articles', 'news', 'newsletters'),
      item,
      async (type, sent) => {
        const fields = Object.entries(sent).filter(([key]) =>
          (fieldsOf[type] as ReadonlyArray<string>).includes(key),
        )
        const reply = await ada.call('PATCH', `/api/${type}/1`, Object.fromEntries(fields))
        expect([200, 409, 422]).toContain(reply.status)
        if (reply.status === 200) {
          saved += 1
          expect(inLines(String(reply.body.title))).toBe(inLines(inUtf8(sent.title.trim())))
          // An issue may have no opening; white space alone is dropped.
          if (sent.contentFormat === 'markdown' && sent.content?.trim())
            expect(String(reply.body.markdown).replace(/\n$/, '')).toBe(
              inUtf8(sent.content).replace(/\n$/, ''),
            )
        } else expect(reply.body.message).toMatch(/\w/)
      },
    ),
    { numRuns: 30, seed: 7 },
  )
  expect(saved).toBeGreaterThan(5)
  expect(JSON.parse((await ask(site.url, '/api/health')).text).contentProblems).toBe(0)
  expect(await site.repository.git('fsck', '--strict', '--no-dangling', '--no-progress')).toBe('')
  commit = await head()
})
