import { request } from 'node:http'
import { afterAll, expect, test } from 'vitest'
import { scopeOf } from '../src/contract/call.ts'
import { callList } from '../src/contract/calls.ts'
import { type Answer, ask, untilRefused } from './http-client.ts'
import { articleFile } from './running-site.ts'
import {
  type Administrator,
  admin,
  inviteAdministrator,
  logIn,
  signIn,
  siteWithAdministrator,
} from './signed-in-site.ts'
import { siteWithClock } from './site-with-clock.ts'
import { storedTexts } from './stored-data.ts'

const site = await siteWithAdministrator({
  'articles/2026/one.md': articleFile({ id: '1', title: 'Shown', publishedAt: '2026-01-01' }),
  'articles/2026/two.md': articleFile({ id: '2', title: 'Hidden', draft: 'true' }),
})
afterAll(() => site[Symbol.asyncDispose]())
const ada = await signIn(site)

interface Made {
  id: string
  token: string
}
async function tokenOf(person: Administrator, scope: string, days = 30): Promise<Made> {
  const { status, body } = await person.call<Made & Record<string, unknown>>(
    'POST',
    '/api/auth/tokens',
    { name: `To ${scope}`, scope, days },
  )
  expect(status).toBe(201)
  return body
}
const bearer = (token: string) => ({ Authorization: `Bearer ${token}` })
const read = (token: string, headers = {}) =>
  ask(site.url, '/api/articles/2', { headers: { ...bearer(token), ...headers } })
const json = { 'Content-Type': 'application/json' }

/** The status of an answer; its body, which may be an endless stream, is not read. */
function statusOf(url: string, method: string, headers: Record<string, string>): Promise<number> {
  const body = method === 'GET' ? '' : '{}'
  return new Promise((resolve, reject) => {
    const all = { ...json, 'Content-Length': String(body.length), ...headers }
    const asking = request(url, { method, headers: all }, (answer) => {
      resolve(answer.statusCode ?? 0)
      answer.destroy()
    })
    asking.on('error', reject)
    asking.end(body)
  })
}

/** Calls that are answered before anybody asks who makes them, each with the reason. */
const forAnybody: Readonly<Record<string, string>> = {
  'POST /api/hooks/git': 'has a signature of its own',
}

test('every call is open to visitors, sessions, and tokens of each scope as the table says', async () => {
  const bob = await inviteAdministrator(ada, 'bob')
  const tokens = { read: await tokenOf(ada, 'read'), write: await tokenOf(ada, 'write') }
  const callers: Record<string, Record<string, string>> = {
    visitor: {},
    user: { Cookie: bob },
    read: bearer(tokens.read.token),
    write: bearer(tokens.write.token),
  }
  // Signing out ends the session of the walk.
  const walk = callList
    // Where a server listens by itself, this one is answered before there is an application.
    .filter(({ path }) => path !== '/api/ready')
    .toSorted((one, other) => +isLast(one.path) - +isLast(other.path))
  const found: Record<string, unknown> = {}
  const wanted: Record<string, unknown> = {}
  for (const call of walk) {
    const key = `${call.method} ${call.path}`
    const address = call.path.replace('{path}', 'no-page').replace(/\{\w+\}/g, '999')
    const scope = scopeOf(call.method, call)
    for (const [caller, headers] of Object.entries(callers)) {
      const status = await statusOf(site.url + address, call.method, headers)
      found[`${key} by ${caller}`] = status === 401 || status === 403 ? status : 'open'
      wanted[`${key} by ${caller}`] = 'open'
      if (caller === 'visitor' && call.who !== 'everybody') wanted[`${key} by visitor`] = 401
      const isRefused = scope === null || (scope === 'write' && caller === 'read')
      if (caller in tokens && isRefused && !(key in forAnybody)) wanted[`${key} by ${caller}`] = 403
    }
  }
  expect(found).toEqual(wanted)
})

const isLast = (path: string) => path === '/api/auth/logout'

test('no call about people, accounts, mails or the server is open to a token', () => {
  const people =
    /^\/api\/(auth|users|subscri|draft|record|import|sending|dashboard|events|sync|hooks|health|content\/)/
  const open = callList.filter((call) => scopeOf(call.method, call) !== null)
  expect(open.filter(({ path }) => people.test(path))).toEqual([])
  expect(open.length).toBeGreaterThan(50)
  const reading = open.filter((call) => scopeOf(call.method, call) === 'read')
  expect(reading.filter(({ method }) => method !== 'GET')).toEqual([])
})

