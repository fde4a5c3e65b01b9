import { existsSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { ask, cookieIn, type Question } from './http-client.ts'
import { multipart } from './multipart.ts'
import { articleFile, eventually, siteProcess } from './running-site.ts'
import { halves } from './sample-pictures.ts'
import { admin, signIn, siteWithAdministrator } from './signed-in-site.ts'
import { storedTexts } from './stored-data.ts'

const files = {
  'articles/2026/one.md': articleFile({ id: '1', title: 'One' }, 'First.'),
  'articles/2026/two.md': articleFile({ id: '2', title: 'Two' }, 'Second.'),
  'articles/2026/three.md': articleFile({ id: '3', title: 'Three' }, 'Third.'),
  'media/2026/unused.png': await halves(20, 20).png().toBuffer(),
}

const site = await siteWithAdministrator(files)
afterAll(() => site[Symbol.asyncDispose]())
const ada = await signIn(site)

const json = (method: string, body?: unknown): Question => {
  const sent = body === undefined ? undefined : JSON.stringify(body)
  return {
    method,
    ...(sent !== undefined && { body: sent }),
    headers:
      sent === undefined
        ? {}
        : { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(sent)) },
  }
}

const send = (address: string, question: Question, key: string) =>
  ask(site.url, address, {
    ...question,
    headers: { ...question.headers, Cookie: ada.cookie, 'Idempotency-Key': key },
  })

interface Row {
  what: string
  address: string
  question: (round: number) => Promise<Question> | Question
  status: number
  body: object
}

const fields = { excerpt: 'E', content: 'T', category: 'mixing' }
const rows: Array<Row> = [
  {
    what: 'a new article',
    address: '/api/articles',
    question: () => json('POST', { title: 'Made once', ...fields }),
    status: 201,
    body: { title: 'Made once', slug: 'made-once' },
  },
  {
    what: 'a change',
    address: '/api/articles/1',
    question: () => json('PATCH', { title: 'One, changed' }),
    status: 200,
    body: { id: 1, title: 'One, changed' },
  },
  {
    what: 'a deletion',
    address: '/api/articles/2',
    question: () => json('DELETE'),
    status: 200,
    body: { deleted: true, id: 2 },
  },
  {
    what: 'a new address',
    address: '/api/articles/3/move',
    question: () => json('POST', { slug: 'moved' }),
    status: 200,
    body: { id: 3, slug: 'moved' },
  },
  {
    what: 'an upload',
    address: '/api/media',
    question: async () => ({
      method: 'POST',
      ...multipart([{ filename: 'once.png', bytes: await halves(21, 20).png().toBuffer() }]),
    }),
    status: 201,
    body: { url: expect.stringMatching(/\/once\.png$/), width: 21 },
  },
  {
    what: 'the deletion of a picture',
    address: '/api/media/2026/unused.png',
    question: () => json('DELETE'),
    status: 200,
    body: { deleted: true, path: '2026/unused.png' },
  },
]

test('writes that were committed when the process died are answered for the same key, and not repeated', async () => {
  await using process = await siteProcess({ files, env: admin })
  const { cookie: Cookie } = await signIn(process)
  const { git } = process.repository
  const all = await Promise.all(rows.map(async (row) => ({ ...row, sent: await row.question(1) })))
  const sendAll = () =>
    Promise.allSettled(
      all.map(({ address, sent }) =>
        ask(process.url, address, {
          ...sent,
          headers: { ...sent.headers, Cookie, 'Idempotency-Key': address },
        }),
      ),
    )
  const before = await process.savedTip()
  const commits = async () =>
    (await git('log', '--format=%an', `${before}..`)).split('\n').filter((name) => name === 'ada')
      .length
  // Killed when some are committed and others are not, mostly before the answers.
  const answers = sendAll()
  await eventually(async () => (await commits()) >= 3, 60_000)
  await process.stop('SIGKILL')
  await answers
  await process.restart()
  // Another user continues meanwhile, as soon as the site has taken back the lock of the killed
  // one.
  expect((await ask(process.url, '/api/articles')).status).toBe(200)
  await eventually(async () => !existsSync(process.repository.path('.git/index.lock')))
  await process.repository.write(
    'content/articles/2026/other.md',
    articleFile({ title: 'Another' }),
  )
  await process.repository.commit('By a writer')
  const again = await sendAll()
  expect(await commits()).toBe(rows.length)
  const replayed = await sendAll()
  for (const [at, { what, status, body }] of rows.entries()) {
    const [one, other] = [again[at], replayed[at]].map((each) =>
      each?.status === 'fulfilled' ? each.value : null,
    )
    expect([what, one?.status, JSON.parse(one?.text ?? '')]).toEqual([
      what,
      status,
      expect.objectContaining(body),
    ])
    expect([what, other?.status, other?.text]).toEqual([what, status, one?.text])
    expect(other?.headers['idempotent-replayed']).toBe('true')
  }
  // A commit that the killed process had written and not yet taken is no fault.
  expect([
    await git('fsck', '--strict', '--no-dangling'),
    await git('status', '--porcelain'),
  ]).toEqual(['', ''])
})

