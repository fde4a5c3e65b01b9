import { expect, test } from 'vitest'
import { writersAtOnce } from './writers.ts'

test('two browsers and a writer with git lose nothing, send nothing twice and keep the order, whatever is lost on the way', async () => {
  const seeds = [1, 2].map(() => Math.floor(Math.random() * 2 ** 31))
  const { acknowledged, faults } = await writersAtOnce({ seeds, steps: 40 })
  expect(faults, `seeds ${seeds}`).toEqual([])
  expect(acknowledged).toBeGreaterThan(0)
}, 180_000)
