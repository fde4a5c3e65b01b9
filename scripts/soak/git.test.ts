import { expect, test } from 'vitest'
import { killDuringSaves, raceWithGit } from './git.ts'

test('100 saves beside 100 native commits: each is reachable and contains only its own file, and git finds no fault', async () => {
  expect(await raceWithGit({ saves: 100, commits: 100 })).toMatchObject({ acknowledged: 200, faults: [] })
})

test('a server killed at 10 random instants loses nothing that it acknowledged and leaves nothing behind', async () => {
  const { acknowledged, faults } = await killDuringSaves({ rounds: 10 })
  expect(faults).toEqual([])
  expect(acknowledged).toBeGreaterThanOrEqual(10)
})
