import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Subscriber } from '#domain/subscriber.ts'
import {
  createConfirmationMails,
  type Welcome,
} from '../server/people/subscribers/confirmation-mails.ts'
import { readToken, signToken } from '../server/people/subscribers/link-tokens.ts'
import { AttemptError } from '../server/people/subscribers/retries.ts'
import { embeddedSubscribers } from '../server/people/subscribers/subscriber-list.ts'
import type { SubscriberStore } from '../server/people/subscribers/subscriber-store.ts'
import { createSubscribing } from '../server/people/subscribers/subscribing.ts'
import { createSyncing } from '../server/people/subscribers/syncing.ts'
import { waitBeforeMail } from '../server/people/subscribers/transitions.ts'
import { processBus } from '../server/platform/bus.ts'
import { processLeases } from '../server/platform/leases.ts'

const hour = 60 * 60 * 1000
const day = 24 * hour
let time = Date.parse('2026-11-21T10:00:00Z')
let dataDir = ''
let list: ReturnType<typeof embeddedSubscribers>
let store: SubscriberStore

async function openList() {
  list = embeddedSubscribers(dataDir, { failed: () => {}, noticed: () => {} })
  store = await list.open()
}
beforeEach(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'session-notes-subscribing-'))
  await openList()
})
afterEach(async () => {
  await list.close()
  rmSync(dataDir, { recursive: true })
})

const application = {
  email: 'ada@example.org',
  source: 'footer',
  utm: {},
  customFields: {},
  page: 'https://notes.example.org/',
  wording: '1',
}

const fail = (error: unknown) => {
  throw error
}

function subscribing(doubleOptIn: boolean) {
  const asked: Array<number> = []
  const departed: Array<number> = []
  const parts = createSubscribing({
    open: list.open,
    confirmations: doubleOptIn ? { add: (id) => asked.push(id) } : null,
    syncing: null,
    now: () => new Date(time),
    departed: (count) => departed.push(count),
    failed: () => {},
  })
  return { ...parts, asked, departed }
}

/** The person with the address of `application`. */
const ada = async () => (await store.findByEmail(application.email)) as Subscriber

/** What the mail queue does after sending a mail. */
async function mailSent(): Promise<void> {
  const lastAt = new Date(time).toISOString()
  await store.change([(await ada()).id], (person) => ({
    ...person,
    confirmation: { sent: person.confirmation.sent + 1, lastAt, due: false },
  }))
}

test('without a mail server a subscription is active at once', async () => {
  expect(await subscribing(false).subscribe(application)).toEqual({ confirmation: false })
  expect(await ada()).toMatchObject({
    status: 'active',
    consent: { at: new Date(time).toISOString(), page: application.page, wording: '1' },
  })
})

test('mails to one address are limited: one per hour, five in all', async () => {
  const { subscribe, asked } = subscribing(true)
  let mails = 0
  for (let tries = 0; tries < 40; tries++) {
    const before = asked.length
    await subscribe(application)
    if (asked.length > before) {
      mails += 1
      await mailSent()
    }
    time += 20 * 60 * 1000
  }
  expect(mails).toBe(5)
})

test('a person who unsubscribes and comes back within the hour has a mail due, which waits for its time', async () => {
  const { subscribe, confirm, unsubscribe, asked } = subscribing(true)
  await subscribe(application)
  const { id } = await ada()
  await mailSent()
  const end = Math.floor(time / 1000) + 1_000_000
  for (let round = 1; round <= 6; round++) {
    const before = asked.length
    await confirm(signToken(store.secret, 'confirm', id, end), true)
    await unsubscribe(signToken(store.secret, 'unsubscribe', id), true)
    time += 20 * 60 * 1000
    // However often the address is entered, it is one mail.
    for (let entered = 0; entered < 3; entered++) await subscribe(application)
    const person = (await store.find(id)) as Subscriber
    expect(person).toMatchObject({ status: 'unconfirmed', confirmation: { sent: 0, due: true } })
    expect([new Set(asked.slice(before)), waitBeforeMail(person, new Date(time))]).toEqual([
      new Set([id]),
      hour * (2 / 3),
    ])
    time += hour * (2 / 3)
    expect(waitBeforeMail(person, new Date(time))).toBe(0)
    await mailSent()
  }
})

test('leaving without a confirmation permits no mails beyond the five', async () => {
  const { subscribe, unsubscribe } = subscribing(true)
  let mails = 0
  for (let tries = 0; tries < 40; tries++) {
    await subscribe(application)
    const person = await ada()
    if (person.confirmation.due && waitBeforeMail(person, new Date(time)) === 0) {
      mails += 1
      await mailSent()
    }
    if (tries % 2 === 0) await unsubscribe(signToken(store.secret, 'unsubscribe', person.id), true)
    time += 20 * 60 * 1000
  }
  expect(mails).toBe(5)
})

