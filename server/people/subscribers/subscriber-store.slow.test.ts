import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { setImmediate } from 'node:timers/promises'
import fc from 'fast-check'
import { afterAll, afterEach, expect, test } from 'vitest'
import type { NewSubscriber } from '#domain/subscriber.ts'
import { temporaryFolder } from '../../../tests/temp-repository.ts'
import { openJournal } from '../../platform/journal.ts'
import { embeddedSubscribers } from './subscriber-list.ts'
import type { SubscriberStore } from './subscriber-store.ts'

const base = await temporaryFolder()
afterAll(() => base[Symbol.asyncDispose]())

let count = 0
function folder(): string {
  count += 1
  const name = path.join(base.path, String(count))
  mkdirSync(name)
  return name
}

const opened: Array<{ close(): Promise<void> }> = []
afterEach(async () => {
  for (const store of opened.splice(0)) await store.close()
})

/** Opens the list of a folder; `noticed` gets the messages for the log. */
async function open(dataDir: string, noticed: Array<string> = []) {
  const list = embeddedSubscribers(dataDir, {
    failed(error) {
      throw error
    },
    noticed: (message) => noticed.push(message),
  })
  opened.push(list)
  const store = await list.open()
  return { ...list, ...store }
}

const at = '2026-11-21T10:00:00.000Z'
const somebody = (email: string): NewSubscriber => ({
  email,
  subscribedAt: at,
  status: 'active',
  source: 'footer',
  utm: {},
  customFields: {},
  consent: { at, page: null, wording: '1' },
  confirmedAt: null,
  unsubscribedAt: null,
  confirmation: { sent: 0, lastAt: null, due: false },
  told: null,
})
async function emails(store: SubscriberStore) {
  const found: Array<string> = []
  for await (const people of store.portions({ service: null }, 'oldest'))
    found.push(...people.map(({ email }) => email))
  return found
}
const wasErased = async (store: SubscriberStore, email: string) =>
  (await store.standings([email])).get(email) === 'erased'
const journalOf = (dataDir: string) => path.join(dataDir, 'subscribers.1.journal')
const filesOf = (dataDir: string) =>
  readdirSync(dataDir)
    .filter((name) => name.startsWith('subscribers'))
    .sort()

test('a subscription is one line of the journal, and is loaded at the next start', async () => {
  const dataDir = folder()
  const store = await open(dataDir)
  for (const email of ['a@example.org', 'b@example.org']) await store.add([somebody(email)])
  expect(readFileSync(journalOf(dataDir), 'utf8').trim().split('\n')).toHaveLength(2)
  await store.close()
  expect(await emails(await open(dataDir))).toEqual(['a@example.org', 'b@example.org'])
  expect(filesOf(dataDir)).toEqual([
    'subscribers-committed',
    'subscribers.1.journal',
    'subscribers.json',
  ])
})

test('after any incomplete last line, everything before it is loaded and the rest is cut off', async () => {
  const dataDir = folder()
  const store = await open(dataDir)
  await store.add([somebody('kept@example.org')])
  const { size } = statSync(journalOf(dataDir))
  await store.add(['torn1@example.org', 'torn2@example.org'].map(somebody))
  await store.close()
  const whole = readFileSync(journalOf(dataDir))
  for (let length = size; length <= whole.length; length += length < whole.length - 3 ? 97 : 1) {
    const copy = folder()
    copyFileSync(path.join(dataDir, 'link-secret'), path.join(copy, 'link-secret'))
    writeFileSync(journalOf(copy), whole.subarray(0, length))
    const reopened = await open(copy)
    const expected = length === whole.length ? 3 : 1
    expect([length, (await emails(reopened)).length]).toEqual([length, expected])
    await reopened.add([somebody('next@example.org')])
    await reopened.close()
    expect(await emails(await open(copy))).toHaveLength(expected + 1)
  }
})

test('a last line that a power failure damaged is not refused', async () => {
  for (const garbage of [
    '\0'.repeat(100),
    `${'\0'.repeat(50)}\n${'\0'.repeat(50)}\n`,
    'ffffffffffffffff [{"put":1}]\n',
  ]) {
    const dataDir = folder()
    const store = await open(dataDir)
    await store.add([somebody('kept@example.org')])
    await store.close()
    appendFileSync(journalOf(dataDir), garbage)
    expect(await emails(await open(dataDir))).toEqual(['kept@example.org'])
  }
})

