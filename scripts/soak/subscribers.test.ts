import { expect, test } from 'vitest'
import { killServerDuringSubscriptions } from './subscribers.ts'

test('a server killed at 10 random moments during subscriptions by four clients loses no acknowledged subscriber', async () => {
  const { acknowledged, faults } = await killServerDuringSubscriptions({ rounds: 10 })
  expect(faults).toEqual([])
  expect(acknowledged).toBeGreaterThanOrEqual(10)
})