test('a mail that must wait goes out when its hour is over, also after a restart', async () => {
  const { subscribe } = subscribing(true)
  await subscribe(application)
  const person = await ada()
  const lastAt = Date.now() - hour + 1500
  const confirmation = { sent: 1, lastAt: new Date(lastAt).toISOString(), due: true }
  await store.change([person.id], () => ({ ...person, confirmation }))
  const sentAt: Array<number> = []
  const queue = () => confirmationQueue(async () => void sentAt.push(Date.now()))
  const first = queue()
  await first.begin()
  await expect.poll(first.waiting).toBe(1)
  await first.close()
  const second = queue()
  await second.begin()
  await expect.poll(() => sentAt.length, { timeout: 5000 }).toBe(1)
  expect(sentAt[0]).toBeGreaterThanOrEqual(lastAt + hour)
  await expect.poll(async () => (await ada()).confirmation).toMatchObject({ sent: 2, due: false })
  await second.close()
})

/** The queue of confirmation mails after a start. */
function confirmationQueue(
  send: () => Promise<void>,
  open = list.open,
  welcome: Welcome = async () => null,
) {
  return createConfirmationMails({
    open,
    bus: processBus(),
    leases: processLeases(),
    send,
    now: () => new Date(),
    listHeaders: () => ({}),
    welcome,
    downloadLinkFor: () => null,
    siteUrl: 'https://notes.example.org',
    settings: () => ({ name: 'Notes', language: 'en' }),
    serviceFailed: fail,
    undeliverable: fail,
    failed: () => {},
  })
}

test('a mail that was being sent when the process ended goes out once more, and never a third time', async () => {
  await subscribing(true).subscribe(application)
  const confirmation = async () => (await ada()).confirmation
  let asked = 0
  const hanging = () => {
    asked += 1
    return new Promise<void>(() => {})
  }
  await confirmationQueue(hanging).begin()
  await expect.poll(() => asked).toBe(1)
  expect(await confirmation()).toMatchObject({ due: true, unsure: true })
  await confirmationQueue(hanging).begin()
  await expect.poll(() => asked).toBe(2)
  expect(await confirmation()).toMatchObject({ due: false, unsure: true })
  const third = confirmationQueue(hanging)
  await third.begin()
  expect([third.waiting(), asked]).toEqual([0, 2])
  await third.close()
})

test('a welcome mail that was being sent when the process ended is not sent again', async () => {
  const { subscribe, confirm } = subscribing(true)
  await subscribe(application)
  const { id } = await ada()
  await confirm(signToken(store.secret, 'confirm', id, Math.floor(time / 1000) + 1000), true)
  expect((await ada()).confirmation.due).toBe(true)
  let asked = 0
  const hanging = () => {
    asked += 1
    return new Promise<void>(() => {})
  }
  const queue = () =>
    confirmationQueue(hanging, list.open, async () => ({ subject: 'S', text: 'T', html: 'H' }))
  await queue().begin()
  await expect.poll(() => asked).toBe(1)
  const second = queue()
  await second.begin()
  expect([second.waiting(), asked]).toEqual([0, 1])
  await second.close()
})

test('a mail that went out is not sent again when that cannot be stored', async () => {
  await subscribing(true).subscribe(application)
  let asked = 0
  const open = async () => {
    const people = await list.open()
    const change: typeof people.change = (ids, make) =>
      asked > 0 ? Promise.reject(new Error('no space')) : people.change(ids, make)
    return { ...people, change }
  }
  const send = async () => {
    asked += 1
  }
  const queue = confirmationQueue(send, open)
  await queue.begin()
  await expect.poll(() => [asked, queue.waiting()]).toEqual([1, 0])
  await queue.close()
  expect(asked).toBe(1)
})

test('people who never confirm are deleted after thirty days, and former subscribers are unsubscribed again', async () => {
  const { subscribe, confirm, tidy } = subscribing(true)
  await subscribe(application)
  const { id } = await ada()
  await subscribe({ ...application, email: 'left@example.org' })
  const left = await store.findByEmail('left@example.org')
  const unsubscribedAt = new Date(time).toISOString()
  await store.change([left?.id ?? 0], (person) => ({ ...person, unsubscribedAt }))
  const token = signToken(store.secret, 'confirm', id, Math.floor(time / 1000) + 30 * 24 * 60 * 60)
  time += 30 * day - 1000
  await tidy()
  expect(await confirm(token, false)).toEqual({ kind: 'ask', email: 'a…@example.org' })
  time += 2000
  expect(await confirm(token, true)).toEqual({ kind: 'expired' })
  await tidy()
  expect(await store.find(id)).toBe(null)
  expect(await store.standings(['ada@example.org'])).toEqual(new Map())
  expect(await store.findByEmail('left@example.org')).toMatchObject({ status: 'unsubscribed' })
})

test('an unconfirmed person who subscribes again without a mail server is active at once', async () => {
  await subscribing(true).subscribe(application)
  await subscribing(false).subscribe(application)
  expect(await ada()).toMatchObject({ status: 'active' })
})

