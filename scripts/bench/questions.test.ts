import { expect, test } from 'vitest'
import { mean, reciprocal } from './harness.ts'
import { askQuestions } from './questions.ts'

test('the pages that answer the committed questions come first, in the half that the ranking is tuned with and in the other', async () => {
  const asked = await askQuestions()
  expect(asked).toHaveLength(120)
  for (const part of ['tune', 'check']) {
    const ranks = asked.filter((one) => one.part === part).map(({ rank }) => reciprocal(rank))
    expect(mean(ranks), part).toBeGreaterThanOrEqual(0.85)
  }
})
