import { expect, test } from 'vitest'
import { killDuringSaves, raceWithGit } from './git.ts'

test('20 saves beside 20 native commits: each is reachable and contains only its own file, and git finds no fault', async () => {
  expect(await raceWithGit({ saves: 20, commits: 20 })).toMatchObject({ acknowledged: 40, faults: [] })
})

test('a server killed at three random instants loses nothing that it acknowledged and leaves nothing behind', async () => {
  const { acknowledged, faults } = await killDuringSaves({ rounds: 3 })
  expect(faults).toEqual([])
  expect(acknowledged).toBeGreaterThanOrEqual(3)
})
