import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createRetries } from './retries.ts'
import { Trouble } from './trouble.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const failed = (error: unknown) => {
  throw error
}

/** A line whose attempts come out as told, and the ids that were tried. */
function line(outcome: (id: number, time: number) => Trouble | null) {
  const tried: Array<number> = []
  const retries = createRetries({
    async attempt(id) {
      tried.push(id)
      const trouble = outcome(id, tried.length)
      if (trouble) throw trouble
    },
    failed,
  })
  return { tried, retries }
}

const down = new Trouble('It is down.', 'service')

test('what fails with the service is tried with growing waits, one person ahead of all', async () => {
  let up = false
  const { tried, retries } = line(() => (up ? null : down))
  expect(await retries.tryNow(1)).toBe(false)
  for (const id of [2, 3, 4]) retries.add(id)
  const started = Date.now()
  const times: Array<number> = []
  for (let step = 0; step < 63; step++) {
    const before = tried.length
    await vi.advanceTimersByTimeAsync(1000)
    if (tried.length > before) times.push(Math.round((Date.now() - started) / 1000))
  }
  expect(times).toEqual([1, 3, 7, 15, 31, 63])
  expect(new Set(tried)).toEqual(new Set([1]))
  expect(retries.problem()).toMatchObject({ message: 'It is down.', since: new Date(started).toISOString() })
  up = true
  await vi.advanceTimersByTimeAsync(64_000)
  expect([retries.waiting(), retries.problem()]).toEqual([0, null])
  expect(new Set(tried)).toEqual(new Set([1, 2, 3, 4]))
})

test('whom the service does not take waits alone', async () => {
  let takes = false
  const { tried, retries } = line((id) => (id === 1 && !takes ? new Trouble('No.', 'person') : null))
  for (const id of [1, 2, 3]) retries.add(id)
  await vi.advanceTimersByTimeAsync(100)
  expect([tried, retries.waiting(), retries.refused(), retries.problem()]).toEqual([[1, 2, 3], 1, [1], null])
  retries.add(4)
  await vi.advanceTimersByTimeAsync(100)
  expect(tried).toEqual([1, 2, 3, 4])
  takes = true
  await vi.advanceTimersByTimeAsync(2000)
  expect([retries.waiting(), retries.refused()]).toEqual([0, []])
})

test('nobody waits for a service that is known to hang', async () => {
  const { tried, retries } = line(() => new Trouble('It hangs.', 'service', { slow: true }))
  expect(await retries.tryNow(1)).toBe(false)
  expect(await retries.tryNow(2)).toBe(false)
  expect(tried).toEqual([1])
  retries.close()
  await vi.advanceTimersByTimeAsync(600_000)
  expect(tried).toEqual([1])
})

test('a service that asks to be left alone is, by everybody, and no longer than that', async () => {
  let busy = true
  const { tried, retries } = line(() => (busy ? new Trouble('It is busy.', 'service', { askedWaitMs: 90_000 }) : null))
  expect(await retries.tryNow(1)).toBe(false)
  busy = false
  for (const id of [2, 3]) expect(await retries.tryNow(id)).toBe(false)
  await vi.advanceTimersByTimeAsync(89_000)
  expect(tried).toEqual([1])
  await vi.advanceTimersByTimeAsync(2000)
  expect([tried, retries.waiting(), retries.problem()]).toEqual([[1, 1, 2, 3], 0, null])
})

test('who is done with although the service failed is not tried again, and the next one waits for their time', async () => {
  const { tried, retries } = line((id) => (id === 1 ? new Trouble('It broke off.', 'service', { over: true }) : null))
  expect(await retries.tryNow(1)).toBe(false)
  expect([retries.waiting(), retries.problem()]).toEqual([0, null])
  retries.add(2)
  await vi.advanceTimersByTimeAsync(500)
  expect([tried, retries.problem()?.message]).toEqual([[1], 'It broke off.'])
  await vi.advanceTimersByTimeAsync(1000)
  expect([tried, retries.waiting(), retries.problem()]).toEqual([[1, 2], 0, null])
})

test('a direct try that works takes up what had to wait', async () => {
  const { tried, retries } = line((_, time) => (time === 1 ? down : null))
  expect(await retries.tryNow(1)).toBe(false)
  expect(await retries.tryNow(2)).toBe(true)
  await vi.advanceTimersByTimeAsync(100)
  expect([tried, retries.waiting()]).toEqual([[1, 2, 1], 0])
})

test('what can never work is given up and told', async () => {
  const given: Array<number> = []
  const retries = createRetries({
    attempt: () => Promise.reject(new Trouble('Never.', 'final')),
    gaveUp: (id) => given.push(id),
    failed,
  })
  retries.add(5)
  await vi.advanceTimersByTimeAsync(100)
  expect([given, retries.waiting()]).toEqual([[5], 0])
})

test('somebody put in line while being worked for is worked for again', async () => {
  let release = () => {}
  const tried: Array<number> = []
  const retries = createRetries({
    async attempt(id) {
      tried.push(id)
      await new Promise<void>((resolve) => {
        release = resolve
      })
    },
    failed,
  })
  retries.add(1)
  await vi.advanceTimersByTimeAsync(20)
  retries.add(1)
  release()
  await vi.advanceTimersByTimeAsync(20)
  expect(tried).toEqual([1, 1])
  release()
  await vi.advanceTimersByTimeAsync(20)
  expect(retries.waiting()).toBe(0)
})
