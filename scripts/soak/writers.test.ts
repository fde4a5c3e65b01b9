import { expect, test } from 'vitest'
import { writersAtOnce } from './writers.ts'

test('two browsers and a writer with git lose nothing, send nothing twice and keep the order, even when requests and responses are lost', async () => {
  // Of this seed, the first 16 steps are of every kind, with every fate.
  expect((await writersAtOnce({ seeds: [20_260_400], steps: 16 })).faults).toEqual([])
})
