import { spawnSync } from 'node:child_process'
import { root } from '../sources.mjs'

/**
 * Property tests with slow cases, by files or folders: whole documents, and repositories that the
 * git program reads for comparison.
 */
const files = [
  'src/domain/markdown/',
  'src/admin/editor/markdown/protect.test.ts',
  'src/admin/documents/conflict/two-people.test.ts',
  'src/admin/documents/queue/queue-property.slow.test.ts',
  'server/people/subscribers/subscriber-store.slow.test.ts',
  'server/content/check/inspect-file.slow.test.ts',
  'server/content/check/quick-references.slow.test.ts',
  'server/content/markdown/body-from-html.slow.test.ts',
  'server/content/markdown/written-texts.slow.test.ts',
  'server/content/read/parse-item.slow.test.ts',
  'server/search/engine-property.slow.test.ts',
  'server/content/frontmatter/',
  'server/content/catalog/site-state.test.ts',
  'server/git/read/referee.slow.test.ts',
  'server/git/write/write-faults.slow.test.ts',
  'server/git/write/write-referee.slow.test.ts',
]

/**
 * Runs the property tests with `times` as many random cases as `npm test`, from another seed, which
 * is printed; Vitest prints what failed.
 */
export function runProperties({ times }: { times: number }): { faults: Array<string> } {
  const seed = Math.floor(Math.random() * 2 ** 31)
  console.log(`PROPERTY_SEED=${seed}`)
  // One property may take an hour.
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--testTimeout=7200000', ...files]
  const { status } = spawnSync(process.execPath, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PROPERTY_TIMES: String(times), PROPERTY_SEED: String(seed) },
  })
  return { faults: status === 0 ? [] : ['a property failed, see above'] }
}
