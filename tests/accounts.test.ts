import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { ask, post } from './http-client.ts'
import { articleFile, endedSite, eventually, type RunningSite, runningSite, siteEnvironment } from './running-site.ts'
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

/** A site without accounts; resolves when it has printed how the first administrator registers. */
async function freshSite(env: Record<string, string> = {}) {
  const site = await runningSite({ files: { 'articles/2026/one.md': articleFile() }, env })
  await eventually(async () => setupCode(site) !== '' || env.ADMIN_USERNAME !== undefined)
  return site
}

async function siteWithAnn() {
  const site = await freshSite()
  const { cookie } = await call(site, 'POST', '/api/auth/register', {
    body: { username: 'ann', password, code: setupCode(site) },
  })
  return { site, ann: cookie }
}

test('only the first user registers with the setup code, everybody later with an invitation that works once', async () => {
  await using site = await freshSite()
  expect((await call(site, 'POST', '/api/auth/register', { body: { username: 'eve', password } })).body).toEqual({
    message: 'Registration is closed',
  })
  const first = await call(site, 'POST', '/api/auth/register', {
    body: { username: 'ann', password, code: setupCode(site) },
  })
  expect([first.status, first.body]).toEqual([201, { user: { id: 1, username: 'ann', name: '', email: '' } }])
  expect(
    (await call(site, 'POST', '/api/auth/register', { body: { username: 'eve', password, code: setupCode(site) } }))
      .status,
  ).toBe(403)

  const invitation = await call(site, 'POST', '/api/auth/invitations', { cookie: first.cookie })
  expect(invitation.status).toBe(201)
  expect(invitation.body.url).toContain(`/auth?code=${invitation.body.code}`)
  const second = await call(site, 'POST', '/api/auth/register', {
    body: { username: 'bob', password, code: invitation.body.code },
  })
  expect(second.body.user).toMatchObject({ id: 2, username: 'bob' })
  expect(
    (await call(site, 'POST', '/api/auth/register', { body: { username: 'cy', password, code: invitation.body.code } }))
      .status,
  ).toBe(403)
  expect(
    (await call(site, 'GET', '/api/users', { cookie: second.cookie })).body.map(
      (user: { username: string }) => user.username,
    ),
  ).toEqual(['ann', 'bob'])
})

test('the status contains the user, and a sign-out ends the session permanently', async () => {
  const { site, ann } = await siteWithAnn()
  await using _ = site
  expect((await call(site, 'GET', '/api/auth/status')).body).toEqual({ isLoggedIn: false, user: null })
  expect((await call(site, 'GET', '/api/auth/status', { cookie: ann })).body).toEqual({
    isLoggedIn: true,
    user: { id: 1, username: 'ann', name: '', email: '' },
  })
  expect((await call(site, 'POST', '/api/auth/logout', { cookie: ann })).body).toEqual({ ok: true })
  expect((await call(site, 'GET', '/api/auth/status', { cookie: ann })).body.isLoggedIn).toBe(false)
  expect((await call(site, 'GET', '/api/users', { cookie: ann })).status).toBe(401)
  expect((await call(site, 'POST', '/api/auth/logout')).body).toEqual({ ok: true })
})

test('the cookie is limited to this site and its server, and cannot be forged', async () => {
  const { site, ann } = await siteWithAnn()
  await using _ = site
  const { headers } = await signIn(site, 'ANN')
  expect(headers.get('set-cookie')).toMatch(
    /^session-notes=[^;]+; Max-Age=604800; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/,
  )
  expect(headers.get('cache-control')).toBe('private, no-store')
  for (const cookie of [
    'session-notes=',
    'session-notes=Fe26.2*1*abc',
    `session-notes=${'a'.repeat(5000)}`,
    `${ann?.slice(0, 60)}A${ann?.slice(61)}`,
    'session-notes=%zz',
  ])
    expect((await call(site, 'GET', '/api/users', { cookie })).status).toBe(401)
})

