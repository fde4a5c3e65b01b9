import { expect, test } from 'vitest'
import { mailServer } from './mail-server.ts'
import { articleFile, eventually, runningSite } from './running-site.ts'
import { admin, inviteAdministrator, signIn } from './signed-in-site.ts'
import { storedTexts } from './stored-data.ts'

const newPassword = 'four loud faders at noon'
const codeIn = (text: string) => /\/auth\/reset\?code=([\w-]+)/.exec(text)?.[1] ?? ''

/** A site with ada and bob; `mail` sets up a mail server. */
async function siteOfTwo(env: Record<string, string> = {}) {
  const site = await runningSite({
    files: { 'articles/2026/one.md': articleFile() },
    env: { ...admin, ...env },
  })
  const ada = await signIn(site)
  const bob = await inviteAdministrator(ada, 'bob')
  const { body: users } = await ada.call<Array<{ id: number; username: string }>>(
    'GET',
    '/api/users',
  )
  return {
    site,
    ada,
    bob,
    idOf: (name: string) => users.find(({ username }) => username === name)?.id ?? 0,
  }
}

/** Calls without a session. */
const visitor = { Cookie: '' }

test('a forgotten password is set with a mailed link, once, and ends all sessions', async () => {
  await using mail = await mailServer()
  const { site, ada, bob } = await siteOfTwo({
    SMTP_URL: mail.url,
    MAIL_FROM: 'Site <site@example.org>',
  })
  await using _ = site
  const profile = { name: 'Bob', email: 'bob@example.org' }
  expect((await ada.call('PATCH', '/api/auth/profile', profile, { Cookie: bob })).status).toBe(200)
  const ask = (username: string) => ada.call('POST', '/api/auth/reset', { username }, visitor)
  const answers = [
    await ask('BOB'),
    await ask('nobody'),
    await ask('nobody@example.org'),
    await ask('ada'),
  ]
  for (const { status, body } of answers) expect([status, body]).toEqual([200, { ok: true }])
  await eventually(async () => mail.mails.length > 0)
  const [received] = mail.mails
  expect(received?.to).toEqual(['bob@example.org'])
  expect(received?.text).toContain('account "bob"')
  const code = codeIn(received?.text ?? '')
  // Stored and logged are neither the code nor the address.
  expect((await storedTexts(site, 'accounts')).join('\n')).not.toContain(code)
  expect(site.output()).not.toContain(code)
  expect(site.output()).not.toContain('bob@example.org')

  const finish = (password: string, sent = code) =>
    ada.call('POST', '/api/auth/reset/finish', { code: sent, password }, visitor)
  expect(await finish('short')).toMatchObject({
    status: 422,
    body: { issues: [{ path: 'password', message: 'A password has at least 10 characters.' }] },
  })
  const status = () => ada.call('GET', '/api/auth/status', undefined, { Cookie: bob })
  expect((await status()).body.isLoggedIn).toBe(true)
  const done = await finish(newPassword)
  expect([done.status, done.body, done.headers['set-cookie']]).toEqual([
    200,
    { ok: true },
    undefined,
  ])
  expect((await status()).body.isLoggedIn).toBe(false)
  expect((await finish(newPassword)).body).toEqual({
    message: 'This link has expired or was used already.',
  })
  expect((await finish(newPassword, 'guessed')).status).toBe(403)
  const login = (password: string) =>
    ada.call('POST', '/api/auth/login', { username: 'bob', password }, visitor)
  expect([(await login(admin.ADMIN_PASSWORD)).status, (await login(newPassword)).status]).toEqual([
    401, 200,
  ])
  // Nobody else got a link, and a request from one network may be made five times.
  const links = () => mail.mails.filter(({ text }) => codeIn(text) !== '')
  expect(links()).toHaveLength(1)
  expect((await ask('bob@example.org')).status).toBe(200)
  await eventually(async () => links().length === 2)
  const refused = await ask('bob')
  expect([refused.status, Number(refused.headers['retry-after']) > 0]).toEqual([429, true])
})

test('without mail another administrator makes the link, for others only', async () => {
  const { site, ada, idOf } = await siteOfTwo()
  await using _ = site
  const asked = await ada.call('POST', '/api/auth/reset', { username: 'bob' }, visitor)
  expect([asked.status, asked.body.message]).toEqual([
    409,
    'This site sends no mails. Ask another administrator for a link to set a new password.',
  ])
  expect(
    (await ada.call('POST', `/api/users/${idOf('bob')}/reset`, undefined, visitor)).status,
  ).toBe(401)
  expect((await ada.call('POST', `/api/users/${idOf('ada')}/reset`)).status).toBe(409)
  expect((await ada.call('POST', '/api/users/99/reset')).status).toBe(404)
  const made = await ada.call<{ url: string; expiresAt: string }>(
    'POST',
    `/api/users/${idOf('bob')}/reset`,
  )
  expect(made.status).toBe(201)
  expect(Date.parse(made.body.expiresAt) - Date.now()).toBeGreaterThan(23 * 60 * 60 * 1000)
  const page = async (address: string) => (await fetch(address)).text()
  expect(await page(made.body.url)).toContain('New password')
  const sent = { code: codeIn(made.body.url), password: newPassword }
  const answers = await Promise.all(
    [1, 2, 3].map(() =>
      ada.call('POST', '/api/auth/reset/finish', sent, visitor).then(({ status }) => status),
    ),
  )
  expect(answers.sort()).toEqual([200, 403, 403])
  expect(await page(made.body.url)).toContain('This link has expired or was used already.')
  // A link dies with its user.
  const other = await ada.call<{ url: string }>('POST', `/api/users/${idOf('bob')}/reset`)
  expect((await ada.call('DELETE', `/api/users/${idOf('bob')}`)).status).toBe(200)
  const late = { code: codeIn(other.body.url), password: newPassword }
  expect((await ada.call('POST', '/api/auth/reset/finish', late, visitor)).status).toBe(403)
})
