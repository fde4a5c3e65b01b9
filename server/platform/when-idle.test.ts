import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { whenIdle } from './when-idle.ts'

test('what can wait is not done while there is work, and is done afterwards', async () => {
  let done = 0
  const stop = whenIdle(() => {
    done += 1
  })
  for (let turn = 0; turn < 40; turn += 1) {
    for (const end = performance.now() + 20; performance.now() < end; );
    await setTimeout(5)
  }
  expect(done).toBe(0)
  await expect.poll(() => done).toBeGreaterThan(1)
  stop()
})