test('a damaged line before the last one, a missing journal and a lost list are refused without quoting an address', async () => {
  const dataDir = folder()
  const store = await open(dataDir)
  for (const name of ['a', 'b', 'c']) await store.add([somebody(`${name}@example.org`)])
  await store.compact()
  for (const name of ['d', 'e', 'f']) await store.add([somebody(`${name}@example.org`)])
  await store.close()
  const journal = path.join(dataDir, 'subscribers.2.journal')
  const good = readFileSync(journal)
  const refusal = () =>
    open(dataDir).then(
      () => null,
      (error: Error) => error,
    )
  const flipped = Buffer.from(good)
  flipped[30] = (flipped[30] ?? 0) ^ 1
  writeFileSync(journal, flipped)
  expect(await refusal()).toMatchObject({
    name: 'UnreadableFile',
    message: expect.stringContaining('damaged'),
  })
  rmSync(journal)
  writeFileSync(path.join(dataDir, 'subscribers.3.journal'), good)
  expect(await refusal()).toMatchObject({
    name: 'UnreadableFile',
    message: expect.stringContaining('missing'),
  })
  rmSync(path.join(dataDir, 'subscribers.3.journal'))
  writeFileSync(journal, good)
  const list = path.join(dataDir, 'subscribers.json')
  writeFileSync(list, readFileSync(list, 'utf8').replace('"id":1', '"id":"a@example.org"'))
  const error = await refusal()
  expect(error?.name).toBe('UnreadableFile')
  expect(error?.message).not.toContain('@')
})

/** A folder with a list of three people, each with a line of the journal. */
async function threePeople(): Promise<string> {
  const dataDir = folder()
  const store = await open(dataDir)
  for (const name of ['a', 'b', 'c']) await store.add([somebody(`${name}@example.org`)])
  await store.close()
  return dataDir
}

test.each<[name: string, file: string, damage: (bytes: Buffer) => Buffer | null]>([
  ['a journal of zeros', 'subscribers.1.journal', (bytes) => Buffer.alloc(bytes.length)],
  [
    'a journal cut to half',
    'subscribers.1.journal',
    (bytes) => bytes.subarray(0, bytes.length / 2),
  ],
  ['an emptied journal', 'subscribers.1.journal', () => Buffer.of()],
  ['a missing journal', 'subscribers.1.journal', () => null],
  [
    'a journal without its last line',
    'subscribers.1.journal',
    (bytes) => bytes.subarray(0, bytes.lastIndexOf(10, -2) + 1),
  ],
  ['a last line that breaks off', 'subscribers.1.journal', (bytes) => bytes.subarray(0, -5)],
  [
    'a last line with another byte',
    'subscribers.1.journal',
    (bytes) => Buffer.concat([bytes.subarray(0, -9), Buffer.from('x'), bytes.subarray(-8)]),
  ],
  [
    'a last line of zeros',
    'subscribers.1.journal',
    (bytes) => Buffer.concat([bytes.subarray(0, -50), Buffer.alloc(50)]),
  ],
  ['a missing list', 'subscribers.json', () => null],
  ['a damaged mark', 'subscribers-committed', (bytes) => Buffer.alloc(bytes.length)],
  ['a missing secret', 'link-secret', () => null],
  ['a short secret', 'link-secret', () => Buffer.from('short')],
  ['a secret of zeros', 'link-secret', (bytes) => Buffer.alloc(bytes.length)],
  ['another secret', 'link-secret', () => Buffer.from('x'.repeat(43))],
])(
  '%s closes the list; the error names the file, and the file is not changed',
  async (_name, name, damage) => {
    const dataDir = await threePeople()
    const file = path.join(dataDir, name)
    const damaged = damage(readFileSync(file))
    if (damaged) writeFileSync(file, damaged)
    else rmSync(file)
    const error = await open(dataDir).catch((error: Error) => error)
    expect(error).toMatchObject({
      name: 'UnreadableFile',
      message: expect.stringMatching(new RegExp(`${name}.*\\.$`)),
    })
    expect(existsSync(file) ? readFileSync(file) : null).toEqual(damaged)
  },
)

