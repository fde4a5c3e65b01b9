import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Secret, TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { cookieIn } from './http-client.ts'
import { articleFile, type RunningSite, runningSite, siteEnvironment } from './running-site.ts'
import { type Administrator, admin, inviteAdministrator, signIn } from './signed-in-site.ts'
import { storedTexts } from './stored-data.ts'

interface Setup {
  secret: string
  uri: string
  setup: string
}

const currentPassword = admin.ADMIN_PASSWORD
const visitor = { Cookie: '' }
/** The code that an app shows, `steps` after the present one. */
const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: Date.now() + steps * 30_000,
  })
/** A code that is not right within the tolerated steps. */
function wrongCode(secret: string): string {
  const right = [-2, -1, 0, 1, 2, 3].map((steps) => codeOf(secret, steps))
  return (
    ['000000', '111111', '222222', '333333', '444444', '555555', '666666'].find(
      (one) => !right.includes(one),
    ) ?? ''
  )
}
const login = (ada: Administrator, code?: string, password = currentPassword) =>
  ada.call(
    'POST',
    '/api/auth/login',
    { username: 'ada', password, ...(code !== undefined && { code }) },
    visitor,
  )
const siteOfAda = (): Promise<RunningSite> =>
  runningSite({ files: { 'articles/2026/one.md': articleFile() }, env: admin })

/**
 * Switches the app on with the code of the step before the present one, so that the present one is
 * unused.
 */
async function switchedOn(ada: Administrator) {
  const { body } = await ada.call<Setup>('POST', '/api/auth/totp')
  const sent = { setup: body.setup, code: codeOf(body.secret, -1) }
  const done = await ada.call<{ recoveryCodes: Array<string> }>(
    'POST',
    '/api/auth/totp/confirm',
    sent,
  )
  expect(done.status).toBe(200)
  return { ...body, codes: done.body.recoveryCodes }
}

test('with an authenticator app a sign-in needs a code, which works once', async () => {
  await using site = await siteOfAda()
  const ada = await signIn(site)
  const begun = await ada.call<Setup>('POST', '/api/auth/totp')
  expect(begun.body.uri).toMatch(/^otpauth:\/\/totp\/[^?]+:ada\?/)
  // Nothing is on before the app has shown a right code.
  expect((await login(ada)).status).toBe(200)
  const { setup, secret } = begun.body
  expect(
    (await ada.call('POST', '/api/auth/totp/confirm', { setup, code: wrongCode(secret) })).status,
  ).toBe(422)
  expect(
    (await ada.call('POST', '/api/auth/totp/confirm', { setup: 'x', code: '123456' })).status,
  ).toBe(422)

  const app = await switchedOn(ada)
  expect(app.codes).toHaveLength(10)
  expect(app.codes[0]).toMatch(/^([a-z2-7]{4}-){5}[a-z2-7]{4}$/)
  const missing = await login(ada)
  expect([missing.status, missing.body, missing.headers['set-cookie']]).toEqual([
    401,
    { message: 'Enter the code of your authenticator app.', kind: 'code' },
    undefined,
  ])
  // Only the right password tells that there is an app.
  expect((await login(ada, '', 'wrong password')).body).toEqual({
    message: 'The user name or the password is wrong.',
  })
  expect((await login(ada, wrongCode(app.secret))).body).toEqual({
    message: 'This code is wrong, or was used already.',
    kind: 'code',
  })
  const code = codeOf(app.secret)
  const answers = await Promise.all([1, 2, 3].map(() => login(ada, code)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401])
  expect((await login(ada, code)).status).toBe(401)

  expect((await login(ada, app.codes[0]?.toUpperCase())).status).toBe(200)
  const text = (await storedTexts(site, 'accounts')).join('\n')
  for (const secret of [
    app.secret,
    ...app.codes,
    ...app.codes.map((one) => one.replaceAll('-', '')),
  ]) {
    expect(text).not.toContain(secret)
    expect(site.output()).not.toContain(secret)
  }
  expect((await ada.call('GET', '/api/auth/second-factors')).body).toMatchObject({
    totp: { recoveryCodesLeft: 9 },
  })
})

test('recovery codes work once and are renewed, and a known password does not help to guess codes', async () => {
  await using site = await siteOfAda()
  const ada = await signIn(site)
  const app = await switchedOn(ada)
  expect((await login(ada, app.codes[0])).status).toBe(200)
  expect((await login(ada, app.codes[0])).status).toBe(401)
  const renewed = await ada.call<{ recoveryCodes: Array<string> }>(
    'POST',
    '/api/auth/recovery-codes',
  )
  expect((await login(ada, app.codes[1])).status).toBe(401)
  expect((await login(ada, renewed.body.recoveryCodes[0])).status).toBe(200)
  // A sign-in with the password alone does not set back the count of wrong codes.
  const statuses = []
  for (let at = 0; at < 7; at++) {
    statuses.push((await login(ada, wrongCode(app.secret))).status)
    statuses.push((await login(ada)).status)
  }
  expect(statuses).toContain(429)
  expect(statuses.filter((status) => status === 200)).toEqual([])
})

/** Runs a command for the accounts of a site; resolves with its exit code. */
async function exitOf(site: RunningSite, script: string, argument: string): Promise<number> {
  const child = spawn(process.execPath, ['--import', 'tsx', script, argument], {
    env: siteEnvironment(site.env),
    stdio: 'ignore',
  })
  const [code] = await once(child, 'exit')
  return code
}

