import { expect, test } from 'vitest'
import { gcBesideSaves } from './gc.ts'

test("saves, reads, histories and restores work while git's cleaning runs continuously, and nothing is lost", async () => {
  const { acknowledged, cleanings, faults } = await gcBesideSaves({ saves: 12 })
  expect(faults).toEqual([])
  expect(acknowledged).toBeGreaterThanOrEqual(12)
  expect(Object.keys(cleanings).length).toBeGreaterThanOrEqual(3)
})