test('an unfinished last line is stored beside the journal until somebody is erased', async () => {
  const dataDir = await threePeople()
  const unfinished = '0123456789abcdef [{"put":{"email":"torn@example.org"'
  appendFileSync(journalOf(dataDir), unfinished)
  const told: Array<string> = []
  const store = await open(dataDir, told)
  expect(await emails(store)).toHaveLength(3)
  expect(told).toEqual([expect.stringContaining('subscribers.1.journal')])
  expect(readFileSync(`${journalOf(dataDir)}.unfinished`, 'utf8')).toBe(unfinished)
  await store.compact()
  expect(existsSync(`${journalOf(dataDir)}.unfinished`)).toBe(true)
  await store.erase(1, { remember: true })
  expect(existsSync(`${journalOf(dataDir)}.unfinished`)).toBe(false)
  await store.close()
})

test('a journal without its mark is read without it, and that is reported', async () => {
  const dataDir = await threePeople()
  rmSync(path.join(dataDir, 'subscribers-committed'))
  const told: Array<string> = []
  const store = await open(dataDir, told)
  expect(told).toEqual([expect.stringContaining('subscribers-committed')])
  await store.close()
  expect(await emails(await open(dataDir))).toHaveLength(3)
})

test('a list of an older version, with only a journal and a secret, is migrated to all later checks', async () => {
  const dataDir = await threePeople()
  for (const name of ['subscribers-committed', 'subscribers.json']) rmSync(path.join(dataDir, name))
  await (await open(dataDir)).close()
  expect(await emails(await open(dataDir))).toHaveLength(3)
  rmSync(path.join(dataDir, 'link-secret'))
  await expect(open(dataDir)).rejects.toThrow('link-secret is missing')
})

test('the list of the previous version is migrated', async () => {
  const dataDir = folder()
  const old = {
    id: 4,
    subscribedAt: at,
    source: 'footer',
    utm: {},
    customFields: { page_url: 'https://a.example/' },
  }
  writeFileSync(
    path.join(dataDir, 'subscribers.json'),
    JSON.stringify({
      nextId: 9,
      subscribers: [
        { ...old, email: 'in@example.org', active: true },
        { ...old, id: 5, email: 'out@example.org', active: false },
      ],
    }),
  )
  const store = await open(dataDir)
  expect(await store.find(4)).toMatchObject({
    status: 'active',
    consent: { at, page: 'https://a.example/' },
    confirmation: { due: false },
  })
  expect(await store.find(5)).toMatchObject({ status: 'unsubscribed' })
  expect((await store.add([somebody('new@example.org')]))[0]?.id).toBe(9)
  await store.compact()
  await store.close()
  expect(await emails(await open(dataDir))).toEqual([
    'in@example.org',
    'out@example.org',
    'new@example.org',
  ])
})

test('an erased person is in no file any more, and a hash remains only on request', async () => {
  const dataDir = folder()
  const store = await open(dataDir)
  await store.add(['gone@example.org', 'never@example.org', 'stays@example.org'].map(somebody))
  await store.compact()
  await store.erase(1, { remember: true })
  await store.erase(2, { remember: false })
  await store.close()
  for (const name of filesOf(dataDir))
    expect(readFileSync(path.join(dataDir, name), 'utf8')).not.toMatch(/gone|never/)
  const again = await open(dataDir)
  expect([
    await wasErased(again, 'GONE@example.org'),
    await wasErased(again, 'never@example.org'),
  ]).toEqual([true, false])
  expect((await again.add([somebody('gone@example.org')]))[0]?.id).toBe(4)
  expect(await wasErased(again, 'gone@example.org')).toBe(false)
})

test('an erasure whose list cannot be written is taken back, and one who subscribed again meanwhile stays', async () => {
  const dataDir = folder()
  const store = await open(dataDir)
  await store.add(['a@example.org', 'b@example.org', 'c@example.org'].map(somebody))
  await store.compact()
  // The list cannot be renamed to the path of a folder.
  const file = path.join(dataDir, 'subscribers.json')
  renameSync(file, `${file}.away`)
  mkdirSync(file)
  const refused = Promise.allSettled([1, 2].map((id) => store.erase(id, { remember: true })))
  while (await store.find(1)) await setImmediate()
  await store.add([somebody('B@example.org')])
  const refusal = { reason: { name: 'StorageError' } }
  expect(await refused).toMatchObject([refusal, refusal])
  const expected = ['a@example.org', 'c@example.org', 'B@example.org']
  expect([await emails(store), await wasErased(store, 'a@example.org')]).toEqual([expected, false])
  await store.close()
  rmSync(file, { recursive: true })
  renameSync(`${file}.away`, file)
  expect(await emails(await open(dataDir))).toEqual(expected)
})

