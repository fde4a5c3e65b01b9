import { expect, test } from 'vitest'
import { clusterFaults } from './cluster.ts'

test('three replicas, of which one is killed while their database and their remote fail, lose nothing and do nothing twice', async () => {
  const { acknowledged, faults } = await clusterFaults({
    ...{ saves: 16, shared: 5, subscriptions: 8, people: 16, kills: 1, faults: 2, crashes: 1 },
    // `through.test.ts` and `postgres-site.test.ts` prove that people see their own saves, and that nobody waits for an outage.
    ...{ seed: 13, slack: 10, calm: null },
  })
  expect(faults).toEqual([])
  expect(acknowledged).toBeGreaterThanOrEqual(10)
})
