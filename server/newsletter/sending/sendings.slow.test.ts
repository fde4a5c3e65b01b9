import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { SendingState, StartedSending } from '#domain/sending.ts'
import { drippingMailServer } from '../../../tests/dripping-mail-server.ts'
import { type MailServer, mailServer } from '../../../tests/mail-server.ts'
import { eventually } from '../../../tests/running-site.ts'
import {
  peopleOnList,
  quickPace,
  type SampleSending,
  sampleMail,
  sampleSendings,
  sampleStart,
  sendingFolder,
  toEverybody,
} from '../../../tests/sample-sending.ts'
import type { Pace } from './pace.ts'
import { restoredMark } from './sending-files.ts'

const everybody = (count: number) =>
  Array.from({ length: count }, (_, at) => `p${at + 1}@example.org`).toSorted()
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** An SMTP server, people on a list, and the sending of issue 1 to them. */
async function sendingTo(
  count: number,
  options: { pace?: Pace; server?: MailServer; limitMs?: number; url?: string } = {},
) {
  const server = options.server ?? (await mailServer())
  const { recipients, leave } = peopleOnList(count)
  const folder = await sendingFolder()
  const open: Array<SampleSending> = []
  let blocker: string | null = null

  /** A process on the same folder and list. */
  function another() {
    const sample = sampleSendings({ url: options.url ?? server.url }, folder.open(), recipients, {
      ...options,
      blocker: () => blocker,
    })
    open.push(sample)
    const { sendings, errors } = sample
    const until = (...kinds: ReadonlyArray<SendingState['kind']>): Promise<StartedSending> =>
      eventually(async () => {
        const state = await sendings.state(1, sampleMail.revision)
        return kinds.includes(state.kind) && (state as StartedSending)
      })
    return { sendings, errors, until, start: () => sendings.start(1, sampleMail, toEverybody) }
  }

  return {
    ...another(),
    another,
    server,
    folder,
    leave,
    /** Says why no further mail may be sent; null: it may. */
    block(reason: string | null) {
      blocker = reason
    },
    /** Waits until the server has so many mails. */
    mails: (least: number) => eventually(async () => server.mails.length >= least),
    got: () => server.mails.flatMap(({ to }) => to).toSorted(),
    async [Symbol.asyncDispose]() {
      for (const one of open) {
        await one.sendings.stop()
        one[Symbol.dispose]()
      }
      await folder[Symbol.asyncDispose]()
      await server[Symbol.asyncDispose]()
    },
  }
}

/** A server that is down, and a function that starts it. */
async function serverThatIsGone() {
  const gone = await mailServer()
  const port = Number(new URL(gone.url).port)
  await gone[Symbol.asyncDispose]()
  return { gone, back: () => mailServer(port) }
}

test('everybody gets the mail once, also when it is started twice at once', async () => {
  await using scene = await sendingTo(7)
  const { sendings, start, until, server } = scene
  expect(await sendings.state(1, '')).toEqual({ kind: 'unsent' })
  const starts = await Promise.allSettled([1, 2, 3].map(start))
  expect(starts.map(({ status }) => status).toSorted()).toEqual([
    'fulfilled',
    'rejected',
    'rejected',
  ])
  expect(await until('sent')).toMatchObject({ total: 7, sent: 7, left: 0, troubled: [] })
  expect(scene.got()).toEqual(everybody(7))
  // It also counts as sent for the next process.
  await eventually(async () => existsSync(path.join(scene.folder.path, 'issue-1.json')))
  const next = scene.another()
  await next.sendings.open()
  expect(await next.sendings.state(1, '')).toMatchObject({
    kind: 'sent',
    total: 7,
    sent: 7,
    changedSince: true,
  })
  await expect(next.start()).rejects.toThrow('nobody gets it twice')
  await next.sendings.resume(1)
  expect((await next.sendings.state(1, '')).kind).toBe('sent')
  expect(server.mails).toHaveLength(7)
  const ids = server.mails.map((mail) => mail.header('Message-ID'))
  expect(new Set(ids).size).toBe(7)
  for (const mail of server.mails)
    expect(mail.header('List-Id')).toBe('<newsletter.notes.example.org>')
})

test('people who unsubscribe before their turn get nothing', async () => {
  await using scene = await sendingTo(5)
  scene.server.delay(30)
  await scene.start()
  scene.leave(5)
  expect(await scene.until('sent')).toMatchObject({ sent: 4, gone: 1 })
  expect(scene.got()).toEqual(everybody(4))
})