test('a damaged cookie is no session on any call, and is removed', { tags: ['thorough'] }, async () => {
  const { site, ann } = await siteWithAnn()
  await using _ = site
  const value = ann?.slice('session-notes='.length) ?? ''
  const parts = decodeURIComponent(value).split('*')
  const withPart = (at: number, part: string) => parts.map((old, index) => (index === at ? part : old)).join('*')
  const random = (length: number) => randomBytes(length).toString('base64url')
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
  for (let cut = 1; cut < value.length; cut += 29) damaged[`cut at ${cut}`] = value.slice(0, cut)
  for (const [what, cookie] of Object.entries(damaged))
    for (const [method, address, status] of [
      ['GET', '/api/auth/status', 200],
      ['GET', '/api/users', 401],
      ['GET', '/admin', 302],
      ['GET', '/api/articles', 200],
      ['POST', '/api/auth/logout', 200],
    ] as const) {
      const answer = await ask(site.url, address, { method, headers: { Cookie: `session-notes=${cookie}` } })
      expect([what, address, answer.status]).toEqual([what, address, status])
      const cleared = answer.headers['set-cookie']?.every((line) =>
        /^session-notes=;.* Expires=Thu, 01 Jan 1970/.test(line),
      )
      expect([what, address, cleared]).toEqual([what, address, true])
    }
  expect(site.output()).not.toMatch(/"level":[56]0/)
})

test('of several cookies with the same name the valid one counts, and none is removed', async () => {
  const { site, ann } = await siteWithAnn()
  await using _ = site
  for (const cookie of [
    `session-notes=; ${ann}`,
    `session-notes=Fe27.2*x; ${ann}; session-notes=y`,
    `other=1; session-notes-x=2; ${ann}`,
    `session-notes; ${ann}`,
  ]) {
    const { body, headers } = await call(site, 'GET', '/api/auth/status', { cookie })
    expect([cookie.slice(0, 20), body.isLoggedIn, headers.get('set-cookie')]).toEqual([cookie.slice(0, 20), true, null])
  }
})

test('a session survives a restart, and an HTTPS site has its own cookie', async () => {
  const { site, ann } = await siteWithAnn()
  await using _ = site
  await site.restart()
  expect((await call(site, 'GET', '/api/auth/status', { cookie: ann })).body.isLoggedIn).toBe(true)
  await site.restart({ SITE_URL: 'https://notes.example' })
  const { headers } = await signIn(site, 'ann')
  expect(headers.get('set-cookie')).toMatch(/^__Host-session=.*; Secure/)
})

test('secrets rotate without signing anybody out', { tags: ['thorough'] }, async () => {
  const [old, fresh] = ['o'.repeat(32), 'n'.repeat(32)]
  await using site = await freshSite({ ADMIN_USERNAME: 'ann', ADMIN_PASSWORD: password, SESSION_SECRET: old })
  const { cookie } = await signIn(site, 'ann')
  await site.restart({ SESSION_SECRET: `${fresh},${old}` })
  expect((await call(site, 'GET', '/api/auth/status', { cookie })).body.isLoggedIn).toBe(true)
  await site.restart({ SESSION_SECRET: fresh })
  expect((await call(site, 'GET', '/api/auth/status', { cookie })).body.isLoggedIn).toBe(false)
})

test('five failures block an account for one address for a while, and for no other', async () => {
  await using site = await freshSite({ ADMIN_USERNAME: 'ann', ADMIN_PASSWORD: password, TRUST_PROXY: '1' })
  const from = (address: string) => ({ 'X-Forwarded-For': address })
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const wrong = await signIn(site, 'ann', 'wrong', from('203.0.113.1'))
    expect([wrong.status, wrong.body.message]).toEqual([401, 'The user name or the password is wrong.'])
  }
  const blocked = await signIn(site, 'ann', password, from('203.0.113.1'))
  expect(blocked.status).toBe(429)
  expect(Number(blocked.headers.get('retry-after'))).toBeGreaterThan(600)
  expect((await signIn(site, 'ann', password, from('203.0.113.2'))).status).toBe(200)
  expect((await signIn(site, 'nobody', 'wrong', from('203.0.113.1'))).body.message).toBe(
    'The user name or the password is wrong.',
  )
})

