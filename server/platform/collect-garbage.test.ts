import { expect, test } from 'vitest'
import { collectGarbage } from './collect-garbage.ts'

test('what nothing refers to is collected at once', async () => {
  const dropped = new WeakRef({ texts: 'of a first start' })
  // A weak reference keeps its object until the end of the turn that made it.
  await new Promise(setImmediate)
  collectGarbage()
  expect(dropped.deref()).toBeUndefined()
  expect(globalThis).not.toHaveProperty('gc')
})