test('a token is valid only for its purpose, its person and its time', () => {
  const secret = 'a secret'
  const token = signToken(secret, 'confirm', 7, 1000)
  expect(readToken(secret, 'confirm', token, 999_999)).toEqual({ kind: 'valid', id: 7 })
  expect(readToken(secret, 'confirm', token, 1_000_000)).toEqual({ kind: 'expired' })
  expect(readToken(secret, 'unsubscribe', token, 0)).toEqual({ kind: 'forged' })
  expect(readToken('another', 'confirm', token, 0)).toEqual({ kind: 'forged' })
  for (const other of [
    token.replace('7.', '8.'),
    token.replace('.1000.', '.9999.'),
    token.replace('.1000', ''),
    '',
  ])
    expect(readToken(secret, 'confirm', other, 0)).toEqual({ kind: 'forged' })
})

/**
 * A service that records its calls and handles each with `how`, and the functions that report
 * changes of the store to it.
 */
function service(how: (call: string, time: number) => Promise<void> | void) {
  const calls: Array<string> = []
  const call =
    (name: string) =>
    async ({ email }: { email: string }) => {
      calls.push(`${name} ${email}`)
      await how(name, calls.length)
    }
  const syncing = createSyncing({
    open: list.open,
    bus: processBus(),
    leases: processLeases(),
    provider: {
      name: 'It',
      key: 'it',
      subscribe: call('subscribe'),
      unsubscribe: call('unsubscribe'),
    },
    serviceFailed: () => {},
    failed: () => {},
  })
  return { calls, syncing }
}

/** What an administrator's deletion does while the service knows the person. */
async function eraseKnown(key = 'it'): Promise<Subscriber> {
  const person = await ada()
  const { id, email } = person
  const departure = { id, email, service: { key, name: 'It' }, at: new Date(time).toISOString() }
  await store.erase(id, { remember: true, departure: () => departure })
  return person
}

/** The contents of all files of the list. */
const stored = () =>
  readdirSync(dataDir)
    .filter((name) => name.startsWith('subscribers'))
    .map((name) => readFileSync(path.join(dataDir, name), 'utf8'))
    .join('')

/** A promise that the test resolves. */
function gate() {
  let open: () => void = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, opened }
}

test('a person erased during a call to a service is removed there too, also when that fails at first', async () => {
  const taking = gate()
  const { calls, syncing } = service((_, time) => {
    if (time === 1) return taking.opened
    if (time === 2) throw new AttemptError('It is busy.', 'service')
  })
  await syncing.begin()
  await subscribing(false).subscribe(application)
  const person = await ada()
  const told = syncing.syncNow(person.id)
  await expect.poll(() => calls).toHaveLength(1)
  await eraseKnown()
  taking.open()
  expect(await told).toBe(false)
  expect(stored()).toContain('ada@example.org')
  await expect.poll(() => store.departures()).toEqual([])
  expect(calls).toEqual(
    ['subscribe', 'unsubscribe', 'unsubscribe'].map((call) => `${call} ada@example.org`),
  )
  await expect.poll(stored).not.toContain('ada@example.org')
  syncing.close()
})

test('a service that was down during an erasure gets it after the next start, and another service does not', async () => {
  await subscribing(false).subscribe(application)
  const { id } = await eraseKnown()
  await subscribing(false).subscribe({ ...application, email: 'other@example.org' })
  const other = (await store.findByEmail('other@example.org')) as Subscriber
  const elsewhere = {
    id: other.id,
    email: other.email,
    service: { key: 'gone', name: 'G' },
    at: other.subscribedAt,
  }
  await store.erase(other.id, { remember: true, departure: () => elsewhere })
  await list.close()
  await openList()
  expect(await store.findDeparture(id)).toMatchObject({ email: 'ada@example.org' })
  const { calls, syncing } = service(() => {})
  await syncing.begin()
  await expect.poll(() => store.departures()).toEqual([elsewhere])
  expect(calls).toEqual(['unsubscribe ada@example.org'])
  syncing.close()
})

test('a person who subscribes again is not removed, even when the removal is running', async () => {
  const removing = gate()
  const { calls, syncing } = service((call) =>
    call === 'unsubscribe' ? removing.opened : undefined,
  )
  await syncing.begin()
  await subscribing(false).subscribe(application)
  const { id } = await eraseKnown()
  const told = syncing.removeNow(id)
  await expect.poll(() => calls).toHaveLength(1)
  await subscribing(false).subscribe(application)
  const back = await ada()
  expect([await syncing.syncNow(back.id), await store.departures()]).toEqual([true, []])
  removing.open()
  expect(await told).toBe(true)
  await expect.poll(() => calls).toHaveLength(3)
  expect(calls).toEqual(
    ['unsubscribe', 'subscribe', 'subscribe'].map((call) => `${call} ada@example.org`),
  )
  syncing.close()
})

test('the address of an erased person is stored for a service for thirty days at most', async () => {
  const parts = subscribing(false)
  await parts.subscribe(application)
  const { id } = await eraseKnown()
  time += 30 * day - 1000
  await parts.tidy()
  expect([(await store.findDeparture(id))?.email, parts.departed]).toEqual(['ada@example.org', []])
  time += 1000
  await parts.tidy()
  await parts.tidy()
  expect([(await store.findDeparture(id))?.email, parts.departed]).toEqual([null, [1]])
  expect(stored()).not.toContain('ada@example.org')
})
