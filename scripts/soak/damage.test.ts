import { expect, test } from 'vitest'
import { damageDataFiles } from './damage.ts'

test('a damaged data file never loses data silently, opens no registration, and does not stop the pages', async () => {
  const hows = ['zero', 'cut', 'random', 'deleted']
  const files: Array<string> = []
  const { acknowledged, faults } = await damageDataFiles((file, how) => {
    // All kinds of damage for the subscribers' journal; one kind for each other file, in turn.
    if (/^subscribers\.\d+\.journal$/.test(file)) return hows.includes(how)
    if (!files.includes(file)) files.push(file)
    return how === hows[files.indexOf(file) % hows.length]
  })
  expect(faults).toEqual([])
  expect(acknowledged).toBeGreaterThan(12)
})