test('a pause stops between two mails, and resuming continues there', async () => {
  await using scene = await sendingTo(9)
  const { sendings, server } = scene
  server.delay(30)
  await scene.start()
  await scene.mails(1)
  // Repeated calls.
  for (let round = 0; round < 5; round += 1) {
    await sendings.pause(1)
    await sendings.resume(1)
  }
  await sendings.pause(1)
  const paused = await eventually(async () => {
    const state = await scene.until('paused')
    return state.sent + state.left === 9 && state
  })
  expect(paused).toMatchObject({ kind: 'paused', reason: null })
  await pause(100)
  const before = server.mails.length
  expect(before).toBeLessThan(9)
  await pause(100)
  expect(server.mails).toHaveLength(before)
  // The pause survives a restart.
  await sendings.stop()
  const next = scene.another()
  await next.sendings.open()
  expect((await next.sendings.state(1, '')).kind).toBe('paused')
  await next.sendings.resume(1)
  expect(await next.until('sent')).toMatchObject({ sent: 9, changedSince: false })
  expect(scene.got()).toEqual(everybody(9))
})

test('an unreachable server pauses the sending with a reason, and nobody is skipped', async () => {
  const { gone, back } = await serverThatIsGone()
  await using scene = await sendingTo(5, { server: gone })
  await scene.start()
  const reason = expect.stringContaining('The SMTP server is out of reach')
  expect(await scene.until('waiting')).toMatchObject({ reason, left: 5 })
  expect(await scene.until('paused')).toMatchObject({ reason, left: 5, unsure: 0 })
  await using server = await back()
  await scene.sendings.resume(1)
  expect(await scene.until('sent')).toMatchObject({ sent: 5 })
  expect(server.mails.flatMap(({ to }) => to).toSorted()).toEqual(everybody(5))
})

test('after a restart of the server everybody gets the mail', async () => {
  await using scene = await sendingTo(12, {
    pace: { ...quickPace, serverDelays: Array(50).fill(40) },
  })
  await scene.start()
  await scene.mails(4)
  await scene.server[Symbol.asyncDispose]()
  await using second = await mailServer(Number(new URL(scene.server.url).port))
  const end = await scene.until('sent')
  const all = [...scene.server.mails, ...second.mails].flatMap(({ to }) => to)
  expect(new Set(all).size).toBe(all.length)
  // Recipients whose mail was being sent count as unsure, and are not tried again.
  expect(end.sent + end.unsure).toBe(12)
  expect(all.length).toBeGreaterThanOrEqual(end.sent)
  expect(end.unsure).toBeLessThanOrEqual(2)
})

test('a connection that breaks after the mail was accepted makes its recipients unsure, and nobody gets it twice', async () => {
  await using scene = await sendingTo(6)
  scene.server.hangUp('after data')
  await scene.start()
  expect((await scene.until('waiting', 'paused')).unsure).toBeGreaterThan(0)
  scene.server.hangUp(null)
  await scene.until('paused', 'sent')
  await scene.sendings.resume(1)
  const end = await scene.until('sent')
  expect(end.sent + end.unsure).toBe(6)
  const all = scene.got()
  expect(new Set(all).size).toBe(all.length)
  expect(
    end.troubled.every(({ kind, reason }) => kind === 'unsure' && reason.includes('out of reach')),
  ).toBe(true)
})

test('after a connection that breaks before the mail was sent everybody gets the mail, and nobody is unsure', async () => {
  await using scene = await sendingTo(6)
  scene.server.hangUp('after recipient')
  await scene.start()
  expect(await scene.until('paused')).toMatchObject({ left: 6, sent: 0, unsure: 0 })
  scene.server.hangUp(null)
  await scene.sendings.resume(1)
  expect(await scene.until('sent')).toMatchObject({ sent: 6, unsure: 0 })
  expect(scene.got()).toEqual(everybody(6))
})

test('a recipient that the server rejects is listed, and everybody else gets the mail', async () => {
  await using scene = await sendingTo(6)
  scene.server.refuse(550, ['p2@example.org'])
  await scene.start()
  const end = await scene.until('sent')
  expect(end).toMatchObject({ sent: 5, refused: 1, unsure: 0, left: 0 })
  expect(end.troubled).toMatchObject([{ email: 'p2@example.org', kind: 'refused' }])
  expect(scene.got()).toEqual(everybody(6).filter((email) => email !== 'p2@example.org'))
})

test('temporarily refused recipients are tried again; permanently refused ones are listed and can be retried manually', async () => {
  // Long enough to be seen waiting on a busy machine.
  const pace = { ...quickPace, refusalsInRow: 100, personDelays: [1500, 30] }
  await using scene = await sendingTo(3, { pace })
  scene.server.refuse(451)
  await scene.start()
  await scene.until('waiting')
  scene.server.refuse(550)
  const end = await scene.until('sent', 'paused')
  expect(end).toMatchObject({ sent: 0, refused: 3, left: 0 })
  expect(end.troubled).toContainEqual({
    email: 'p1@example.org',
    kind: 'refused',
    reason: 'The SMTP server rejected the mail (550).',
  })
  scene.server.refuse(null)
  await scene.sendings.retry(1)
  expect(await scene.until('sent')).toMatchObject({ sent: 3, refused: 0 })
  expect(scene.got()).toEqual(everybody(3))
})