test('failures count for the whole network of an IPv6 address', async () => {
  await using site = await freshSite({ ADMIN_USERNAME: 'ann', ADMIN_PASSWORD: password, TRUST_PROXY: '1' })
  const from = (end: string) => ({ 'X-Forwarded-For': `2001:db8:1:2::${end}` })
  for (let attempt = 1; attempt <= 5; attempt += 1)
    expect((await signIn(site, 'ann', 'wrong', from(String(attempt)))).status).toBe(401)
  expect((await signIn(site, 'ann', password, from('6'))).status).toBe(429)
  expect((await signIn(site, 'ann', password, { 'X-Forwarded-For': '2001:db8:1:3::6' })).status).toBe(200)
})

test('guesses for many accounts from one network are blocked soon, and a login from another network works meanwhile', {
  tags: ['thorough'],
}, async () => {
  await using site = await freshSite({ ADMIN_USERNAME: 'ann', ADMIN_PASSWORD: password, TRUST_PROXY: '1' })
  // One login on a separate connection, all at once.
  const guess = (at: number) =>
    post(
      site.url,
      '/api/auth/login',
      { username: `name-${at}`, password: 'wrong' },
      { 'X-Forwarded-For': '203.0.113.1' },
    )
  const guesses = Array.from({ length: 400 }, (_, at) => guess(at))
  await Promise.race(guesses)
  const honest = await signIn(site, 'ann', password, { 'X-Forwarded-For': '198.51.100.7' })
  expect(honest.status).toBe(200)
  const answers = await Promise.all(guesses)
  const of = (status: number) => answers.filter((answer) => answer.status === status)
  expect(of(401).length).toBeGreaterThan(0)
  expect(of(401).length).toBeLessThanOrEqual(31)
  expect(of(401).length + of(429).length + of(503).length).toBe(400)
  for (const answer of [...of(429), ...of(503)]) {
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    expect(answer.text).toMatch(/Please try again in (a few|\d+) seconds\./)
  }
  // Continues one at a time until the network is limited; then no further password is checked.
  const later = []
  for (let at = 0; at < 40; at += 1) later.push((await guess(1000 + at)).status)
  expect(later.slice(-5)).toEqual([429, 429, 429, 429, 429])
  expect((await signIn(site, 'ann', password, { 'X-Forwarded-For': '198.51.100.7' })).status).toBe(200)
})

test('when too many passwords wait, the next one gets 503 at once, which does not count as a failure', {
  tags: ['thorough'],
}, async () => {
  await using site = await freshSite({ ADMIN_USERNAME: 'ann', ADMIN_PASSWORD: password, TRUST_PROXY: '1' })
  const logins = await Promise.all(
    Array.from({ length: 400 }, (_, at) =>
      post(
        site.url,
        '/api/auth/login',
        { username: 'ann', password: 'wrong' },
        { 'X-Forwarded-For': `203.0.${at >> 8}.${at & 255}` },
      ),
    ),
  )
  const full = logins.flatMap((answer, at) => (answer.status === 503 ? [{ answer, at }] : []))
  expect(full.length).toBeGreaterThan(0)
  expect(full.length + logins.filter(({ status }) => status === 401).length).toBe(400)
  const { answer, at } = full[0]!
  expect(answer.headers['retry-after']).toBe('5')
  expect(JSON.parse(answer.text).message).toBe(
    'Many people are signing in just now. Please try again in a few seconds.',
  )
  const again = { 'X-Forwarded-For': `203.0.${at >> 8}.${at & 255}` }
  for (let attempt = 0; attempt < 5; attempt += 1) expect((await signIn(site, 'ann', 'wrong', again)).status).toBe(401)
  expect((await signIn(site, 'ann', password, again)).status).toBe(429)
})

