import { expect, test } from 'vitest'
import { clusterFaults } from './cluster.ts'

test('three replicas lose no write and repeat none while one is killed and their database and remote fail', async () => {
  const { acknowledged, faults } = await clusterFaults({
    saves: 16,
    shared: 5,
    subscriptions: 8,
    people: 16,
    kills: 1,
    faults: 2,
    crashes: 1,
    // `through.test.ts` and `postgres-site.test.ts` prove that people see their own saves, and that nobody waits for an outage.
    seed: 13,
    slack: 10,
    calm: null,
  })
  expect(faults).toEqual([])
  expect(acknowledged).toBeGreaterThanOrEqual(10)
})