test('many refusals in a row pause the sending', async () => {
  await using scene = await sendingTo(20)
  scene.server.refuse(550)
  await scene.start()
  const paused = await scene.until('paused')
  expect(paused).toMatchObject({
    refused: 4,
    left: 16,
    reason: expect.stringContaining('4 times in a row'),
  })
  scene.server.refuse(null)
  await scene.sendings.retry(1)
  expect(await scene.until('sent')).toMatchObject({ sent: 20 })
  expect(scene.got()).toEqual(everybody(20))
})

test('with a server that never finishes its answer nobody is skipped, and nobody who may have the mail is tried twice', async () => {
  await using dripping = await drippingMailServer('.')
  await using scene = await sendingTo(2, { url: dripping.url, limitMs: 1000 })
  await scene.start()
  expect(await scene.until('sent')).toMatchObject({ sent: 0, unsure: 2, left: 0 })
  expect(dripping.taken()).toBe(2)
  await using early = await drippingMailServer('RCPT')
  await using other = await sendingTo(2, { url: early.url, limitMs: 100 })
  await other.start()
  expect(await other.until('paused')).toMatchObject({
    unsure: 0,
    left: 2,
    reason: 'The SMTP server did not finish a mail within 0.1 seconds.',
  })
})

test('a mail that cannot be recorded is not sent', async () => {
  await using scene = await sendingTo(4)
  scene.folder.fail(true)
  await expect(scene.start()).rejects.toThrow('no space left')
  expect(scene.server.mails).toHaveLength(0)
  scene.folder.fail(false)
  await scene.start()
  expect(await scene.until('sent')).toMatchObject({ sent: 4 })
  expect(scene.got()).toEqual(everybody(4))
})

test('a disk error during the sending pauses it, and afterwards nobody gets the mail twice', async () => {
  await using scene = await sendingTo(8)
  scene.server.delay(20)
  await scene.start()
  await scene.mails(2)
  scene.folder.fail(true)
  await scene.until('paused')
  expect(scene.errors.length).toBeGreaterThan(0)
  scene.folder.fail(false)
  await pause(60)
  await scene.sendings.resume(1)
  expect((await scene.until('sent')).sent).toBe(8)
  expect(scene.got()).toEqual(everybody(8))
})

test('a stop waits for running mails, and the next start continues the sending', async () => {
  await using scene = await sendingTo(8)
  scene.server.delay(20)
  await scene.start()
  await scene.mails(1)
  await scene.sendings.stop()
  const before = scene.server.mails.length
  await pause(80)
  expect(scene.server.mails).toHaveLength(before)
  const next = scene.another()
  await next.sendings.open()
  expect(await next.until('sent')).toMatchObject({ sent: 8, unsure: 0 })
  expect(scene.got()).toEqual(everybody(8))
})

/** The first line of a journal. */
const begin = sampleStart([1, 2, 3])

test('repeated starts without a sent mail end in a pause', async () => {
  await using scene = await sendingTo(3)
  const run = { is: 'run', at: new Date().toISOString() }
  await scene.folder.writeJournal(1, [begin, run, run, run])
  await scene.sendings.open()
  expect(await scene.sendings.state(1, '')).toMatchObject({
    kind: 'paused',
    left: 3,
    changedSince: true,
  })
})

test('an issue that is unpublished meanwhile is sent to nobody else', async () => {
  await using scene = await sendingTo(8)
  const { server } = scene
  server.delay(30)
  await scene.start()
  await scene.mails(1)
  scene.block('It was deleted.')
  const paused = await scene.until('paused')
  expect(paused).toMatchObject({ reason: 'It was deleted.' })
  expect(paused.left).toBeGreaterThan(0)
  expect(server.mails).toHaveLength(8 - paused.left)
  scene.block(null)
  await scene.sendings.resume(1)
  expect(await scene.until('sent')).toMatchObject({ sent: 8 })
})

test('data from a backup pauses the sendings that were running', async () => {
  await using scene = await sendingTo(3)
  const { folder, sendings } = scene
  const mark = path.join(folder.path, restoredMark)
  await folder.writeJournal(1, [begin])
  await writeFile(mark, '')
  await sendings.open()
  expect(await sendings.state(1, '')).toMatchObject({
    kind: 'paused',
    left: 3,
    reason: expect.stringContaining('backup'),
  })
  expect(existsSync(mark)).toBe(false)
  await sendings.resume(1)
  expect(await scene.until('sent')).toMatchObject({ sent: 3 })
})

test('with an unreadable record nothing is sent, and that is reported', async () => {
  await using scene = await sendingTo(3)
  await scene.folder.writeJournal(1, [{ is: 'sent', id: 1 }])
  await scene.sendings.open()
  expect((await scene.sendings.state(1, '')).kind).toBe('unreadable')
  await expect(scene.start()).rejects.toThrow()
  expect(scene.server.mails).toHaveLength(0)
})
