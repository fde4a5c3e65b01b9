import { expect, test } from 'vitest'
import { hostileBodies } from './hostile.ts'

test('with 200 hostile bodies no request is answered with 5xx, and the event loop is never blocked for long', async () => {
  // Each save uses five bodies.
  const { faults, acknowledged } = await hostileBodies({ files: 160, saves: 10, size: 1000, largest: 8000 })
  expect(faults).toEqual([])
  expect(acknowledged).toBeGreaterThanOrEqual(10)
})
