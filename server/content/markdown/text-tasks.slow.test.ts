import { expect, test } from 'vitest'
import { createTextTasks } from './text-tasks.ts'

test('changes that nobody could read through are left out', () => {
  const { compare } = createTextTasks()
  expect(compare('', 'w'.repeat(1_000))).not.toBeNull()
  expect(compare('', 'w'.repeat(1_100_000))).toBeNull()
})
