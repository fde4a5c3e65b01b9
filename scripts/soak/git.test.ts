import { expect, test } from 'vitest'
import { killDuringSaves, raceWithGit } from './git.ts'

test('100 saves beside 100 native commits: each is reachable and holds its own file alone, git finds nothing wrong', async () => {
  expect(await raceWithGit({ saves: 100, commits: 100 })).toMatchObject({ acknowledged: 200, faults: [] })
}, 180_000)

test('a server killed at 20 random instants loses nothing that it acknowledged and leaves nothing behind', async () => {
  const { acknowledged, faults } = await killDuringSaves({ rounds: 20 })
  expect(faults).toEqual([])
  expect(acknowledged).toBeGreaterThanOrEqual(20)
}, 180_000)
