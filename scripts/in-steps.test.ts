import { expect, test } from 'vitest'
import { inSteps } from './in-steps.ts'

test('a long work says what is being done, at most once a second, and stops at a step that fails', async () => {
  const seen: Array<string> = []
  let now = 0
  const taking = (name: string, ms: number) =>
    [
      name,
      async () => {
        seen.push(`did ${name}`)
        now += ms
      },
    ] as const
  const failing = ['fourth', () => Promise.reject(new Error('The disk is full.'))] as const
  const steps = [
    taking('first', 900),
    taking('second', 200),
    taking('third', 5_000),
    failing,
    taking('fifth', 1),
  ]
  await expect(
    inSteps(
      steps,
      (line) => seen.push(line),
      () => now,
    ),
  ).rejects.toThrow('The disk is full.')
  expect(seen).toEqual([
    '  1 of 5: first',
    'did first',
    'did second',
    '  3 of 5: third',
    'did third',
    '  4 of 5: fourth',
  ])
})
