// Completes an upgrade that was interrupted after the branch had moved. Plain JavaScript without
// packages: `npm start`, `npm run upgrade` and the service unit run it when `node_modules` may be
// gone.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * @typedef {object} Journal
 * @property {string} commit the upgrade's commit
 * @property {string} code the code that the site ran from before, as `codeTree` names it
 * @property {string} was the folder for what the site ran from before
 * @property {Array<{ place: string, built: string, was: string }>} swaps what gets to `place`, and where that goes which is there
 */

/**
 * Where upgrades of a site are prepared, beside it, so that a rename puts a folder in its place:
 * `next` is the new version, with `data` for its trial. The journal is there from the moment before
 * the branch moves until all is in place; then it is `kept`.
 *
 * @param {string} root
 */
export function upgradePlaces(root) {
  const folder = `${root}.upgrade`
  const inside = (/** @type {string} */ name) => path.join(folder, name)
  return {
    folder,
    next: inside('next'),
    data: inside('data'),
    journal: inside('journal.json'),
    kept: inside('kept.json'),
  }
}

/**
 * Completes the upgrade of the journal, if the branch has its commit; otherwise nothing has been
 * moved. Can be repeated after an interruption at any point.
 *
 * @param {string} root
 * @returns {boolean} whether there was anything to complete
 */
export function finishUpgrade(root) {
  const { journal, kept } = upgradePlaces(root)
  if (!existsSync(journal)) return false
  /** @type {Journal} */
  const { commit, was, swaps } = JSON.parse(readFileSync(journal, 'utf8'))
  const { status } = spawnSync('git', ['merge-base', '--is-ancestor', commit, 'HEAD'], {
    cwd: root,
    stdio: 'ignore',
  })
  if (status !== 0) return false
  mkdirSync(was, { recursive: true })
  for (const swap of swaps) {
    if (!existsSync(swap.built)) continue
    if (existsSync(swap.place)) renameSync(swap.place, swap.was)
    renameSync(swap.built, swap.place)
  }
  renameSync(journal, kept)
  return true
}

if (process.argv[1] === fileURLToPath(import.meta.url) && finishUpgrade(process.cwd()))
  console.error('An upgrade that was interrupted is completed.')
