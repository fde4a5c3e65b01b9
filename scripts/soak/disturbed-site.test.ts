import { expect, test } from 'vitest'
import { disturbedSite } from './disturbed-site.ts'

test('a server killed twice while clients save, restore and subscribe loses nothing that it acknowledged and leaves nothing behind', async () => {
  const { saves, subscriptions, faults } = await disturbedSite('kill', { rounds: 2 })
  expect(faults).toEqual([])
  expect(Math.min(saves, subscriptions)).toBeGreaterThanOrEqual(2)
})
