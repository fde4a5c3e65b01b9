import { expect, test } from 'vitest'
import { killServerDuringSubscriptions } from './subscribers.ts'

test('a server killed at 20 random moments during subscriptions by four clients loses no acknowledged subscriber', async () => {
  const { acknowledged, faults } = await killServerDuringSubscriptions({ rounds: 20 })
  expect(faults).toEqual([])
  expect(acknowledged).toBeGreaterThanOrEqual(20)
}, 180_000)
