import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask, post } from './http-client.ts'
import {
  articleFile,
  eventually,
  type RunningSite,
  runningSite,
  serversPerSite,
  siteEnvironment,
  siteProcess,
} from './running-site.ts'
import { startHere } from './site-here.ts'
import { storedTexts } from './stored-data.ts'

const password = 'three quiet faders'

interface Answer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers of any form
  body: any
  headers: Headers
  cookie: string | null
}

async function call(
  site: RunningSite,
  method: string,
  address: string,
  options: { body?: unknown; cookie?: string | null; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const response = await fetch(site.url + address, {
    method,
    headers: {
      // Each request may come to another server.
      Connection: 'close',
      ...(options.body !== undefined && { 'Content-Type': 'application/json' }),
      ...(options.cookie && { Cookie: options.cookie }),
      ...options.headers,
    },
    ...(options.body !== undefined && { body: JSON.stringify(options.body) }),
  })
  const text = await response.text()
  return {
    status: response.status,
    body: text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text,
    headers: response.headers,
    cookie: response.headers.get('set-cookie')?.split(';')[0] ?? null,
  }
}

const setupCode = (site: RunningSite) => /\/auth\?code=([\w-]+)/.exec(site.output())?.[1] ?? ''
const signIn = (site: RunningSite, username: string, secret = password, headers = {}) =>
  call(site, 'POST', '/api/auth/login', { body: { username, password: secret }, headers })

const files = { 'articles/2026/one.md': articleFile() }

/** A site without accounts; resolves when it has printed how the first administrator registers. */
async function freshSite() {
  const site = await runningSite({ files })
  await eventually(async () => setupCode(site) !== '')
  return site
}

const register = (
  site: RunningSite,
  username: string,
  code?: string,
  cookie: string | null = null,
) => call(site, 'POST', '/api/auth/register', { cookie, body: { username, password, code } })

async function siteWithAnn() {
  const site = await freshSite()
  return { site, ann: (await register(site, 'ann', setupCode(site))).cookie }
}

/** A site of Ann for the tests that leave her password and her session as they are. */
let site: RunningSite
let ann: string | null
beforeAll(async () => {
  ;({ site, ann } = await siteWithAnn())
})
afterAll(() => site[Symbol.asyncDispose]())

test('only the first user registers with the setup code, everybody later with an invitation that works once', async () => {
  await using site = await freshSite()
  expect((await register(site, 'eve')).body).toEqual({ message: 'Registration is closed' })
  const first = await register(site, 'ann', setupCode(site))
  expect([first.status, first.body]).toEqual([
    201,
    { user: { id: 1, username: 'ann', name: '', email: '', role: 'owner' } },
  ])
  expect((await register(site, 'eve', setupCode(site))).status).toBe(403)

  const invitation = await call(site, 'POST', '/api/auth/invitations', { cookie: first.cookie })
  expect(invitation.status).toBe(201)
  expect(invitation.body.url).toContain(`/auth?code=${invitation.body.code}`)
  const second = await register(site, 'bob', invitation.body.code)
  expect(second.body.user).toMatchObject({ id: 2, username: 'bob' })
  expect((await register(site, 'cy', invitation.body.code)).status).toBe(403)
  expect(
    (await call(site, 'GET', '/api/users', { cookie: second.cookie })).body.map(
      (user: { username: string }) => user.username,
    ),
  ).toEqual(['ann', 'bob'])
})

test('the status contains the user, and a sign-out ends the session permanently', async () => {
  const { cookie } = await signIn(site, 'ann')
  expect((await call(site, 'GET', '/api/auth/status')).body).toEqual({
    isLoggedIn: false,
    user: null,
  })
  expect((await call(site, 'GET', '/api/auth/status', { cookie })).body).toEqual({
    isLoggedIn: true,
    user: { id: 1, username: 'ann', name: '', email: '', role: 'owner' },
  })
  expect((await call(site, 'POST', '/api/auth/logout', { cookie })).body).toEqual({ ok: true })
  expect((await call(site, 'GET', '/api/auth/status', { cookie })).body.isLoggedIn).toBe(false)
  expect((await call(site, 'GET', '/api/users', { cookie })).status).toBe(401)
  expect((await call(site, 'POST', '/api/auth/logout')).body).toEqual({ ok: true })
})

test('a sign-in or a registration ends the session that the browser had, and no other', async () => {
  const isSignedIn = async (cookie: string | null) =>
    (await call(site, 'GET', '/api/auth/status', { cookie })).body.isLoggedIn
  const [first, elsewhere] = [
    (await signIn(site, 'ann')).cookie,
    (await signIn(site, 'ann')).cookie,
  ]
  const wrong = await call(site, 'POST', '/api/auth/login', {
    cookie: first,
    body: { username: 'ann', password: 'no' },
  })
  expect([wrong.status, await isSignedIn(first)]).toEqual([401, true])
  const second = (await signIn(site, 'ann', password, { Cookie: first ?? '' })).cookie
  expect([await isSignedIn(first), await isSignedIn(second), await isSignedIn(elsewhere)]).toEqual([
    false,
    true,
    true,
  ])
  const { code } = (await call(site, 'POST', '/api/auth/invitations', { cookie: second })).body
  const registerAs = (username: string) => register(site, username, code, second)
  // A name is taken in every form of its letters, and is found by them.
  expect((await registerAs('ＡＮＮ')).body.issues).toEqual([
    { path: 'username', message: 'This user name is taken.' },
  ])
  expect((await signIn(site, 'ａｎｎ')).status).toBe(200)
  // A Latin letter too, but another one.
  expect((await registerAs('ɑnn')).body.issues).toEqual([
    { path: 'username', message: 'This user name reads like that of another administrator.' },
  ])
  const zoe = await registerAs('zoe')
  expect([zoe.status, await isSignedIn(second), await isSignedIn(zoe.cookie)]).toEqual([
    201,
    false,
    true,
  ])
  // An administrator ends all sessions of another one, and not their own this way.
  const { id } = zoe.body.user
  const remove = (what: string) => call(site, 'DELETE', `/api/users/${what}`, { cookie: elsewhere })
  expect((await remove(`${id}/sessions`)).body).toEqual({ ended: 1 })
  expect([await isSignedIn(zoe.cookie), await isSignedIn(elsewhere)]).toEqual([false, true])
  expect((await remove('1/sessions')).status).toBe(409)
  expect((await remove('99/sessions')).status).toBe(404)
  expect((await remove(id)).status).toBe(200)
})

test('the cookie is limited to this site and its server', async () => {
  const { headers } = await signIn(site, 'ANN')
  expect(headers.get('set-cookie')).toMatch(
    /^session-notes=[^;]+; Max-Age=604800; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/,
  )
  expect(headers.get('cache-control')).toBe('private, no-store')
})

test('a damaged cookie is no session on any call, and is removed', async () => {
  const value = ann?.slice('session-notes='.length) ?? ''
  const parts = decodeURIComponent(value).split('*')
  const withPart = (at: number, part: string) =>
    parts.map((old, index) => (index === at ? part : old)).join('*')
  const random = (length: number) =>
    Buffer.from(Array.from({ length }, (_, at) => (at * 151 + length) % 256)).toString('base64url')
  const damaged: Record<string, string> = {
    'another prefix': withPart(0, 'Fe27.2'),
    'another version of the seal': withPart(0, 'Fe26.1'),
    'another version of the package': decodeURIComponent(value).replace(/~2$/, '~1'),
    'no version of the package': decodeURIComponent(value).replace(/~2$/, ''),
    'another password id': withPart(1, '99'),
    'a wrong salt': withPart(2, random(32)),
    'a wrong vector': withPart(3, random(16)),
    'a vector of another length': withPart(3, random(3)),
    'another text': withPart(4, random(200)),
    'a text that is no base64': withPart(4, '!!!'),
    'a time that has passed': withPart(5, '1'),
    'a time that is none': withPart(5, 'x'),
    'a wrong signature': withPart(7, random(32)),
    'one letter replaced': `${value.slice(0, 60)}${value[60] === 'A' ? 'B' : 'A'}${value.slice(61)}`,
    'too few parts': 'Fe26.2*1*abc',
    'too many parts': decodeURIComponent(value).replace(/~2$/, '*x~2'),
    'only separators': '*******',
    'the name of a property': '__proto__',
    empty: '',
    'not decodable': '%zz%ff',
    'encoded bytes that are no UTF-8': '%ff%fe%00',
    'bytes that are no UTF-8': '\xff\xfe\xe4',
    'half of it': value.slice(0, value.length / 2),
    huge: 'a'.repeat(7000),
    'random bytes': random(300),
    JSON: encodeURIComponent('{"id":"x","secret":"y"}'),
  }
  for (const cut of [1, 30, value.length - 1]) damaged[`cut at ${cut}`] = value.slice(0, cut)
  for (const [what, cookie] of Object.entries(damaged))
    for (const [method, address, status] of [
      ['GET', '/api/auth/status', 200],
      ['GET', '/api/users', 401],
      ['GET', '/admin', 302],
      ['GET', '/api/articles', 200],
      ['POST', '/api/auth/logout', 200],
    ] as const) {
      const answer = await ask(site.url, address, {
        method,
        headers: { Cookie: `session-notes=${cookie}` },
      })
      expect([what, address, answer.status]).toEqual([what, address, status])
      const cleared = answer.headers['set-cookie']?.every((line) =>
        /^session-notes=;.* Expires=Thu, 01 Jan 1970/.test(line),
      )
      expect([what, address, cleared]).toEqual([what, address, true])
    }
  expect(site.output()).not.toMatch(/"level":[56]0/)
})

test('of several cookies with the same name the valid one counts, and none is removed', async () => {
  for (const cookie of [
    `session-notes=; ${ann}`,
    `session-notes=Fe27.2*x; ${ann}; session-notes=y`,
    `other=1; session-notes-x=2; ${ann}`,
    `session-notes; ${ann}`,
  ]) {
    const { body, headers } = await call(site, 'GET', '/api/auth/status', { cookie })
    expect([cookie.slice(0, 20), body.isLoggedIn, headers.get('set-cookie')]).toEqual([
      cookie.slice(0, 20),
      true,
      null,
    ])
  }
})

test('a session survives a restart, and an HTTPS site has its own cookie', async () => {
  await site.restart()
  expect((await call(site, 'GET', '/api/auth/status', { cookie: ann })).body.isLoggedIn).toBe(true)
  await site.restart({ SITE_URL: 'https://notes.example' })
  const { headers } = await signIn(site, 'ann')
  expect(headers.get('set-cookie')).toMatch(/^__Host-session=.*; Secure/)
  await site.restart()
})

test('secrets rotate without signing anybody out', async () => {
  const [old, fresh] = ['o'.repeat(32), 'n'.repeat(32)]
  const env = { ADMIN_USERNAME: 'ann', ADMIN_PASSWORD: password, SESSION_SECRET: old }
  await using site = await runningSite({ files, env })
  const { cookie } = await signIn(site, 'ann')
  await site.restart({ SESSION_SECRET: `${fresh},${old}` })
  expect((await call(site, 'GET', '/api/auth/status', { cookie })).body.isLoggedIn).toBe(true)
  await site.restart({ SESSION_SECRET: fresh })
  expect((await call(site, 'GET', '/api/auth/status', { cookie })).body.isLoggedIn).toBe(false)
})

/** A site behind a proxy, which names the address of each client. */
let throttled: RunningSite
beforeAll(async () => {
  throttled = await runningSite({
    files,
    env: { ADMIN_USERNAME: 'ann', ADMIN_PASSWORD: password, TRUST_PROXY: '1' },
  })
})
afterAll(() => throttled[Symbol.asyncDispose]())

test.each([
  [
    'address',
    ['192.0.2.1', '192.0.2.1', '192.0.2.1', '192.0.2.1', '192.0.2.1', '192.0.2.1'],
    '192.0.2.2',
  ],
  [
    'network of IPv6 addresses',
    [
      '2001:db8:1:2::1',
      '2001:db8:1:2::2',
      '2001:db8:1:2::3',
      '2001:db8:1:2::4',
      '2001:db8:1:2::5',
      '2001:db8:1:2::6',
    ],
    '2001:db8:1:3::6',
  ],
])(
  'five failures block an account for one %s for a while, and for no other',
  async (_, addresses, other) => {
    const site = throttled
    const from = (address = '') => ({ 'X-Forwarded-For': address })
    const message = 'The user name or the password is wrong.'
    for (const address of addresses.slice(0, 5)) {
      const wrong = await signIn(site, 'ann', 'wrong', from(address))
      expect([wrong.status, wrong.body.message]).toEqual([401, message])
    }
    const blocked = await signIn(site, 'ann', password, from(addresses[5]))
    expect(blocked.status).toBe(429)
    expect(Number(blocked.headers.get('retry-after'))).toBeGreaterThan(600)
    expect((await signIn(site, 'ann', password, from(other))).status).toBe(200)
    expect((await signIn(site, 'nobody', 'wrong', from(addresses[0]))).body.message).toBe(message)
  },
)

test('guesses for many accounts from one network are blocked soon, and a login from another network works meanwhile', async () => {
  const site = throttled
  // One login on a separate connection, all at once.
  const guess = (at: number) =>
    post(
      site.url,
      '/api/auth/login',
      { username: `name-${at}`, password: 'wrong' },
      { 'X-Forwarded-For': '203.0.113.1' },
    )
  const guesses = Array.from({ length: 60 }, (_, at) => guess(at))
  await Promise.race(guesses)
  const honest = await signIn(site, 'ann', password, { 'X-Forwarded-For': '198.51.100.7' })
  expect(honest.status).toBe(200)
  const answers = await Promise.all(guesses)
  const of = (status: number) => answers.filter((answer) => answer.status === status)
  expect(of(401).length).toBeGreaterThan(0)
  expect(of(401).length).toBeLessThanOrEqual(31)
  expect(of(401).length + of(429).length + of(503).length).toBe(60)
  for (const answer of [...of(429), ...of(503)]) {
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    expect(answer.text).toMatch(/Please try again in (a few|\d+) seconds\./)
  }
  // Continues one at a time until the network is limited; then no further password is checked.
  const later = []
  for (let at = 0; at < 40; at += 1) later.push((await guess(1000 + at)).status)
  expect(later.slice(-5)).toEqual([429, 429, 429, 429, 429])
  expect((await signIn(site, 'ann', password, { 'X-Forwarded-For': '198.51.100.7' })).status).toBe(
    200,
  )
})

test('when too many passwords wait, the next one gets 503 at once, which does not count as a failure', async () => {
  const site = throttled
  const from = (at: number) => ({ 'X-Forwarded-For': `203.0.${at >> 8}.${at & 255}` })
  const logins = await Promise.all(
    Array.from({ length: 100 * serversPerSite }, (_, at) =>
      post(site.url, '/api/auth/login', { username: 'ann', password: 'wrong' }, from(at)),
    ),
  )
  const full = logins.flatMap((answer, at) => (answer.status === 503 ? [{ answer, at }] : []))
  expect(full.length).toBeGreaterThan(0)
  expect(full.length + logins.filter(({ status }) => status === 401).length).toBe(logins.length)
  const { answer, at } = full[0]!
  expect(answer.headers['retry-after']).toBe('5')
  expect(JSON.parse(answer.text).message).toBe(
    'Many people are signing in just now. Please try again in a few seconds.',
  )
  const again = from(at)
  for (let attempt = 0; attempt < 5; attempt += 1)
    expect((await signIn(site, 'ann', 'wrong', again)).status).toBe(401)
  expect((await signIn(site, 'ann', password, again)).status).toBe(429)
})

test('sessions end one by one, all others and invitations with a new password, and those of a deleted user; a profile is saved', async () => {
  const { site, ann } = await siteWithAnn()
  await using _ = site
  const listed = (await signIn(site, 'ann', password, { 'User-Agent': 'Other browser' })).cookie
  const sessions = (await call(site, 'GET', '/api/auth/sessions', { cookie: ann })).body
  expect(sessions).toHaveLength(2)
  const foreign = sessions.find(
    (session: { userAgent: string }) => session.userAgent === 'Other browser',
  )
  expect(foreign.current).toBe(false)
  expect(
    (await call(site, 'DELETE', `/api/auth/sessions/${foreign.id}`, { cookie: ann })).status,
  ).toBe(200)
  const users = async (cookie: string | null) =>
    (await call(site, 'GET', '/api/users', { cookie })).status
  expect(await users(listed)).toBe(401)
  const setProfile = (name: string, email: string) =>
    call(site, 'PATCH', '/api/auth/profile', { cookie: ann, body: { name, email } })
  const profile = await setProfile('Ann B.', 'ann@example.org')
  expect(profile.body.user).toMatchObject({ name: 'Ann B.', email: 'ann@example.org' })
  expect((await setProfile('<b>', 'x')).status).toBe(422)

  const other = (await signIn(site, 'ann')).cookie
  const invite = () => call(site, 'POST', '/api/auth/invitations', { cookie: ann })
  const earlier = (await invite()).body.code
  const change = (currentPassword: string, newPassword: string) =>
    call(site, 'POST', '/api/auth/password', {
      cookie: ann,
      body: { currentPassword, newPassword },
    })
  const wrong = await change('no', 'another long one')
  expect([wrong.status, wrong.body.issues]).toEqual([
    422,
    [{ path: 'currentPassword', message: 'The current password is wrong.' }],
  ])
  const weak = await change(password, 'short')
  expect(weak.body.issues).toEqual([
    { path: 'newPassword', message: 'A password has at least 10 characters.' },
  ])
  expect((await change(password, 'another long one')).status).toBe(200)
  expect([await users(ann), await users(other)]).toEqual([200, 401])

  expect((await call(site, 'DELETE', '/api/users/1', { cookie: ann })).status).toBe(409)
  expect((await register(site, 'bob', earlier)).status).toBe(403)
  const bob = (await register(site, 'bob', (await invite()).body.code)).cookie
  expect((await call(site, 'DELETE', '/api/users/2', { cookie: ann })).body).toEqual({
    deleted: true,
    id: 2,
  })
  expect(await users(bob)).toBe(401)
})

test('writes from a foreign origin are refused', async () => {
  const foreign = { Origin: 'https://evil.example' }
  for (const address of [
    '/api/auth/login',
    '/api/auth/logout',
    '/api/auth/password',
    '/api/auth/invitations',
  ])
    expect(
      (await call(site, 'POST', address, { cookie: ann, headers: foreign, body: {} })).status,
    ).toBe(403)
  expect((await call(site, 'GET', '/api/auth/status', { cookie: ann })).body.isLoggedIn).toBe(true)
})

test('a second process on one data folder is refused in one sentence, until the first is killed', async () => {
  await using site = await siteProcess({ files })
  const second = startHere({ CONTENT_DIR: site.repository.path('content'), DATA_DIR: site.dataDir })
  await expect(second).rejects.toThrow(
    /^DATA_DIR .* is in use by the running process \d+; stop that one first\.$/,
  )
  await site.restart({}, 'SIGKILL')
  expect((await ask(site.url, '/api/health')).status).toBe(200)
})

test('user:create sets a password beside a running server, and stores no secret', async () => {
  const { site, ann } = await siteWithAnn()
  await using _ = site
  const create = async (secret: string) => {
    const child = spawn(process.execPath, ['--import', 'tsx', 'scripts/create-user.ts', 'ann'], {
      env: siteEnvironment(site.env),
      stdio: 'pipe',
    })
    let refusal = ''
    child.stderr.on('data', (text) => {
      refusal += text
    })
    child.stdin.end(`${secret}\n`)
    const [code] = await once(child, 'close')
    return { code, refusal }
  }
  expect(await create('football1234')).toEqual({
    code: 1,
    refusal: 'This password is easy to guess. Take several words that do not belong together.\n',
  })
  expect((await create('a password from a pipe')).code).toBe(0)
  expect((await call(site, 'GET', '/api/users', { cookie: ann })).status).toBe(401)
  const again = await signIn(site, 'ann', 'a password from a pipe')
  expect(again.status).toBe(200)
  const refused = await call(site, 'GET', '/api/record?outcome=refused', { cookie: again.cookie })
  expect(refused.body).toMatchObject([{ action: 'user-set', by: null, whom: null }])
  expect(await storedTexts(site, 'accounts')).not.toEqual([])
  expect(
    (await storedTexts(site, 'accounts')).filter((text) => text.includes('a password from a pipe')),
  ).toEqual([])
  expect(site.output()).not.toContain('a password from a pipe')
})
