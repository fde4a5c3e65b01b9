import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { temporaryRepository } from '../tests/temp-repository.ts'
import { finishUpgrade, upgradePlaces } from './finish-upgrade.mjs'

/**
 * A site in the middle of an upgrade to its newest commit, before the first rename. The new version
 * may be the one that was kept (`--back`).
 */
async function siteAtSwitch(commit?: string) {
  const site = await temporaryRepository()
  const head = await site.commit('Upgrade')
  const { folder, journal, kept } = upgradePlaces(site.root)
  const put = (place: string, text: string) => {
    mkdirSync(place, { recursive: true })
    writeFileSync(path.join(place, 'text'), text)
  }
  const was = path.join(folder, 'was')
  const swaps = ['node_modules', 'dist'].map((name) => {
    const swap = {
      place: site.path(name),
      built: path.join(folder, 'next', name),
      was: path.join(was, name),
    }
    put(swap.place, 'old')
    put(swap.built, 'new')
    return swap
  })
  writeFileSync(journal, JSON.stringify({ commit: commit ?? head, code: 'c', was, swaps }))
  const text = (place: string) => readFileSync(path.join(place, 'text'), 'utf8')
  return { site, swaps, was, journal, kept, text }
}

test.each([0, 1, 2, 3, 4])('after %i renames, all is put in its place, once', async (done) => {
  const { site, swaps, was, journal, kept, text } = await siteAtSwitch()
  await using _removed = site
  mkdirSync(was, { recursive: true })
  const renames = swaps.flatMap((swap) => [
    [swap.place, swap.was],
    [swap.built, swap.place],
  ])
  for (const [from = '', to = ''] of renames.slice(0, done)) renameSync(from, to)
  expect(finishUpgrade(site.root)).toBe(true)
  for (const swap of swaps) expect([text(swap.place), text(swap.was)]).toEqual(['new', 'old'])
  expect([existsSync(journal), existsSync(kept)]).toEqual([false, true])
  expect(finishUpgrade(site.root)).toBe(false)
})

test('nothing is moved while the branch does not have the commit', async () => {
  const { site, swaps, journal, text } = await siteAtSwitch('0'.repeat(40))
  await using _removed = site
  expect(finishUpgrade(site.root)).toBe(false)
  for (const swap of swaps) expect([text(swap.place), text(swap.built)]).toEqual(['old', 'new'])
  expect(existsSync(journal)).toBe(true)
})
