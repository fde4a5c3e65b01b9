import { expect, test } from 'vitest'
import { hostileBodies } from './hostile.ts'

test('with 50 hostile bodies, every known one among them, no request is answered with 5xx, and the event loop is never blocked for long', async () => {
  // The saved articles 40 to 44 use each format; one is moved, and one is analysed.
  const { faults, acknowledged } = await hostileBodies({
    files: 38,
    saves: 5,
    size: 400,
    largest: 4000,
  })
  expect(faults).toEqual([])
  expect(acknowledged).toBeGreaterThanOrEqual(10)
})
