import { expect, test } from 'vitest'
import { createLimiter, QueueFull } from './limiter.ts'

const limits = { running: 2, waiting: 4, waitingPerClient: 2, full: 'Please try again.' }

/** Work that ends on demand. */
function held() {
  let end: () => void = () => undefined
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  return { end, ended }
}

/** Lets everything that can go on now do so. */
const nextRound = () => new Promise((resolve) => setImmediate(resolve))

test('never more run at once than allowed, also when one arrives at the moment when another ends', async () => {
  const inTurn = createLimiter({ ...limits, waiting: 1000, waitingPerClient: 1000 })
  let running = 0
  let most = 0
  let done = 0
  const work = async () => {
    running += 1
    most = Math.max(most, running)
    await Promise.resolve()
    running -= 1
    done += 1
    // A new one in the very moment in which this one's place is free.
    if (done < 500) void Promise.resolve().then(() => inTurn(work, { client: 'a' }))
  }
  for (let at = 0; at < 50; at += 1) void inTurn(work, { client: 'a' })
  while (done < 500) await nextRound()
  expect(most).toBe(2)
})

test('what finds no room is refused at once, and one key leaves room for others', async () => {
  const inTurn = createLimiter(limits)
  const first = held()
  const outcomes: Array<string> = []
  const send = (key: string) =>
    inTurn(() => first.ended, { client: key }).then(
      () => outcomes.push(`${key} done`),
      (error: unknown) =>
        outcomes.push(`${key} ${error instanceof QueueFull ? error.message : 'failed'}`),
    )
  const sent = ['a', 'a', 'a', 'a', 'a', 'b', 'c', 'd'].map(send)
  await nextRound()
  // Two run, two of `a` wait, then `b` and `c`; the fifth `a` and `d` found no room.
  expect(outcomes).toEqual(['a Please try again.', 'd Please try again.'])
  first.end()
  await Promise.all(sent)
  expect(outcomes.slice(2)).toEqual(['a done', 'a done', 'a done', 'a done', 'b done', 'c done'])
})

test('a work that fails gives its place on', async () => {
  const inTurn = createLimiter({ ...limits, running: 1 })
  const failing = inTurn(() => Promise.reject(new Error('no')))
  const next = inTurn(async () => 'yes')
  await expect(failing).rejects.toThrow('no')
  expect(await next).toBe('yes')
})

test('a client that gives up while it waits leaves its place to the next', async () => {
  const inTurn = createLimiter({ running: 1 })
  const first = held()
  const gone = new AbortController()
  const began: Array<string> = []
  const running = inTurn(() => first.ended)
  const leaving = inTurn(async () => began.push('left'), { signal: gone.signal })
  const next = inTurn(async () => began.push('next'))
  gone.abort(new Error('gone'))
  await expect(leaving).rejects.toThrow('gone')
  first.end()
  await Promise.all([running, next])
  expect(began).toEqual(['next'])
})
