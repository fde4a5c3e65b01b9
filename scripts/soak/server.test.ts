import { expect, test } from 'vitest'
import { killServer } from './server.ts'

test('a server killed three times while four clients save and four subscribe loses nothing that it acknowledged', async () => {
  const { saves, subscriptions, faults } = await killServer({ rounds: 3 })
  expect(faults).toEqual([])
  expect(Math.min(saves, subscriptions)).toBeGreaterThanOrEqual(3)
})
