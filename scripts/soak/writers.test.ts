import { expect, test } from 'vitest'
import { writersAtOnce } from './writers.ts'

test('two browsers and a writer with git lose nothing, send nothing twice and keep the order, even when requests and responses are lost', {
  tags: ['thorough'],
}, async () => {
  const seed = Math.floor(Math.random() * 2 ** 31)
  console.info(`npm run soak -- writers --seed=${seed}`)
  expect((await writersAtOnce({ seeds: [seed], steps: 30 })).faults).toEqual([])
})