/** Without the session of ada, which a sign-in with its cookie would end. */
const visitor = { Cookie: '' }

test('a key is valid for one request of one person', async () => {
  const key = 'held-by-ada'
  // A refusal leaves it free.
  expect((await send('/api/articles/1', json('PATCH', { title: '' }), key)).status).toBe(422)
  const first = await send('/api/articles/1', json('PATCH', { excerpt: 'A' }), key)
  expect(first.status).toBe(200)
  for (const [address, question] of [
    ['/api/articles/1', json('PATCH', { excerpt: 'B' })],
    ['/api/articles/3', json('PATCH', { excerpt: 'A' })],
    ['/api/articles/1', json('DELETE')],
  ] as const)
    expect((await send(address, question, key)).status).toBe(422)
  const { body } = await ada.call<{ code: string }>('POST', '/api/auth/invitations')
  const bob = { username: 'bob', password: 'another long password', code: body.code }
  expect((await ada.call('POST', '/api/auth/register', bob, visitor)).status).toBe(201)
  const login = await ada.call(
    'POST',
    '/api/auth/login',
    { username: bob.username, password: bob.password },
    visitor,
  )
  const cookie = cookieIn(login)
  const other = await ask(site.url, '/api/articles/3', {
    ...json('PATCH', { excerpt: 'C' }),
    headers: { ...json('PATCH', { excerpt: 'C' }).headers, Cookie: cookie, 'Idempotency-Key': key },
  })
  expect(other.status).toBe(200)
  // A save that waited in a browser is sent as the user who made it, or not at all.
  const status = await ada.call<{ user: { id: number } }>('GET', '/api/auth/status')
  const meant = {
    ...json('PATCH', { excerpt: 'D' }).headers,
    'X-Session-User': String(status.body.user.id),
  }
  const inOtherName = { ...json('PATCH', { excerpt: 'D' }), headers: { ...meant, Cookie: cookie } }
  expect((await ask(site.url, '/api/articles/3', inOtherName)).status).toBe(401)
  expect(
    (
      await ask(site.url, '/api/articles/3', {
        ...inOtherName,
        headers: { ...meant, Cookie: ada.cookie },
      })
    ).status,
  ).toBe(200)
})

test('writes of accounts happen once too, and neither passwords nor codes are in plain text on the disk', async () => {
  const invitation = await send('/api/auth/invitations', json('POST', {}), 'invite')
  const { code } = JSON.parse(invitation.text) as { code: string }
  expect((await send('/api/auth/invitations', json('POST', {}), 'invite')).text).toBe(
    invitation.text,
  )
  const chosen = 'a password that nobody has'
  const change = json('POST', { currentPassword: admin.ADMIN_PASSWORD, newPassword: chosen })
  const replies = [
    await send('/api/auth/password', change, 'change'),
    await send('/api/auth/password', change, 'change'),
  ]
  expect(replies.map(({ status, text }) => [status, text])).toEqual(
    [1, 2].map(() => [200, '{"ok":true}']),
  )
  const back = json('POST', { currentPassword: chosen, newPassword: admin.ADMIN_PASSWORD })
  expect((await send('/api/auth/password', back, 'change')).status).toBe(422)
  expect((await send('/api/auth/password', back, 'change-back')).status).toBe(200)
  const profile = json('PATCH', { name: 'ada', email: 'ada@example.org' })
  const named = await send('/api/auth/profile', profile, 'profile')
  expect((await send('/api/auth/profile', profile, 'profile')).text).toBe(named.text)
  const other = await ada.call(
    'POST',
    '/api/auth/login',
    { username: 'ada', password: admin.ADMIN_PASSWORD },
    visitor,
  )
  expect(other.status).toBe(200)
  const { body: sessions } = await ada.call<Array<{ id: string; current: boolean }>>(
    'GET',
    '/api/auth/sessions',
  )
  const ended = `/api/auth/sessions/${sessions.find(({ current }) => !current)?.id}`
  expect((await send(ended, json('DELETE'), 'end')).status).toBe(200)
  expect((await send(ended, json('DELETE'), 'end')).status).toBe(200)
  expect((await send(ended, json('DELETE'), 'end-again')).status).toBe(404)

  const stored = await storedTexts(site, 'keys')
  expect(stored.length).toBeGreaterThanOrEqual(5)
  for (const secret of [code, chosen, admin.ADMIN_PASSWORD, 'ada', 'invite', 'change'])
    expect(stored.filter((text) => text.includes(secret))).toEqual([])
})

test('an invalid key is rejected', async () => {
  for (const key of ['', 'x'.repeat(201)])
    expect((await send('/api/articles/1', json('PATCH', { excerpt: 'Z' }), key)).status).toBe(400)
})
