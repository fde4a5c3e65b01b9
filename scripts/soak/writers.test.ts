import { expect, test } from 'vitest'
import { writersAtOnce } from './writers.ts'

test('two browsers and a writer with git lose nothing, send nothing twice and keep the order, even when requests and responses are lost', async () => {
  expect((await writersAtOnce({ seeds: [20_260_101], steps: 30 })).faults).toEqual([])
})
