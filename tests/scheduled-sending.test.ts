import { expect, test } from 'vitest'
import type { AudienceAnswer, SendingAnswer, StartedSending } from '../src/domain/sending.ts'
import { ask } from './http-client.ts'
import { mailServer } from './mail-server.ts'
import { eventually } from './running-site.ts'
import { issueFile, person, recipients, sendingSite } from './sending-fixture.ts'

const soon = (ms: number) => new Date(Date.now() + ms).toISOString()

test('an issue is mailed at its time by a server that was restarted before it and meanwhile, to everybody once', async () => {
  await using server = await mailServer()
  await using sending = await sendingSite({ smtpUrl: server.url, subscribers: 12 })
  const { act, state, until } = sending
  expect(await act({ action: 'schedule', at: soon(-1000) })).toMatchObject({
    status: 409,
    body: { message: 'That time is past already.' },
  })
  const at = soon(9000)
  const { body } = await act({ action: 'schedule', at })
  expect(body.state).toMatchObject({ kind: 'scheduled', at })
  await sending.restart()
  expect((await state()).state).toMatchObject({ kind: 'scheduled', at })
  expect(server.mails).toEqual([])
  server.delay(100)
  await eventually(async () => server.mails.length >= 1, 60_000)
  expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(at))
  await sending.restart()
  const end = (await until(['sent'])) as StartedSending
  expect(end.sent + end.unsure).toBe(12)
  const all = recipients(server.mails)
  expect(new Set(all).size).toBe(all.length)
  expect((await act({ action: 'schedule', at: soon(60_000) })).status).toBe(409)
})

test('a schedule is called off, replaced, and held with the reason when the issue is no longer published', async () => {
  await using server = await mailServer()
  await using sending = await sendingSite({ smtpUrl: server.url, subscribers: 3 })
  const { site, act, state, until } = sending
  expect((await act({ action: 'unschedule' })).status).toBe(409)
  await act({ action: 'schedule', at: soon(3_600_000) })
  const again = soon(7_200_000)
  expect((await act({ action: 'schedule', at: again })).body.state).toMatchObject({
    kind: 'scheduled',
    at: again,
  })
  expect((await act({ action: 'unschedule' })).body.state).toEqual({ kind: 'unsent' })
  await act({ action: 'schedule', at: soon(5000) })
  await site.stop()
  await site.repository.write('content/newsletters/2026/007-pads.md', issueFile({ draft: 'true' }))
  await site.repository.commit('Not yet')
  await site.restart()
  const held = await until(['held'])
  expect(held).toMatchObject({
    kind: 'held',
    reason: expect.stringContaining('Only a published issue'),
  })
  expect(server.mails).toEqual([])
  await sending.restart()
  expect((await state()).state.kind).toBe('held')
})

