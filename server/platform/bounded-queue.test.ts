import { expect, test } from 'vitest'
import { createBoundedQueue, QueueFull } from './bounded-queue.ts'

const limits = { running: 2, waiting: 4, waitingPerKey: 2, full: 'Please try again.' }

/** A work that ends when it is told to. */
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
  const inTurn = createBoundedQueue({ ...limits, waiting: 1000, waitingPerKey: 1000 })
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
    if (done < 500) void Promise.resolve().then(() => inTurn('a', work))
  }
  for (let at = 0; at < 50; at += 1) void inTurn('a', work)
  while (done < 500) await nextRound()
  expect(most).toBe(2)
})

test('what finds no room is refused at once, and one key leaves room for others', async () => {
  const inTurn = createBoundedQueue(limits)
  const first = held()
  const outcomes: Array<string> = []
  const send = (key: string) =>
    inTurn(key, () => first.ended).then(
      () => outcomes.push(`${key} done`),
      (error: unknown) => outcomes.push(`${key} ${error instanceof QueueFull ? error.message : 'failed'}`),
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
  const inTurn = createBoundedQueue({ ...limits, running: 1 })
  const failing = inTurn('a', () => Promise.reject(new Error('no')))
  const next = inTurn('a', async () => 'yes')
  await expect(failing).rejects.toThrow('no')
  expect(await next).toBe('yes')
})
