import { expect, test } from 'vitest'
import type { BegunSending, SendingState } from '#domain/sending.ts'
import { mailServer, type ReceivedMail } from '../../../tests/mail-server.ts'
import { eventually } from '../../../tests/running-site.ts'
import { memoryJournals, peopleOnList, quickPace, sampleMail, sampleSendings } from './sample-sending.ts'
import type { Sendings } from './sendings.ts'

const got = (mails: ReadonlyArray<ReceivedMail>) => mails.flatMap(({ to }) => to).toSorted()
const everybody = (count: number) => Array.from({ length: count }, (_, at) => `p${at + 1}@example.org`).toSorted()

async function until(sendings: Sendings, ...kinds: ReadonlyArray<SendingState['kind']>): Promise<BegunSending> {
  return eventually(async () => {
    const state = await sendings.state(1, sampleMail.revision)
    return kinds.includes(state.kind) && (state as BegunSending)
  })
}

test('everybody gets the mail once, also when it is begun twice at once', async () => {
  await using server = await mailServer()
  const { recipients } = peopleOnList(7)
  const journals = memoryJournals()
  using sample = sampleSendings(server, journals, recipients)
  const { sendings } = sample
  expect(await sendings.state(1, '')).toEqual({ kind: 'unsent' })
  const starts = await Promise.allSettled([1, 2, 3].map(() => sendings.start(1, sampleMail)))
  expect(starts.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected'])
  expect(await until(sendings, 'sent')).toMatchObject({ total: 7, sent: 7, left: 0, troubled: [] })
  expect(got(server.mails)).toEqual(everybody(7))
  // It is out for the next process, too.
  await eventually(async () => journals.summaries.has(1))
  using next = sampleSendings(server, journals, recipients)
  await next.sendings.open()
  expect(await next.sendings.state(1, '')).toMatchObject({ kind: 'sent', total: 7, sent: 7, changedSince: true })
  await expect(next.sendings.start(1, sampleMail)).rejects.toThrow('goes to nobody twice')
  await next.sendings.resume(1)
  expect((await next.sendings.state(1, '')).kind).toBe('sent')
  expect(server.mails).toHaveLength(7)
  const ids = server.mails.map((mail) => mail.header('Message-ID'))
  expect(new Set(ids).size).toBe(7)
  for (const mail of server.mails) expect(mail.header('List-Id')).toBe('<newsletter.notes.example.org>')
})

test('who leaves the list before their turn gets nothing', async () => {
  await using server = await mailServer()
  const { recipients, leave } = peopleOnList(5)
  using sample = sampleSendings(server, memoryJournals(), recipients)
  server.delay(30)
  await sample.sendings.start(1, sampleMail)
  leave(5)
  expect(await until(sample.sendings, 'sent')).toMatchObject({ sent: 4, gone: 1 })
  expect(got(server.mails)).toEqual(everybody(4))
})

test('a pause stops between two mails, and resuming goes on where it was', async () => {
  await using server = await mailServer()
  const { recipients } = peopleOnList(9)
  const journals = memoryJournals()
  using sample = sampleSendings(server, journals, recipients)
  server.delay(30)
  await sample.sendings.start(1, sampleMail)
  await eventually(async () => server.mails.length > 0)
  // Pressed again and again.
  for (let round = 0; round < 5; round += 1) {
    await sample.sendings.pause(1)
    await sample.sendings.resume(1)
  }
  await sample.sendings.pause(1)
  const paused = await eventually(async () => {
    const state = await until(sample.sendings, 'paused')
    return state.sent + state.left === 9 && state
  })
  expect(paused).toMatchObject({ kind: 'paused', reason: null })
  await new Promise((resolve) => setTimeout(resolve, 100))
  const before = server.mails.length
  expect(before).toBeLessThan(9)
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(server.mails).toHaveLength(before)
  // The pause holds over a restart.
  await sample.sendings.stop()
  using next = sampleSendings(server, journals, recipients)
  await next.sendings.open()
  expect((await next.sendings.state(1, '')).kind).toBe('paused')
  await next.sendings.resume(1)
  expect(await until(next.sendings, 'sent')).toMatchObject({ sent: 9, changedSince: false })
  expect(got(server.mails)).toEqual(everybody(9))
})

test('a server that is out of reach pauses the sending with its reason, and nobody is lost', async () => {
  const gone = await mailServer()
  const port = Number(new URL(gone.url).port)
  await gone[Symbol.asyncDispose]()
  const { recipients } = peopleOnList(5)
  using sample = sampleSendings(gone, memoryJournals(), recipients)
  await sample.sendings.start(1, sampleMail)
  const waiting = await until(sample.sendings, 'waiting')
  expect(waiting).toMatchObject({ reason: expect.stringContaining('The SMTP server is out of reach'), left: 5 })
  const paused = await until(sample.sendings, 'paused')
  expect(paused).toMatchObject({
    reason: expect.stringContaining('The SMTP server is out of reach'),
    left: 5,
    unsure: 0,
  })
  await using back = await mailServer(port)
  await sample.sendings.resume(1)
  expect(await until(sample.sendings, 'sent')).toMatchObject({ sent: 5 })
  expect(got(back.mails)).toEqual(everybody(5))
})

test('a server that restarts while mails go out costs nobody the mail', async () => {
  const first = await mailServer()
  const port = Number(new URL(first.url).port)
  const { recipients } = peopleOnList(12)
  using sample = sampleSendings(first, memoryJournals(), recipients, { ...quickPace, serverDelays: Array(50).fill(40) })
  await sample.sendings.start(1, sampleMail)
  await eventually(async () => first.mails.length > 3)
  await first[Symbol.asyncDispose]()
  await using second = await mailServer(port)
  const end = await until(sample.sendings, 'sent')
  const all = got([...first.mails, ...second.mails])
  expect(new Set(all).size).toBe(all.length)
  // Whose mail was on its way in that moment counts as unsure, and is not sent to again.
  expect(end.sent + end.unsure).toBe(12)
  expect(all.length).toBeGreaterThanOrEqual(end.sent)
  expect(end.unsure).toBeLessThanOrEqual(2)
})

test('a connection that breaks after the mail was taken leaves its people unsure, and sends to nobody twice', async () => {
  await using server = await mailServer()
  const { recipients } = peopleOnList(6)
  using sample = sampleSendings(server, memoryJournals(), recipients)
  server.hangUp(true)
  await sample.sendings.start(1, sampleMail)
  const waiting = await until(sample.sendings, 'waiting', 'paused')
  expect(waiting.unsure).toBeGreaterThan(0)
  server.hangUp(false)
  await until(sample.sendings, 'paused', 'sent')
  await sample.sendings.resume(1)
  const end = await until(sample.sendings, 'sent')
  expect(end.sent + end.unsure).toBe(6)
  const all = got(server.mails)
  expect(new Set(all).size).toBe(all.length)
  expect(end.troubled.every(({ kind, reason }) => kind === 'unsure' && reason.includes('out of reach'))).toBe(true)
})

test('who is refused for now is tried again, who is refused for good is listed and can be tried again by hand', async () => {
  await using server = await mailServer()
  const { recipients } = peopleOnList(3)
  using sample = sampleSendings(server, memoryJournals(), recipients, { ...quickPace, refusalsInRow: 100 })
  server.refuse(451)
  await sample.sendings.start(1, sampleMail)
  await until(sample.sendings, 'waiting')
  server.refuse(550)
  const end = await until(sample.sendings, 'sent', 'paused')
  expect(end).toMatchObject({ sent: 0, refused: 3, left: 0 })
  expect(end.troubled).toContainEqual({
    email: 'p1@example.org',
    kind: 'refused',
    reason: 'The SMTP server did not take the mail (550).',
  })
  server.refuse(null)
  await sample.sendings.retry(1)
  expect(await until(sample.sendings, 'sent')).toMatchObject({ sent: 3, refused: 0 })
  expect(got(server.mails)).toEqual(everybody(3))
})

test('many who are refused one after the other pause the sending', async () => {
  await using server = await mailServer()
  const { recipients } = peopleOnList(20)
  using sample = sampleSendings(server, memoryJournals(), recipients)
  server.refuse(550)
  await sample.sendings.start(1, sampleMail)
  const paused = await until(sample.sendings, 'paused')
  expect(paused).toMatchObject({ refused: 4, left: 16, reason: expect.stringContaining('4 times in a row') })
  server.refuse(null)
  await sample.sendings.retry(1)
  expect(await until(sample.sendings, 'sent')).toMatchObject({ sent: 20 })
  expect(got(server.mails)).toEqual(everybody(20))
})

test('what can not be written down is not sent', async () => {
  await using server = await mailServer()
  const { recipients } = peopleOnList(4)
  const journals = memoryJournals()
  using sample = sampleSendings(server, journals, recipients)
  journals.fail(true)
  await expect(sample.sendings.start(1, sampleMail)).rejects.toThrow('no space left')
  expect(server.mails).toHaveLength(0)
  journals.fail(false)
  await sample.sendings.start(1, sampleMail)
  expect(await until(sample.sendings, 'sent')).toMatchObject({ sent: 4 })
  expect(got(server.mails)).toEqual(everybody(4))
})

test('a disk that refuses in the middle pauses, and afterwards nobody gets it twice', async () => {
  await using server = await mailServer()
  const { recipients } = peopleOnList(8)
  const journals = memoryJournals()
  using sample = sampleSendings(server, journals, recipients)
  server.delay(20)
  await sample.sendings.start(1, sampleMail)
  await eventually(async () => server.mails.length >= 2)
  journals.fail(true)
  await until(sample.sendings, 'paused')
  expect(sample.errors.length).toBeGreaterThan(0)
  journals.fail(false)
  await new Promise((resolve) => setTimeout(resolve, 60))
  await sample.sendings.resume(1)
  const end = await until(sample.sendings, 'sent')
  expect(end.sent).toBe(8)
  expect(got(server.mails)).toEqual(everybody(8))
})

test('a stop lets the mails under way end, and the next start goes on by itself', async () => {
  await using server = await mailServer()
  const { recipients } = peopleOnList(8)
  const journals = memoryJournals()
  using sample = sampleSendings(server, journals, recipients)
  server.delay(20)
  await sample.sendings.start(1, sampleMail)
  await eventually(async () => server.mails.length > 0)
  await sample.sendings.stop()
  const before = server.mails.length
  await new Promise((resolve) => setTimeout(resolve, 80))
  expect(server.mails).toHaveLength(before)
  using next = sampleSendings(server, journals, recipients)
  await next.sendings.open()
  expect(await until(next.sendings, 'sent')).toMatchObject({ sent: 8, unsure: 0 })
  expect(got(server.mails)).toEqual(everybody(8))
})

test('starts in a row without one mail going out end in a pause', async () => {
  await using server = await mailServer()
  const { recipients } = peopleOnList(3)
  const journals = memoryJournals()
  const { audience, name, at } = { audience: [1, 2, 3], name: 'n', at: new Date().toISOString() }
  const run = { is: 'run', at }
  journals.files.set(
    1,
    [{ is: 'begin', at, name, audience, ...sampleMail }, run, run, run].map((entry) => JSON.stringify(entry)),
  )
  using sample = sampleSendings(server, journals, recipients)
  await sample.sendings.open()
  expect(await sample.sendings.state(1, '')).toMatchObject({ kind: 'paused', left: 3, changedSince: true })
})

test('an issue that is taken back meanwhile goes to nobody else', async () => {
  await using server = await mailServer()
  const { recipients } = peopleOnList(8)
  const journals = memoryJournals()
  using sample = sampleSendings(server, journals, recipients)
  server.delay(30)
  await sample.sendings.start(1, sampleMail)
  await eventually(async () => server.mails.length > 0)
  journals.hindrance = 'It was deleted.'
  const paused = await until(sample.sendings, 'paused')
  expect(paused).toMatchObject({ reason: 'It was deleted.' })
  expect(paused.left).toBeGreaterThan(0)
  expect(server.mails).toHaveLength(8 - paused.left)
  journals.hindrance = null
  await sample.sendings.resume(1)
  expect(await until(sample.sendings, 'sent')).toMatchObject({ sent: 8 })
})

test('data from a backup pauses what was running then', async () => {
  await using server = await mailServer()
  const { recipients } = peopleOnList(3)
  const journals = memoryJournals()
  const begin = { is: 'begin', at: new Date().toISOString(), name: 'n', audience: [1, 2, 3], ...sampleMail }
  journals.files.set(1, [JSON.stringify(begin)])
  journals.restoredFromBackup = true
  using sample = sampleSendings(server, journals, recipients)
  await sample.sendings.open()
  expect(await sample.sendings.state(1, '')).toMatchObject({
    kind: 'paused',
    left: 3,
    reason: expect.stringContaining('backup'),
  })
  expect(journals.restoredFromBackup).toBe(false)
  await sample.sendings.resume(1)
  expect(await until(sample.sendings, 'sent')).toMatchObject({ sent: 3 })
})

test('a record that is no record sends nothing and says so', async () => {
  await using server = await mailServer()
  const { recipients } = peopleOnList(3)
  const journals = memoryJournals()
  journals.files.set(1, ['{"is":"sent","id":1}'])
  using sample = sampleSendings(server, journals, recipients)
  await sample.sendings.open()
  expect((await sample.sendings.state(1, '')).kind).toBe('unreadable')
  await expect(sample.sendings.start(1, sampleMail)).rejects.toThrow()
  expect(server.mails).toHaveLength(0)
})
