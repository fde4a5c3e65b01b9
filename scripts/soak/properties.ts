import { seed, times } from '../bench/harness.ts'
import { runTests } from '../test-run.ts'

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
 * Runs the property tests with many times as many random cases as `npm test`, from the seed of the
 * run: 4800, 1440 and 1920 documents for the preserved blocks, 1800 for merges.
 */
export async function runProperties() {
  // One property may take an hour.
  const args = ['--testTimeout=7200000', ...files]
  const env = { PROPERTY_TIMES: String(times(120)), PROPERTY_SEED: String(seed) }
  return { faults: testFaults(args, env) }
}

/** Runs tests. Returns a sentence for each that fails; Vitest prints the rest. */
export function testFaults(args: ReadonlyArray<string>, env: Record<string, string>) {
  const { failures } = runTests(args, env)
  return failures.map(({ file, test, message }) => `${file}: ${test}: ${message}`)
}
