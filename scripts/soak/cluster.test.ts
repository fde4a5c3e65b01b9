import { expect, test } from 'vitest'
import { clusterFaults } from './cluster.ts'

test('three replicas that are killed while their database and their remote fail lose nothing and do nothing twice', async () => {
  const { acknowledged, faults } = await clusterFaults({
    ...{ seed: 13, reads: 16, readsWithoutMessages: 0, visits: 200, isSlow: false, slack: 10 },
    ...{ saves: 30, shared: 9, subscriptions: 16, people: 40, kills: 2, faults: 2, crashes: 1 },
  })
  expect(faults).toEqual([])
  expect(acknowledged).toBeGreaterThanOrEqual(20)
})
