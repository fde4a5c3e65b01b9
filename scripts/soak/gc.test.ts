import { expect, test } from 'vitest'
import { gcBesideSaves } from './gc.ts'

test("saves, reads, histories and restores go on while git's own cleaning runs all the time, and nothing is lost", async () => {
  const { acknowledged, cleanings, faults } = await gcBesideSaves({ saves: 36 })
  expect(faults).toEqual([])
  expect(acknowledged).toBeGreaterThanOrEqual(36)
  expect(Object.keys(cleanings).length).toBeGreaterThanOrEqual(3)
}, 180_000)