test('a reader chooses topics by the link of a mail, a segment follows them, and the issue tells who left by its mail', async () => {
  await using server = await mailServer()
  await using sending = await sendingSite({
    smtpUrl: server.url,
    subscribers: 4,
    files: {
      'newsletters/2026/008.md':
        '---\nid: 2\ntitle: Second\nissueNumber: 8\ndescription: D\npublishedAt: 2026-01-03\n---\n\nText.\n',
    },
  })
  const { site, act, start, until, state, ada } = sending
  await start()
  await until(['sent'])
  const linkOf = (at: number) => {
    const mail = server.mails.find(({ to }) => to[0] === person(at))
    return new URL(/^(\S+&choose=1)$/m.exec(mail?.text ?? '')?.[1] ?? '')
  }
  const tokens = [0, 1, 2, 3].map((at) => linkOf(at).searchParams.get('token'))
  const form = { 'Content-Type': 'application/x-www-form-urlencoded' }
  const redirected = await ask(site.url, linkOf(0).pathname + linkOf(0).search)
  expect(redirected.status).toBe(303)
  const page = String(redirected.headers.location)
  expect(page).toMatch(/^\/preferences\?token=/)
  const shown = await ask(site.url, page)
  expect(shown.status).toBe(200)
  expect(shown.headers['cache-control']).toContain('private')
  expect(String(shown.body)).toContain('What would you like to get?')
  expect(String(shown.body)).not.toContain('checked')
  const pageOf = (at: number) => `/preferences?token=${tokens[at]}`
  const choose = (at: number, body: string) =>
    ask(site.url, pageOf(at), { method: 'POST', headers: form, body })
  const saved = await choose(0, 'topics=mixing&topics=hardware&levels=beginner&levels=intermediate')
  expect(String(saved.body)).toContain('Your topics are saved')
  expect(String(saved.body).match(/checked/g)).toHaveLength(4)
  expect((await choose(1, 'topics=plugins')).status).toBe(200)
  expect((await choose(1, 'topics=nonsense')).status).toBe(400)
  expect((await ask(site.url, '/preferences?token=1.x')).status).toBe(400)

  const audience = async (segment: object) =>
    (await ada.call<AudienceAnswer>('POST', '/api/newsletters/2/audience', segment)).body
  expect(await audience({})).toEqual({ count: 4, sources: [{ source: 'import', count: 4 }] })
  // Readers 2 and 3 have chosen nothing and get the issues of all topics.
  expect((await audience({ topics: ['mixing'] })).count).toBe(3)
  expect((await audience({ topics: ['mixing'], levels: ['advanced'] })).count).toBe(2)
  expect((await audience({ sources: ['footer'] })).count).toBe(0)
  const { body } = await ada.call<{ revision: string }>('GET', '/api/newsletters/2')
  const nobody = { action: 'start', revision: body.revision, segment: { sources: ['footer'] } }
  expect(await act(nobody, 2)).toMatchObject({
    status: 409,
    body: { message: 'No active subscriber is in this segment.' },
  })
  server.mails.length = 0
  const segment = { sources: [], topics: ['plugins'], levels: [] }
  expect((await act({ action: 'schedule', at: soon(1500), segment }, 2)).body.state).toMatchObject({
    segment,
  })
  expect(await until(['sent'], 2)).toMatchObject({ total: 3, sent: 3, segment, unsubscribed: 0 })
  expect(recipients(server.mails)).toEqual([person(1), person(2), person(3)])

  const leave = linkOf(2)
  leave.searchParams.delete('choose')
  const left = await ask(site.url, leave.pathname + leave.search, {
    method: 'POST',
    headers: form,
    body: '',
  })
  expect(left.status).toBe(200)
  const told = async (issue: number): Promise<SendingAnswer['state']> => (await state(issue)).state
  expect([await told(1), await told(2)]).toMatchObject([{ unsubscribed: 0 }, { unsubscribed: 1 }])
  expect(String((await ask(site.url, pageOf(2))).body)).toContain('You get no mails from us')
  const csv = await ask(site.url, '/api/subscribers.csv', { headers: { Cookie: ada.cookie } })
  expect(String(csv.body)).toContain('mixing hardware,beginner intermediate')
  const list = await ada.call<
    Array<{ id: number; email: string; choice?: object; leftIssue?: number }>
  >('GET', '/api/subscribers')
  const entry = (at: number) => list.body.find(({ email }) => email === person(at))
  expect(entry(0)?.choice).toEqual({
    topics: ['mixing', 'hardware'],
    levels: ['beginner', 'intermediate'],
  })
  expect(entry(2)?.leftIssue).toBe(2)
  expect((await choose(0, '')).status).toBe(200)
  expect((await audience({ topics: ['plugins'] })).count).toBe(3)
  // Erasing a person takes the choice with it.
  const { status } = await ada.call('DELETE', `/api/subscribers/${entry(1)?.id}`)
  expect([
    status,
    String((await ask(site.url, pageOf(1))).body).includes('You get no mails from us'),
  ]).toEqual([200, true])
})