test('a new password ends every other session at once, and a deleted user is out', async () => {
  const { site, ann } = await siteWithAnn()
  await using _ = site
  const other = (await signIn(site, 'ann')).cookie
  const wrong = await call(site, 'POST', '/api/auth/password', {
    cookie: ann,
    body: { currentPassword: 'no', newPassword: 'another long one' },
  })
  expect([wrong.status, wrong.body.issues]).toEqual([
    422,
    [{ path: 'currentPassword', message: 'The current password is wrong.' }],
  ])
  const weak = await call(site, 'POST', '/api/auth/password', {
    cookie: ann,
    body: { currentPassword: password, newPassword: 'short' },
  })
  expect(weak.body.issues).toEqual([{ path: 'newPassword', message: 'A password has at least 10 characters.' }])
  expect(
    (
      await call(site, 'POST', '/api/auth/password', {
        cookie: ann,
        body: { currentPassword: password, newPassword: 'another long one' },
      })
    ).status,
  ).toBe(200)
  expect((await call(site, 'GET', '/api/users', { cookie: ann })).status).toBe(200)
  expect((await call(site, 'GET', '/api/users', { cookie: other })).status).toBe(401)

  expect((await call(site, 'DELETE', '/api/users/1', { cookie: ann })).status).toBe(409)
  const { code } = (await call(site, 'POST', '/api/auth/invitations', { cookie: ann })).body
  const bob = (await call(site, 'POST', '/api/auth/register', { body: { username: 'bob', password, code } })).cookie
  expect((await call(site, 'DELETE', '/api/users/2', { cookie: ann })).body).toEqual({ deleted: true, id: 2 })
  expect((await call(site, 'GET', '/api/users', { cookie: bob })).status).toBe(401)
})

test('sessions are listed and ended one by one, and a profile is saved', async () => {
  const { site, ann } = await siteWithAnn()
  await using _ = site
  const other = (await signIn(site, 'ann', password, { 'User-Agent': 'Other browser' })).cookie
  const sessions = (await call(site, 'GET', '/api/auth/sessions', { cookie: ann })).body
  expect(sessions).toHaveLength(2)
  const foreign = sessions.find((session: { userAgent: string }) => session.userAgent === 'Other browser')
  expect(foreign.current).toBe(false)
  expect((await call(site, 'DELETE', `/api/auth/sessions/${foreign.id}`, { cookie: ann })).status).toBe(200)
  expect((await call(site, 'GET', '/api/users', { cookie: other })).status).toBe(401)
  const profile = await call(site, 'PATCH', '/api/auth/profile', {
    cookie: ann,
    body: { name: 'Ann B.', email: 'ann@example.org' },
  })
  expect(profile.body.user).toMatchObject({ name: 'Ann B.', email: 'ann@example.org' })
  expect(
    (await call(site, 'PATCH', '/api/auth/profile', { cookie: ann, body: { name: '<b>', email: 'x' } })).status,
  ).toBe(422)
})

test('writes from a foreign origin are refused', async () => {
  const { site, ann } = await siteWithAnn()
  await using _ = site
  const foreign = { Origin: 'https://evil.example' }
  for (const address of ['/api/auth/login', '/api/auth/logout', '/api/auth/password', '/api/auth/invitations'])
    expect((await call(site, 'POST', address, { cookie: ann, headers: foreign, body: {} })).status).toBe(403)
  expect((await call(site, 'GET', '/api/auth/status', { cookie: ann })).body.isLoggedIn).toBe(true)
})

test('a second process on one data folder is refused in one sentence', { tags: ['thorough'] }, async () => {
  const { site } = await siteWithAnn()
  await using _ = site
  const second = await endedSite(
    { CONTENT_DIR: site.repository.path('content'), DATA_DIR: site.dataDir },
    site.repository.root,
  )
  expect(second.output.trim()).toMatch(/^DATA_DIR .* is in use by the running process \d+; stop that one first\.$/)
  await site.stop('SIGKILL')
  await site.restart()
  expect((await signIn(site, 'ann')).status).toBe(200)
})

test('user:create sets a password beside a running server, and stores no secret', { tags: ['thorough'] }, async () => {
  const { site, ann } = await siteWithAnn()
  await using _ = site
  const child = spawn(process.execPath, ['--import', 'tsx', 'scripts/create-user.ts', 'ann'], {
    env: siteEnvironment(site.env),
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  child.stdin.end('a password from a pipe\n')
  const [code] = await once(child, 'exit')
  expect(code).toBe(0)
  expect((await call(site, 'GET', '/api/users', { cookie: ann })).status).toBe(401)
  expect((await signIn(site, 'ann', 'a password from a pipe')).status).toBe(200)
  expect(await storedTexts(site, 'accounts')).not.toEqual([])
  expect((await storedTexts(site, 'accounts')).filter((text) => text.includes('a password from a pipe'))).toEqual([])
  expect(site.output()).not.toContain('a password from a pipe')
})
