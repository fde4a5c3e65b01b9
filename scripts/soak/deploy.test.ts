import { expect, test } from 'vitest'
import { backAndForth, deployBackAndForth } from './deploy.ts'

test('no request fails and no file is missing while one of two servers is upgraded to a next version, and downgraded again', async () => {
  const { requests, failed, faults } = await deployBackAndForth({
    steps: [backAndForth[0]!, backAndForth[2]!],
    perSecond: 5,
    atOnce: 2,
    seed: 7,
    isContractTested: false,
  })
  expect(faults).toEqual([])
  expect([failed, requests > 100]).toEqual([0, true])
})
