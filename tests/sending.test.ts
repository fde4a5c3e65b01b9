import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { MailPreview, SendingAnswer, StartedSending } from '../src/domain/sending.ts'
import { ask, askJson, post } from './http-client.ts'
import { type MailServer, mailServer } from './mail-server.ts'
import { eventually, publish, serversPerSite } from './running-site.ts'
import {
  issueFile,
  person,
  recipients,
  sendingProcess,
  sendingSite,
  siteYaml,
} from './sending-fixture.ts'
import { signIn } from './signed-in-site.ts'
import { storedTexts } from './stored-data.ts'

test('an issue is sent to every subscriber once, with a working unsubscribe link of their own', async () => {
  await using server = await mailServer()
  await using sending = await sendingSite({ smtpUrl: server.url, subscribers: 9 })
  const { site, act, start, until, state } = sending
  expect(await state()).toMatchObject({
    state: { kind: 'unsent' },
    from: 'Test Notes <notes@example.org>',
    testTo: 'ada@example.org',
    subscribers: 9,
    blockers: [],
  })
  // Two administrators press the button at the same time, in two browsers.
  const second = await signIn(site)
  const { body } = await second.call<{ revision: string }>('GET', '/api/newsletters/1')
  const request = { action: 'start', revision: body.revision }
  const pressed = await Promise.all([
    start(),
    second.call('POST', '/api/newsletters/1/sending', request),
  ])
  expect(pressed.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(await until(['sent'])).toMatchObject({
    total: 9,
    sent: 9,
    left: 0,
    refused: 0,
    unsure: 0,
    changedSince: false,
  })
  expect(recipients(server.mails)).toEqual(Array.from({ length: 9 }, (_, at) => person(at)))
  const mail = server.mails.find(({ to }) => to[0] === person(3))
  expect(mail?.header('Subject')).toBe('Warm pads')
  expect(mail?.header('List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click')
  const unsubscribe = /^<(\S+)>$/.exec(mail?.header('List-Unsubscribe') ?? '')?.[1] ?? ''
  expect(mail?.text).toContain(unsubscribe)
  expect(mail?.text).toContain('1 Groove Lane')
  expect(mail?.text).toMatch(/a link \(http:\/\/notes\.example\.org\/article\/warp\)/)
  expect(mail?.text).not.toContain('<p')
  const address = new URL(unsubscribe)
  const left = await ask(site.url, address.pathname + address.search, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  })
  expect(left.status).toBe(200)
  expect((await state()).subscribers).toBe(8)
  // A sent issue cannot be sent again.
  expect((await start()).status).toBe(409)
  expect((await act({ action: 'resume' })).status).toBe(200)
  expect((await until(['sent'])).kind).toBe('sent')
  expect(server.mails).toHaveLength(9)
  expect(site.output()).not.toContain('reader3')
  // Recipients are stored by number only.
  const stored = await storedTexts(site, 'mails')
  expect(stored.length).toBeGreaterThan(0)
  expect(stored.filter((text) => text.includes('reader3'))).toEqual([])
})

test('after kill -9 in the middle the sending continues, nobody gets it twice, and uncertain recipients are reported', async () => {
  await using server = await mailServer()
  await using sending = await sendingProcess({ smtpUrl: server.url, subscribers: 12 })
  // The server has stored these mails, but the site is killed before the answer.
  server.delay(200)
  await sending.start()
  await eventually(async () => server.mails.length >= 5)
  await sending.restart()
  const end = (await sending.until(['sent'])) as StartedSending
  expect(end).toMatchObject({ total: 12, left: 0, refused: 0 })
  expect(end.sent + end.unsure).toBe(12)
  expect(end.unsure).toBeGreaterThan(0)
  // Each server sends four mails concurrently.
  expect(end.unsure).toBeLessThanOrEqual(4 * serversPerSite)
  const all = recipients(server.mails)
  expect(new Set(all).size).toBe(all.length)
  expect(all.length).toBeGreaterThanOrEqual(end.sent)
  const unsure = end.troubled.map(({ email, kind }) => ({ email, kind }))
  expect(unsure).toHaveLength(end.unsure)
  for (const { email, kind } of unsure) {
    expect(kind).toBe('unsure')
    expect(email).toMatch(/^reader\d+@example\.org$/)
  }
  const got = new Set([...all, ...unsure.map(({ email }) => email)])
  expect(got.size).toBe(12)
})

test('a stop comes between two mails, a pause survives the restart, and resuming sends the rest', async () => {
  const people = 16 * serversPerSite
  await using server = await mailServer()
  await using sending = await sendingSite({ smtpUrl: server.url, subscribers: people })
  server.delay(100)
  // The mail server delays its answers, so that not all mails are sent before the signal and the
  // pause.
  const releaseFirst = server.hold()
  await sending.start()
  await eventually(async () => server.mails.length >= 2)
  const stopped = sending.site.stop()
  releaseFirst()
  await stopped
  const release = server.hold()
  await sending.restart()
  expect(((await sending.state()).state as StartedSending).unsure).toBe(0)
  expect((await sending.act({ action: 'pause' })).body.state.kind).toBe('paused')
  release()
  await sending.restart()
  const paused = await sending.state()
  expect(paused.state).toMatchObject({ kind: 'paused', unsure: 0 })
  const before = server.mails.length
  expect(before).toBeLessThan(people)
  expect((await sending.act({ action: 'resume' })).body.state.kind).toBe('sending')
  expect(await sending.until(['sent'])).toMatchObject({ sent: people, unsure: 0 })
  expect(recipients(server.mails)).toHaveLength(people)
})

test('while the SMTP server is down the sending waits and says so, and continues when it is back', async () => {
  const first = await mailServer()
  const port = Number(new URL(first.url).port)
  await using sending = await sendingSite({ smtpUrl: first.url, subscribers: 6 })
  await first[Symbol.asyncDispose]()
  await sending.start()
  const waiting = await sending.until(['waiting'])
  expect(waiting).toMatchObject({
    left: 6,
    reason: expect.stringContaining('The SMTP server is out of reach'),
  })
  await using second = await mailServer(port)
  expect(await sending.until(['sent'])).toMatchObject({ sent: 6, unsure: 0 })
  expect(recipients(second.mails)).toHaveLength(6)
})

describe('preconditions', () => {
  let server: MailServer
  let sending: Awaited<ReturnType<typeof sendingSite>>
  beforeAll(async () => {
    server = await mailServer()
    sending = await sendingSite({
      smtpUrl: server.url,
      subscribers: 1,
      files: {
        'newsletters/2026/008-draft.md': issueFile({ id: '2', title: 'A draft', draft: 'true' }),
        'newsletters/2026/009-later.md': issueFile({
          id: '3',
          title: 'Later',
          publishedAt: '2126-01-02',
        }),
      },
    })
  })
  beforeEach(() => {
    server.mails.length = 0
  })
  afterAll(async () => {
    await sending[Symbol.asyncDispose]()
    await server[Symbol.asyncDispose]()
  })

  test('the preview shows what is typed as the mail that would go out, and sends nothing', async () => {
    const { status, body } = await sending.ada.call<MailPreview>(
      'POST',
      '/api/newsletters/1/mail-preview',
      {
        title: 'Typed',
        content:
          'See ![Knobs](/media/knobs.png) and <script>alert(1)</script>\n\n> [!TIP]\n> Turn it.',
        articles: [{ title: 'A & B', excerpt: '', content: '[x](javascript:alert(1))' }],
      },
    )
    expect(status).toBe(200)
    expect(body.subject).toBe('Typed')
    expect(body.html).toMatch(
      /<img src="http:\/\/notes\.example\.org\/media\/knobs\.png\?w=1280" alt="Knobs"/,
    )
    expect(body.html).not.toMatch(/<script|javascript:/)
    expect(body.html).toContain('A &amp; B')
    expect(body.text).toContain('> Tip: Turn it.')
    expect(body.text).toContain('/unsubscribe?token=test')
    expect(body.bytes).toBe(Buffer.byteLength(body.html))
    expect(server.mails).toHaveLength(0)
  })

  test('a draft and a scheduled issue are sent to the administrator only', async () => {
    const { act, start, state } = sending
    for (const issue of [2, 3]) {
      const { status, body } = await start(issue)
      expect([status, body.message]).toEqual([
        409,
        'Only a published issue can be sent to all. Until then you can send a test to yourself.',
      ])
      expect((await act({ action: 'test' }, issue)).status).toBe(200)
      expect((await state(issue)).state.kind).toBe('unsent')
    }
    expect(recipients(server.mails)).toEqual(['ada@example.org', 'ada@example.org'])
    expect(server.mails[0]?.header('Subject')).toBe('Test: A draft')
  })

  test('a test mail that the server refuses is reported', async () => {
    server.refuse(550)
    expect((await sending.act({ action: 'test' })).status).toBe(422)
    server.refuse(451)
    const { status, body } = await sending.act({ action: 'test' })
    expect([status, body.message]).toEqual([
      503,
      'The test was not sent. The SMTP server rejected the mail (451).',
    ])
    server.refuse(null)
  })

  test('an issue that was changed meanwhile must be reviewed first, a key starts it once, and an edit then changes the site and sends nothing', async () => {
    const { ada, act } = sending
    const path = '/api/newsletters/1/sending'
    expect((await act({ action: 'start', revision: 'a'.repeat(40) })).body.message).toMatch(
      /changed meanwhile/,
    )
    expect((await act({ action: 'resume' })).status).toBe(409)
    expect((await act({ action: 'begin' })).status).toBe(422)
    expect((await ada.call('GET', '/api/newsletters/99/sending')).status).toBe(404)
    expect((await ask(sending.site.url, path)).status).toBe(401)
    expect((await post(sending.site.url, path, { action: 'test' })).status).toBe(401)
    expect(
      (await ada.call('POST', path, { action: 'test' }, { Origin: 'https://evil.example' })).status,
    ).toBe(403)
    const { body } = await ada.call<{ revision: string }>('GET', '/api/newsletters/1')
    const request = { action: 'start', revision: body.revision }
    const answers = await Promise.all(
      [1, 2].map(() => ada.call('POST', path, request, { 'Idempotency-Key': 'start-once' })),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    await sending.until(['sent'])
    expect(recipients(server.mails)).toEqual([person(0)])

    const edit = { title: 'Warmer pads', revision: body.revision }
    expect((await ada.call('PATCH', '/api/newsletters/1', edit)).status).toBe(200)
    expect((await sending.state()).state).toMatchObject({ kind: 'sent', changedSince: true })
    const again = await sending.start()
    expect([again.status, again.body.message]).toEqual([
      409,
      'The mail of this issue was started before; nobody gets it twice.',
    ])
    expect(server.mails).toHaveLength(1)
  })

  test('without a postal address or SMTP settings nothing is sent, and the message says what to do', async () => {
    const { site, state, act, start } = sending
    const before = (await state(1)).state.kind
    await site.repository.write('content/site.yaml', siteYaml.replace(/postalAddress[\s\S]*/, ''))
    await site.repository.commit('No address')
    await eventually(async () => (await state(1)).blockers.length > 0)
    expect((await act({ action: 'test' })).body.message).toMatch(
      /no postal address.*postalAddress in content\/site\.yaml/,
    )
    expect((await start(3)).body.message).toMatch(
      /no postal address.*postalAddress in content\/site\.yaml/,
    )
    await site.restart({ SMTP_URL: '', MAIL_FROM: '' })
    const { cookie: Cookie } = await signIn(site)
    const answer = await askJson<SendingAnswer>(site.url, '/api/newsletters/1/sending', {
      headers: { Cookie },
    })
    expect(answer.from).toBeNull()
    expect(answer.blockers[0]).toMatch(/set SMTP_URL and MAIL_FROM/)
    expect(answer.state.kind).toBe(before)
    await sending.restart()
    await publish(site, { 'site.yaml': siteYaml })
  })
})

test('an issue is not sent while it is empty, nobody is subscribed, no postal address is set or its links lead to this machine', async () => {
  await using server = await mailServer()
  const nobody = await sendingSite({
    smtpUrl: server.url,
    subscribers: 0,
    env: { SITE_URL: 'http://127.0.0.1:3000' },
    files: {
      'site.yaml': siteYaml.slice(0, siteYaml.indexOf('postalAddress')),
      'newsletters/2026/008-empty.md':
        '---\nid: 2\ntitle: Empty\nissueNumber: 8\npublishedAt: 2026-01-02\n---\n',
    },
  })
  await using _ = nobody
  const reasons = [
    /no postal address/,
    /127\.0\.0\.1.*SITE_URL/,
    /no text yet/,
    /no active subscribers/,
  ]
  const { blockers } = await nobody.state(2)
  const refused = await nobody.start(2)
  expect(refused.status).toBe(409)
  for (const reason of reasons) {
    expect(blockers).toContainEqual(expect.stringMatching(reason))
    expect(refused.body.message).toMatch(reason)
  }
  expect(server.mails).toEqual([])
})

test('a test mail is sent to the address of the account, or to a given one if the account has none', async () => {
  await using server = await mailServer()
  await using site = await sendingSite({ smtpUrl: server.url, subscribers: 0 })
  await site.ada.call('PATCH', '/api/auth/profile', { name: 'Ada', email: '' })
  expect(await site.state()).toMatchObject({ testTo: null, testBlockers: [] })
  const refused = await site.act({ action: 'test' })
  expect([refused.status, refused.body.message]).toEqual([
    422,
    expect.stringContaining('enter the address'),
  ])
  const wrong = await site.act({ action: 'test', to: 'nobody' })
  expect([wrong.status, wrong.body.message]).toEqual([422, 'Please enter a valid email address.'])
  expect((await site.act({ action: 'test', to: 'proof@example.org' })).status).toBe(200)
  await site.ada.call('PATCH', '/api/auth/profile', { name: 'Ada', email: 'ada@example.org' })
  expect((await site.act({ action: 'test' })).status).toBe(200)
  // The first tells that address that the account has it no longer.
  expect(server.mails.map(({ to }) => to[0])).toEqual([
    'ada@example.org',
    'proof@example.org',
    'ada@example.org',
  ])
})