test('user:password-only lets somebody in who lost app and recovery codes, and ends their sessions', async () => {
  await using site = await siteOfAda()
  const ada = await signIn(site)
  await switchedOn(ada)
  await ada.call('POST', '/api/auth/second-factors/demand', { isDemanded: true })
  expect(await exitOf(site, 'scripts/remove-second-factors.ts', 'ADA')).toBe(0)
  expect((await ada.call('GET', '/api/users')).status).toBe(401)
  expect(await login(ada)).toMatchObject({
    status: 200,
    body: { user: { needsSecondFactor: true } },
  })
  // The way back for a site on which nobody gets in any more.
  expect(await exitOf(site, 'scripts/second-factor-demand.ts', 'optional')).toBe(0)
  const again = await login(ada)
  expect(again.body).toEqual({
    user: { id: 1, username: 'ada', name: '', email: '', role: 'owner' },
  })
  const Cookie = cookieIn(again)
  expect((await ada.call('GET', '/api/record?limit=2', undefined, { Cookie })).body).toMatchObject([
    { action: 'signed-in' },
    { action: 'second-factor-optional', by: null, whom: null, network: '' },
  ])
})

test('the app is switched off with one of its codes, and a new password leaves it on', async () => {
  await using site = await siteOfAda()
  const ada = await signIn(site)
  const app = await switchedOn(ada)
  const newPassword = 'four loud faders at noon'
  await ada.call('POST', '/api/auth/password', { currentPassword, newPassword })
  expect((await login(ada, undefined, newPassword)).body).toMatchObject({ kind: 'code' })
  expect((await login(ada, app.codes[0], newPassword)).status).toBe(200)
  const off = (code: string) => ada.call('POST', '/api/auth/totp/off', { code })
  expect(await off(wrongCode(app.secret))).toMatchObject({
    status: 422,
    body: { kind: 'code', issues: [{ path: 'code' }] },
  })
  expect((await off(app.codes[0] ?? '')).status).toBe(422)
  expect((await ada.call('POST', '/api/auth/totp/off', {})).status).toBe(422)
  expect((await login(ada, undefined, newPassword)).body).toMatchObject({ kind: 'code' })
  expect((await off(codeOf(app.secret))).status).toBe(200)
  expect((await login(ada, undefined, newPassword)).status).toBe(200)
  expect((await ada.call('GET', '/api/auth/second-factors')).body).toEqual({
    totp: null,
    isDemanded: false,
  })
  expect((await ada.call('POST', '/api/auth/recovery-codes')).status).toBe(409)
})

test('a second factor is demanded of everybody by who has one; who has none may only set one up, in open sessions too', async () => {
  await using site = await runningSite({
    files: { 'articles/2026/draft.md': articleFile({ draft: 'true' }) },
    env: admin,
  })
  const ada = await signIn(site)
  const bob = { Cookie: await inviteAdministrator(ada, 'bob') }
  const demand = (isDemanded: boolean) =>
    ada.call('POST', '/api/auth/second-factors/demand', { isDemanded })
  expect(await demand(true)).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('of your own first') },
  })
  const app = await switchedOn(ada)
  expect((await demand(true)).body).toEqual({ isDemanded: true })
  expect((await ada.call('GET', '/api/users')).body).toMatchObject([
    { username: 'ada', hasSecondFactor: true },
    { username: 'bob', hasSecondFactor: false },
  ])

  // The session of bob was open before.
  const held = { status: 403, body: { kind: 'second-factor' } }
  expect(await ada.call('GET', '/api/users', undefined, bob)).toMatchObject(held)
  expect(await ada.call('POST', '/api/articles', { title: 'A text' }, bob)).toMatchObject(held)
  expect(
    await ada.call('GET', '/api/articles', undefined, { ...bob, 'X-Session': 'required' }),
  ).toMatchObject(held)
  expect((await ada.call('GET', '/api/articles', undefined, bob)).body).toEqual([])
  expect((await ada.call('GET', '/api/articles')).body).toHaveLength(1)
  const user = { username: 'bob', needsSecondFactor: true }
  expect((await ada.call('GET', '/api/auth/status', undefined, bob)).body).toMatchObject({
    isLoggedIn: true,
    user,
  })
  const signedIn = await ada.call(
    'POST',
    '/api/auth/login',
    { username: 'bob', password: currentPassword },
    visitor,
  )
  expect(signedIn).toMatchObject({ status: 200, body: { user } })

  const { body } = await ada.call<Setup>('POST', '/api/auth/totp', undefined, bob)
  const sent = { setup: body.setup, code: codeOf(body.secret, -1) }
  expect((await ada.call('POST', '/api/auth/totp/confirm', sent, bob)).status).toBe(200)
  expect((await ada.call('GET', '/api/users', undefined, bob)).status).toBe(200)
  expect(
    await ada.call('POST', '/api/auth/totp/off', { code: codeOf(body.secret) }, bob),
  ).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('your last one') },
  })

  expect((await demand(false)).status).toBe(200)
  expect(
    (await ada.call('POST', '/api/auth/totp/off', { code: codeOf(body.secret) }, bob)).status,
  ).toBe(200)
  expect((await ada.call('GET', '/api/users', undefined, bob)).status).toBe(200)
  const { body: actions } = await ada.call<Array<{ action: string; outcome: string }>>(
    'GET',
    '/api/record',
  )
  const demands = actions.filter(({ action }) => action.startsWith('second-factor-'))
  expect(demands.map(({ action, outcome }) => `${action} ${outcome}`)).toEqual([
    'second-factor-optional done',
    'second-factor-demanded done',
    'second-factor-demanded refused',
  ])
  expect(site.output()).not.toContain(app.secret)
})
