import { expect, test } from 'vitest'
import type { ActionDone } from '../../http/recording.ts'
import type { TelemetryEvent } from '../../platform/telemetry.ts'
import { memoryRateLimits } from '../../platform/token-bucket.ts'
import { createRecordKeeper } from './keep-record.ts'
import type { NewEntry } from './record-store.ts'

const refused: ActionDone = {
  action: 'signed-in',
  outcome: 'refused',
  by: null,
  whom: null,
  object: null,
  request: 'r',
  address: '203.0.113.77',
}

/** A keeper whose store is a list, or a disk that is full. */
function keeper({ secret = 's'.repeat(32), isFull = false } = {}) {
  const stored: Array<NewEntry> = []
  const events: Array<TelemetryEvent> = []
  const problems: Array<unknown> = []
  const put = createRecordKeeper({
    store: {
      async add(entry) {
        if (isFull) throw new Error('The disk is full.')
        stored.push(entry)
      },
      list: async () => ({ entries: [], total: 0, names: null }),
      close: async () => {},
    },
    secrets: [secret],
    limits: memoryRateLimits,
    now: () => new Date(0),
    telemetry: (event) => events.push(event),
    problems: {
      note: (_, problem) => problems.push(problem?.message),
      reading: () => {},
    },
  })
  return { put, stored, events, problems }
}

test('a network is a keyed hash, the same for addresses of one network', async () => {
  const one = keeper()
  for (const address of [
    '203.0.113.77',
    '203.0.113.77',
    '203.0.113.78',
    '2001:db8::1',
    '2001:db8::2',
    '',
  ])
    await one.put({ ...refused, address })
  const [first, same, other, six, sameSix, here] = one.stored.map(({ network }) => network)
  expect(first).toMatch(/^[\w-]{12}$/)
  expect([same, sameSix, here]).toEqual([first, six, ''])
  expect(new Set([first, other, six]).size).toBe(3)
  const another = keeper({ secret: 'o'.repeat(32) })
  await another.put(refused)
  expect(another.stored[0]?.network).not.toBe(first)
})

test('refused attempts of visitors are stored up to a limit and all logged, and never keep out what people did', async () => {
  const { put, stored, events } = keeper()
  for (let at = 0; at < 400; at += 1)
    await put({ ...refused, address: `198.51.${at >> 8}.${at & 255}` })
  expect([stored.length, events.length]).toEqual([300, 400])
  // Guesses do not hide who knows a password.
  await put({ ...refused, outcome: 'code-missing' })
  expect(stored).toHaveLength(301)
  await put({
    ...refused,
    outcome: 'done',
    action: 'user-deleted',
    by: 1,
    whom: { id: 2, email: 'bob@example.org' },
  })
  expect(stored.at(-1)).toMatchObject({ action: 'user-deleted', by: 1, whom: 2 })
  expect(JSON.stringify([stored, events])).not.toContain('bob@example.org')
})

test('an action that can not be stored is a problem of the data, and does not fail', async () => {
  const { put, events, problems } = keeper({ isFull: true })
  await put({ ...refused, outcome: 'done', by: 1 })
  expect(events).toHaveLength(1)
  expect(problems).toEqual(['actions are not put on record'])
})