test('a program writes with its token alone, in the name of the person', async () => {
  await ada.call('PATCH', '/api/auth/profile', { name: 'Ada L', email: 'ada@example.org' })
  const { token } = await tokenOf(ada, 'write')
  const made = await ask(site.url, '/api/articles', {
    method: 'POST',
    headers: { ...json, ...bearer(token), Origin: 'https://elsewhere.example' },
    body: JSON.stringify({ title: 'By a program', excerpt: 'E', content: 'x', category: 'mixing' }),
  })
  expect(made.status).toBe(201)
  expect(await site.repository.git('log', '-1', '--format=%an %ae')).toBe('Ada L ada@example.org\n')
})

test('a request with a token has nothing of the cookie beside it', async () => {
  const { token } = await tokenOf(ada, 'read')
  const { cookie: Cookie } = ada
  const answers: Array<Answer> = [
    await read(token),
    await read('', { Cookie }),
    await read('snotes_wrong', { Cookie }),
    await ask(site.url, '/api/articles/2', {
      method: 'DELETE',
      headers: { ...json, 'Content-Length': '2', ...bearer(token), Cookie },
      body: '{}',
    }),
    await ask(site.url, '/admin', { headers: { ...bearer(token), Cookie } }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([200, 401, 401, 403, 302])
  expect(answers[0]?.headers).toMatchObject({
    vary: expect.stringContaining('Authorization'),
    'cache-control': 'private, no-store',
  })
})

test('a token is shown once, stored as a hash, and its use is listed', async () => {
  const { id, token } = await tokenOf(ada, 'read')
  expect(token).toMatch(/^snotes_[\w-]{43}$/)
  await read(token)
  const { body } = await ada.call<Array<Record<string, unknown>>>('GET', '/api/auth/tokens')
  const listed = body.find((one) => one.id === id)
  expect(listed).toMatchObject({ name: 'To read', scope: 'read', lastUsedAt: expect.any(String) })
  expect(JSON.stringify(body)).not.toContain(token)
  expect((await storedTexts(site, 'accounts')).join('\n')).not.toContain(token.slice(7))
  expect(site.output()).not.toContain(token.slice(7))
})

test('a token stops at once when it is ended, and with a new password or the person', async () => {
  const [ended, ofPassword] = [await tokenOf(ada, 'read'), await tokenOf(ada, 'read')]
  const Cookie = await inviteAdministrator(ada, 'eve')
  const eve: Administrator = {
    cookie: Cookie,
    call: (method, path, body, headers) => ada.call(method, path, body, { Cookie, ...headers }),
  }
  const ofEve = await tokenOf(eve, 'write')
  expect((await read(ofEve.token)).status).toBe(200)
  // Nobody ends the token of somebody else.
  const path = `/api/auth/tokens/${ended.id}`
  expect((await eve.call('DELETE', path)).status).toBe(404)
  expect((await ada.call('DELETE', path)).status).toBe(200)
  expect((await read(ended.token)).status).toBe(401)

  const { body: users } = await ada.call<Array<{ id: number; username: string }>>(
    'GET',
    '/api/users',
  )
  const { id } = users.find(({ username }) => username === 'eve') ?? { id: 0 }
  expect((await ada.call('DELETE', `/api/users/${id}`)).status).toBe(200)
  expect((await read(ofEve.token)).status).toBe(401)

  const [currentPassword, newPassword] = [admin.ADMIN_PASSWORD, 'a wholly other passphrase 7']
  const changed = await ada.call('POST', '/api/auth/password', { currentPassword, newPassword })
  expect(changed.status).toBe(200)
  expect((await read(ofPassword.token)).status).toBe(401)
  await ada.call('POST', '/api/auth/password', {
    currentPassword: newPassword,
    newPassword: currentPassword,
  })
})

test('wrong tokens are limited as wrong passwords are, and a right one beside them works', async () => {
  await using clocked = await siteWithClock()
  const { token } = await tokenOf(await logIn(clocked), 'read')
  const list = (given: string) => ask(clocked.url, '/api/articles', { headers: bearer(given) })
  const answers = await untilRefused((at) => list(`snotes_${at}`))
  const refused = answers.find(({ status }) => status === 429)
  expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0)
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401, 429]))
  expect((await list(token)).status).toBe(200)
})

test('one token has a limit of calls, and another one is not affected', async () => {
  const [busy, other] = [await tokenOf(ada, 'read'), await tokenOf(ada, 'read')]
  const answers = await untilRefused(() => read(busy.token))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 429]))
  expect((await read(other.token)).status).toBe(200)
})

test('a token works until its last moment', async () => {
  await using clocked = await siteWithClock()
  const person = await logIn(clocked)
  const { token } = await tokenOf(person, 'read', 1)
  const ofToken = () => ask(clocked.url, '/api/articles', { headers: bearer(token) })
  clocked.pass(24 * 60 - 1)
  expect((await ofToken()).status).toBe(200)
  clocked.pass(1)
  expect((await ofToken()).status).toBe(401)
})