test('the journal is merged into the list when it is larger, while people continue to subscribe', async () => {
  const dataDir = folder()
  const store = await open(dataDir)
  const text = 'x'.repeat(1500)
  await Promise.all(
    Array.from({ length: 1200 }, async (_, number) => {
      await new Promise((resolve) => setTimeout(resolve, number / 20))
      await store.add([{ ...somebody(`n${number}@example.org`), customFields: { text } }])
    }),
  )
  await store.close()
  expect(filesOf(dataDir)).not.toContain('subscribers.1.journal')
  expect(await emails(await open(dataDir))).toHaveLength(1200)
}, 30_000)

test('a person who was erased right before the process ended is removed from the files by the next start', async () => {
  const dataDir = folder()
  const store = await open(dataDir)
  await store.add(['gone@example.org', 'kept@example.org'].map(somebody))
  await store.close()
  // The state at the crash: the line is written, the list is not rewritten.
  const journal = await openJournal({
    folder: dataDir,
    name: 'subscribers',
    first: 1,
    replay: () => {},
  })
  await journal.append([{ erase: 1, hash: null }])
  await journal.close()
  const next = await open(dataDir)
  const stored = () =>
    filesOf(dataDir).map((name) => readFileSync(path.join(dataDir, name), 'utf8'))
  await expect.poll(() => stored().join('')).not.toContain('gone@')
  await next.close()
  expect(await emails(await open(dataDir))).toEqual(['kept@example.org'])
})

test('after any changes, rewrites and restarts the list has all changes', async () => {
  const step = fc.oneof(
    { weight: 5, arbitrary: fc.record({ kind: fc.constant('add' as const), who: fc.nat(6) }) },
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constant('put' as const),
        who: fc.nat(6),
        source: fc.string(),
      }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('erase' as const), who: fc.nat(6) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('fold' as const) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('restart' as const) }) },
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const dataDir = folder()
      let store = await open(dataDir)
      const model = new Map<string, string>()
      const erased = new Set<string>()
      const left = new Set<string>()
      const running: Array<Promise<unknown>> = []
      for (const one of steps) {
        const email = 'who' in one ? `p${one.who}@example.org` : ''
        const known = email ? await store.findByEmail(email) : null
        if (one.kind === 'add') {
          running.push(store.add([somebody(email)]))
          if (!model.has(email)) model.set(email, 'footer')
          erased.delete(email)
          left.delete(email)
        } else if (one.kind === 'put' && known) {
          running.push(store.change([known.id], (person) => ({ ...person, source: one.source })))
          model.set(email, one.source)
        } else if (one.kind === 'erase' && known) {
          // A newsletter service must still remove every second one.
          const departure =
            one.who % 2 === 0 ? { id: known.id, email, service: { key: 's', name: 'S' }, at } : null
          running.push(store.erase(known.id, { remember: true, departure: () => departure }))
          if (departure) left.add(email)
          model.delete(email)
          erased.add(email)
        } else if (one.kind === 'fold') running.push(store.compact())
        else if (one.kind === 'restart') {
          await Promise.all(running.splice(0))
          await store.close()
          store = await open(dataDir)
        }
      }
      await Promise.all(running)
      await store.close()
      const last = await open(dataDir)
      const sources = new Map<string, string>()
      for await (const people of last.portions({ service: null }, 'oldest'))
        for (const { email, source } of people) sources.set(email, source)
      expect(sources).toEqual(model)
      for (const email of erased) expect(await wasErased(last, email)).toBe(true)
      expect(new Set((await last.departures()).map(({ email }) => email))).toEqual(left)
      await last.close()
      rmSync(dataDir, { recursive: true })
    }),
    { numRuns: 15 * Number(import.meta.env.PROPERTY_TIMES ?? 1) },
  )
})
