import { expect, test } from 'vitest'
import { killServerDuringSaves } from './server.ts'

test('a whole server killed at 10 random instants of saves by four clients loses nothing that it acknowledged', async () => {
  const { acknowledged, faults } = await killServerDuringSaves({ rounds: 10 })
  expect(faults).toEqual([])
  expect(acknowledged).toBeGreaterThanOrEqual(10)
})
