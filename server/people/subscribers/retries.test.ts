import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AttemptError, Retries } from './retries.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const failed = (error: unknown) => {
  throw error
}

/** A queue whose attempts have the given outcomes, and the ids that were tried. */
function line(outcome: (id: number, time: number) => AttemptError | null) {
  const tried: Array<number> = []
  const retries = new Retries({
    async attempt(id) {
      tried.push(id)
      const error = outcome(id, tried.length)
      if (error) throw error
    },
    failed,
  })
  retries.work(true)
  return { tried, retries }
}

const down = new AttemptError('It is down.', 'service')

test('while the service fails, one person is tried with growing delays', async () => {
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
  expect(retries.problem()).toMatchObject({
    message: 'It is down.',
    since: new Date(started).toISOString(),
  })
  up = true
  await vi.advanceTimersByTimeAsync(64_000)
  expect([retries.waiting(), retries.problem()]).toEqual([0, null])
  expect(new Set(tried)).toEqual(new Set([1, 2, 3, 4]))
})

test('work that must wait is tried again after its time, without waiting for others or stopping them', async () => {
  let isEarly = true
  const { tried, retries } = line((id) =>
    id === 1 && isEarly ? new AttemptError('Not yet.', 'early', { askedWaitMs: 3_600_000 }) : null,
  )
  for (const id of [1, 2, 3]) retries.add(id)
  await vi.advanceTimersByTimeAsync(100)
  retries.add(1)
  await vi.advanceTimersByTimeAsync(3_590_000)
  expect([tried, retries.waiting(), retries.refused()]).toEqual([[1, 2, 3], 1, []])
  isEarly = false
  await vi.advanceTimersByTimeAsync(20_000)
  expect([tried, retries.waiting()]).toEqual([[1, 2, 3, 1], 0])
})

test('a person whom the service rejects waits alone', async () => {
  let takes = false
  const { tried, retries } = line((id) =>
    id === 1 && !takes ? new AttemptError('No.', 'person') : null,
  )
  for (const id of [1, 2, 3]) retries.add(id)
  await vi.advanceTimersByTimeAsync(100)
  expect([tried, retries.waiting(), retries.refused(), retries.problem()]).toEqual([
    [1, 2, 3],
    1,
    [1],
    null,
  ])
  retries.add(4)
  await vi.advanceTimersByTimeAsync(100)
  expect(tried).toEqual([1, 2, 3, 4])
  takes = true
  await vi.advanceTimersByTimeAsync(2000)
  expect([retries.waiting(), retries.refused()]).toEqual([0, []])
})

test('direct attempts do not wait for a service that is known to hang', async () => {
  const { tried, retries } = line(() => new AttemptError('It hangs.', 'service', { slow: true }))
  expect(await retries.tryNow(1)).toBe(false)
  expect(await retries.tryNow(2)).toBe(false)
  expect(tried).toEqual([1])
  retries.close()
  await vi.advanceTimersByTimeAsync(600_000)
  expect(tried).toEqual([1])
})

test('a service that asks for a delay gets it for everybody, and no longer', async () => {
  let busy = true
  const { tried, retries } = line(() =>
    busy ? new AttemptError('It is busy.', 'service', { askedWaitMs: 90_000 }) : null,
  )
  expect(await retries.tryNow(1)).toBe(false)
  busy = false
  for (const id of [2, 3]) expect(await retries.tryNow(id)).toBe(false)
  await vi.advanceTimersByTimeAsync(89_000)
  expect(tried).toEqual([1])
  await vi.advanceTimersByTimeAsync(2000)
  expect([tried, retries.waiting(), retries.problem()]).toEqual([[1, 1, 2, 3], 0, null])
})

test('a person whose failed call must not be repeated is not tried again, and the next one waits', async () => {
  const { tried, retries } = line((id) =>
    id === 1 ? new AttemptError('It broke off.', 'service', { over: true }) : null,
  )
  expect(await retries.tryNow(1)).toBe(false)
  expect([retries.waiting(), retries.problem()]).toEqual([0, null])
  retries.add(2)
  await vi.advanceTimersByTimeAsync(500)
  expect([tried, retries.problem()?.message]).toEqual([[1], 'It broke off.'])
  await vi.advanceTimersByTimeAsync(1000)
  expect([tried, retries.waiting(), retries.problem()]).toEqual([[1, 2], 0, null])
})

test('a successful direct attempt resumes the queue', async () => {
  const { tried, retries } = line((_, time) => (time === 1 ? down : null))
  expect(await retries.tryNow(1)).toBe(false)
  expect(await retries.tryNow(2)).toBe(true)
  await vi.advanceTimersByTimeAsync(100)
  expect([tried, retries.waiting()]).toEqual([[1, 2, 1], 0])
})

test('work that can never succeed is dropped and reported', async () => {
  const given: Array<number> = []
  const retries = new Retries({
    attempt: () => Promise.reject(new AttemptError('Never.', 'final')),
    gaveUp: (id) => given.push(id),
    failed,
  })
  retries.work(true)
  retries.add(5)
  await vi.advanceTimersByTimeAsync(100)
  expect([given, retries.waiting()]).toEqual([[5], 0])
})

test('a person who is queued during their attempt is tried again', async () => {
  let release = () => {}
  const tried: Array<number> = []
  const retries = new Retries({
    async attempt(id) {
      tried.push(id)
      await new Promise<void>((resolve) => {
        release = resolve
      })
    },
    failed,
  })
  retries.work(true)
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

test('nothing is tried before the work begins', async () => {
  const tried: Array<number> = []
  const retries = new Retries({ attempt: async (id) => void tried.push(id), failed })
  retries.add(1)
  await vi.advanceTimersByTimeAsync(100)
  expect([tried, retries.isWorking()]).toEqual([[], false])
  retries.work(true)
  retries.add(2)
  await vi.advanceTimersByTimeAsync(100)
  expect(tried).toEqual([2])
})
