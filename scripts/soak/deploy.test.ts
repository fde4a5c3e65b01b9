import { expect, test } from 'vitest'
import { backAndForth, deployBackAndForth } from './deploy.ts'

test('no request fails and no file is missing while two servers are upgraded to a next version, and downgraded again', async () => {
  const { requests, failed, faults } = await deployBackAndForth({
    ...{ steps: backAndForth.slice(0, 3), perSecond: 40, atOnce: 3, seed: 7, isContractTested: false },
  })
  expect(faults).toEqual([])
  expect([failed, requests > 100]).toEqual([0, true])
})
