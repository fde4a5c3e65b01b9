import { expect, test } from 'vitest'
import { disturbedSite } from './disturbed-site.ts'

test('a server killed three times while clients save, restore and subscribe loses nothing that it acknowledged and leaves nothing behind', async () => {
  const { saves, subscriptions, faults } = await disturbedSite({ how: 'kill', rounds: 3 })
  expect(faults).toEqual([])
  expect(Math.min(saves, subscriptions)).toBeGreaterThanOrEqual(3)
})

test("saves, reads, histories and restores work while git's cleaning runs continuously, and nothing is lost", async () => {
  const { saves, done, faults } = await disturbedSite({ how: 'gc', saves: 12 })
  expect(faults).toEqual([])
  expect(saves).toBeGreaterThanOrEqual(12)
  expect(Object.keys(done)).toHaveLength(7)
})

test('of saves beside native commits, each is reachable and contains only its own file, and git finds no fault', async () => {
  const { saves, done, faults } = await disturbedSite({ how: 'commits', saves: 20 })
  expect(faults).toEqual([])
  expect(saves).toBeGreaterThanOrEqual(20)
  expect(done.commit).toBeGreaterThan(5)
})
