import { Secret, TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { writeUserRequest } from '../server/people/accounts/user-requests.ts'
import { actionNames, type Outcome, type RecordView } from '../src/domain/recorded-action.ts'
import { ask, cookieIn } from './http-client.ts'
import { mailServer } from './mail-server.ts'
import { articleFile, eventually, runningSite } from './running-site.ts'
import { admin, logIn } from './signed-in-site.ts'
import { storedTexts } from './stored-data.ts'

const files = {
  'articles/2026/one.md': articleFile({ id: '1', draft: 'true' }),
  'newsletters/2026/001-pads.md':
    '---\ntitle: Pads\nid: 1\nissueNumber: 1\npublishedAt: 2026-01-02\n---\n\nText.\n',
}
const password = 'a sentence that is long enough'

test('every sensitive action is on record: who did it, about whom, when, from which network, and no secret', async () => {
  await using mail = await mailServer()
  // With a secret of its own the site makes its administrator itself.
  const own = { SESSION_SECRET: 's'.repeat(32), TRUST_PROXY: '1' }
  const env = { ...admin, ...own, SMTP_URL: mail.url, MAIL_FROM: 'Site <site@example.org>' }
  await using site = await runningSite({ files, env })
  const ada = await logIn(site)
  const from = { 'X-Forwarded-For': '203.0.113.77' }
  const visitor = { Cookie: '', ...from }
  const asVisitor = (path: string, body: object) =>
    ada.call('POST', `/api/auth/${path}`, body, visitor)
  const login = (username: string, secret: string, code?: string) =>
    asVisitor('login', { username, password: secret, code })
  const invited = (await ada.call<{ code: string }>('POST', '/api/auth/invitations')).body
  const register = (code: string) => asVisitor('register', { username: 'bob', password, code })
  await register(invited.code)
  const session = await login('bob', password)
  const bob = { Cookie: cookieIn(session) }
  const asBob = <Body = Record<string, unknown>>(method: string, path: string, body?: unknown) =>
    ada.call<Body>(method, path, body, bob)
  /** What an action leaves on record: who (a name, or nobody), about whom, about what. */
  const rows: Array<[string, Outcome, string | null, string | null, number | null]> = [
    ['user-set', 'done', null, 'ada', null],
    ['signed-in', 'done', null, 'ada', null],
    ['invitation-made', 'done', 'ada', 'ada', null],
    ['registered', 'done', null, 'bob', null],
    ['signed-in', 'done', null, 'bob', null],
  ]
  const acts = async (
    act: () => Promise<{ status: number }>,
    action: string,
    by: string | null,
    whom: string | null,
    more: { outcome?: Outcome; object?: number; status?: number } = {},
  ) => {
    const { status } = await act()
    expect([action, status]).toEqual([action, more.status ?? status])
    if (!more.status) expect([action, status < 300]).toEqual([action, true])
    rows.push([action, more.outcome ?? 'done', by, whom, more.object ?? null])
  }
  const refused = (status: number, outcome: Outcome = 'refused') => ({ outcome, status })

  await acts(() => login('BOB', 'wrong'), 'signed-in', null, 'bob', refused(401))
  const guess = () => login('mallory', 'geheim-of-mallory')
  for (let at = 0; at < 5; at += 1) await acts(guess, 'signed-in', null, null, refused(401))
  await acts(guess, 'signed-in', null, null, refused(429, 'limited'))
  // A limit is on record when it begins to refuse.
  expect((await guess()).status).toBe(429)
  await acts(() => register('guessed'), 'registered', null, null, refused(403))
  await acts(() => asBob('POST', '/api/auth/confirm', { password }), 'confirmed', 'bob', 'bob')
  await acts(
    () => asBob('POST', '/api/auth/confirm', { password: 'no' }),
    'confirmed',
    'bob',
    'bob',
    refused(422),
  )
  const profile = (name: string) =>
    asBob('PATCH', '/api/auth/profile', { name, email: 'bob@example.org' })
  await acts(() => profile('Bob'), 'address-changed', 'bob', 'bob')
  await acts(() => profile('Bobby'), 'profile-changed', 'bob', 'bob')
  const app = (await asBob<{ secret: string; setup: string }>('POST', '/api/auth/totp')).body
  const totp = new TOTP({ secret: Secret.fromBase32(app.secret) })
  const codeOf = (steps: number) => totp.generate({ timestamp: Date.now() + steps * 30_000 })
  const setup = { setup: app.setup, code: codeOf(-1) }
  await acts(() => asBob('POST', '/api/auth/totp/confirm', setup), 'app-switched-on', 'bob', 'bob')
  await acts(() => asBob('POST', '/api/auth/recovery-codes'), 'recovery-codes-made', 'bob', 'bob')
  for (const [code, outcome] of [
    ['', 'code-missing'],
    ['no code', 'code-wrong'],
  ] as const)
    await acts(() => login('bob', password, code), 'signed-in', null, 'bob', refused(401, outcome))
  const demand = (isDemanded: boolean) =>
    asBob('POST', '/api/auth/second-factors/demand', { isDemanded })
  await acts(() => demand(true), 'second-factor-demanded', 'bob', null)
  await acts(() => demand(false), 'second-factor-optional', 'bob', null)
  const off = (code: string) => asBob('POST', '/api/auth/totp/off', { code })
  await acts(() => off('no code'), 'app-switched-off', 'bob', 'bob', refused(422))
  await acts(() => off(codeOf(0)), 'app-switched-off', 'bob', 'bob')
  const change = (currentPassword: string) =>
    asBob('POST', '/api/auth/password', {
      currentPassword,
      newPassword: 'four loud faders at noon',
    })
  await acts(() => change('no'), 'password-changed', 'bob', 'bob', refused(422))
  await acts(() => change(password), 'password-changed', 'bob', 'bob')
  const reset = () => asVisitor('reset', { username: 'bob' })
  await acts(reset, 'password-reset-asked', null, null)
  await eventually(async () => mail.mails.find(({ text }) => text.includes('/auth/reset?code=')))
  rows.push(['reset-link-mailed', 'done', null, 'bob', null])
  const link = { url: '' }
  const makeLink = async () => {
    const made = await ada.call<{ url: string }>('POST', '/api/users/2/reset')
    link.url = made.body.url
    return made
  }
  await acts(makeLink, 'reset-link-made', 'ada', 'bob')
  const finish = (code: string | null) =>
    asVisitor('reset/finish', { code, password: 'five soft faders at dusk' })
  await acts(() => finish('guessed'), 'password-reset', null, null, refused(403))
  await acts(
    () => finish(new URL(link.url).searchParams.get('code')),
    'password-reset',
    null,
    'bob',
  )
  const other = await logIn(site)
  rows.push(['signed-in', 'done', null, 'ada', null])
  const sessions = (
    await ada.call<Array<{ id: string; current: boolean }>>('GET', '/api/auth/sessions')
  ).body
  const foreign = sessions.find(({ current }) => !current)?.id
  await acts(
    () => ada.call('DELETE', `/api/auth/sessions/${foreign}`),
    'session-ended',
    'ada',
    'ada',
  )
  expect((await other.call('GET', '/api/users')).status).toBe(401)
  const again = await logIn(site)
  rows.push(['signed-in', 'done', null, 'ada', null])
  await acts(() => again.call('POST', '/api/auth/logout'), 'signed-out', null, 'ada')
  await writeUserRequest(site.dataDir, { username: 'bob', removeSecondFactors: true })
  rows.push(['second-factors-removed', 'done', null, 'bob', null])
  const read = async (query = '') =>
    (await ada.call<Array<RecordView>>('GET', `/api/record?limit=100${query}`)).body
  await eventually(async () =>
    (await read()).some(({ action }) => action === 'second-factors-removed'),
  )
  // What commands are refused: nobody of this name, a name that nobody may have, a password that is
  // easy to guess.
  for (const [request, action] of [
    [{ username: 'eve', removeSecondFactors: true }, 'second-factors-removed'],
    [{ username: '-', passwordHash: 'hash' }, 'user-set'],
    [{ record: 'user-set', outcome: 'refused' }, 'user-set'],
  ] as const) {
    rows.push([action, 'refused', null, null, null])
    await writeUserRequest(site.dataDir, request)
    await eventually(async () => (await read()).length === rows.length)
  }

  const draft = { type: 'articles', id: 1, days: 1 }
  const shared: { id?: string } = {}
  const share = async () => {
    const made = await ada.call<{ id: string }>('POST', '/api/draft-links', draft)
    shared.id = made.body.id
    return made
  }
  const token: { id: string } = { id: '' }
  const makeToken = async () => {
    const made = await ada.call<{ id: string }>('POST', '/api/auth/tokens', {
      name: 'Script',
      scope: 'read',
    })
    token.id = made.body.id
    return made
  }
  await acts(makeToken, 'token-made', 'ada', 'ada')
  await acts(() => ada.call('DELETE', `/api/auth/tokens/${token.id}`), 'token-ended', 'ada', 'ada')
  await acts(share, 'draft-link-made', 'ada', null, { object: 1 })
  await acts(
    () => ada.call('DELETE', `/api/draft-links/${shared.id}`),
    'draft-link-ended',
    'ada',
    null,
  )
  const add = () => ada.call('POST', '/api/subscribers', { email: 'reader@example.org' })
  await acts(add, 'subscriber-added', 'ada', null, { object: 1 })
  const csv = (path: string) => ask(site.url, path, { headers: { Cookie: ada.cookie } })
  await acts(() => csv('/api/subscribers.csv'), 'subscribers-exported', 'ada', null)
  await acts(() => csv('/api/subscribers'), 'subscribers-exported', 'ada', null)
  const readPage = () => csv('/api/subscribers?limit=1')
  await acts(readPage, 'subscribers-read', 'ada', null)
  // Pages are on record once in a quarter of an hour.
  expect((await readPage()).status).toBe(200)
  const sheet = { 'Content-Type': 'text/csv' }
  const load = (preview: string) =>
    ask(site.url, `/api/subscribers/import${preview}`, {
      method: 'POST',
      headers: { Cookie: ada.cookie, ...sheet },
      body: 'email\nsecond@example.org\n',
    })
  expect((await load('?preview=true')).status).toBe(200)
  await acts(() => load(''), 'subscribers-imported', 'ada', null)
  await acts(() => ada.call('DELETE', '/api/subscribers/1'), 'subscriber-deleted', 'ada', null, {
    object: 1,
  })
  const ended = { object: 9, ...refused(404) }
  await acts(
    () => ada.call('DELETE', '/api/subscribers/departures/9'),
    'departure-ended',
    'ada',
    null,
    ended,
  )
  const paused = { object: 1, ...refused(409) }
  await acts(
    () => ada.call('POST', '/api/newsletters/1/sending', { action: 'pause' }),
    'issue-mailing',
    'ada',
    null,
    paused,
  )
  const noImport = (step: string) => ada.call('POST', `/api/import/${step}`, { id: '0'.repeat(32) })
  await acts(() => noImport('confirm'), 'texts-imported', 'ada', null, refused(409))
  await acts(() => csv('/api/import/comments'), 'comments-exported', 'ada', null, refused(404))
  await acts(() => noImport('undo'), 'import-undone', 'ada', null, refused(409))
  await acts(
    () => ada.call('PATCH', '/api/users/2', { role: 'editor' }),
    'role-changed',
    'ada',
    'bob',
  )
  await acts(() => ada.call('DELETE', '/api/users/2/sessions'), 'sessions-ended', 'ada', 'bob')
  await acts(() => ada.call('DELETE', '/api/users/2'), 'user-deleted', 'ada', 'bob')
  await acts(() => csv('/api/record.csv?kind=accounts'), 'record-exported', 'ada', 'ada')

  const entries = (await read()).reverse()
  // Bob is deleted now: an id stays.
  const nameOf = (id: number | null, name: string | null) => (id === 2 ? 'bob' : name)
  expect(
    entries.map(({ action, outcome, by, byName, whom, whomName, object }) => [
      action,
      outcome,
      nameOf(by, byName),
      nameOf(whom, whomName),
      object,
    ]),
  ).toEqual(rows)
  expect(entries.find(({ whom }) => whom === 2)?.whomName).toBe(null)
  // What needs the device of a person is in tests/browser/passkeys.test.ts, commands are in the
  // tests of the backup and of the export.
  const seen = new Set(entries.map(({ action }) => action))
  expect(actionNames.filter((name) => !seen.has(name))).toEqual([
    'passkey-added',
    'passkey-removed',
    'data-exported',
    'backup-made',
    'backup-restored',
  ])

  const networks = (action: string, outcome: string) =>
    entries
      .filter((one) => one.action === action && one.outcome === outcome)
      .map(({ network }) => network)
  expect(new Set(networks('signed-in', 'refused')).size).toBe(1)
  expect(networks('signed-in', 'refused')[0]).not.toBe(networks('invitation-made', 'done')[0])
  expect([networks('user-set', 'done'), networks('second-factors-removed', 'done')]).toEqual([
    [''],
    [''],
  ])
  const logged = site
    .output()
    .split('\n')
    .flatMap((line) => (line.startsWith('{') ? [JSON.parse(line)] : []))
    .filter(({ event }) => event === 'action')
  expect(logged.map(({ action, outcome, network }) => [action, outcome, network])).toEqual(
    entries.map(({ action, outcome, network }) => [action, outcome, network]),
  )
  const stored = (await storedTexts(site, 'record')).join('\n')
  const secrets = [
    password,
    app.secret,
    invited.code,
    new URL(link.url).search.slice(6),
    shared.id ?? 'none',
  ]
  const people = [
    '"bob"',
    '"ada"',
    'bob@',
    'mallory',
    'geheim',
    'reader@',
    '203.0.113.77',
    '127.0.0.1',
  ]
  for (const text of [...secrets, ...people])
    expect([text, stored.includes(text)]).toEqual([text, false])

  const some = async (query: string) => new Set((await read(query)).map(({ action }) => action))
  expect(await some('&kind=data&outcome=refused')).toEqual(
    new Set([
      'issue-mailing',
      'departure-ended',
      'texts-imported',
      'comments-exported',
      'import-undone',
    ]),
  )
  expect((await some('&person=2')).has('invitation-made')).toBe(false)
  const page = await ada.call<Array<RecordView>>('GET', '/api/record?limit=2')
  const [, next = ''] = /<([^>]+)>; rel="next"/.exec(String(page.headers.link)) ?? []
  expect((await ada.call<Array<RecordView>>('GET', next)).body.map(({ id }) => id)).toEqual(
    entries
      .slice(-4, -2)
      .map(({ id }) => id)
      .reverse(),
  )
  expect(page.headers['x-total-count']).toBe(String(rows.length))
  const exported = (await csv('/api/record.csv?kind=accounts')).text.split('\r\n')
  expect(exported[0]).toBe('at,action,outcome,by,byName,whom,whomName,object,network')
  expect(exported.filter((line) => line.includes('signed-in'))).toEqual([])
  expect((await ada.call('GET', '/api/record', undefined, { Cookie: '' })).status).toBe(401)
})
