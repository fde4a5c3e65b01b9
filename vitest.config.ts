import { defineConfig } from 'vitest/config'
import { TestOrder } from './scripts/test-order.ts'
import ofOneProcess from './tests/one-process.json' with { type: 'json' }

/** Decides the order of the files and of the tests in each. */
const seed = Number(process.env.TEST_SEED ?? Math.floor(Math.random() * 1_000_000))

/**
 * Tests beside the sources that need a build, run native git for long or read thousands of random
 * texts.
 */
const slow = ['{src,server}/**/*.slow.test.ts']

/**
 * `TEST_CLUSTER=3 npm test`: every test over HTTP, against three replicas of the site, except for
 * the files in `one-process.json`, each with its reason.
 */
const cluster = {
  name: 'cluster',
  include: ['tests/*.test.ts'],
  exclude: Object.keys(ofOneProcess).map((name) => `tests/${name}.test.ts`),
  globalSetup: './tests/cluster-postgres.ts',
  // Three servers start for each.
  testTimeout: 360_000,
  hookTimeout: 600_000,
  isolate: false,
}

export default defineConfig({
  test: {
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // A busy machine may need a while for what a quiet one shows at once.
    expect: { poll: { timeout: 30_000 } },
    // A browser beside each: three use two cores whole.
    maxWorkers: 3,
    // Most functions run too seldom to be worth an optimized version: without this, a tenth of the
    // processor time goes into making them.
    execArgv: ['--interrupt-budget=1000000'],
    globalSetup: ['./tests/shared-cache.ts'],
    // The built server is loaded as it is.
    server: { deps: { external: [/\/dist\/server\//] } },
    setupFiles: ['./tests/fixed-seed.ts', './tests/logs-of-failures.ts'],
    // A test needs no other one before it. The seed is printed; `TEST_SEED=N npm test` repeats its
    // order.
    sequence: { sequencer: TestOrder, shuffle: { tests: true, files: false }, seed },
    projects: process.env.TEST_CLUSTER
      ? [{ extends: true, test: cluster }]
      : [
          {
            extends: true,
            test: {
              // `npm run test:fast`. No module of ours has state, so that files can share what they
              // import: a third of the time.
              name: 'fast',
              include: ['{src,server}/**/*.test.{ts,tsx}'],
              exclude: slow,
              isolate: false,
            },
          },
          {
            extends: true,
            test: {
              name: 'slow',
              include: [...slow, '{scripts,tests}/**/*.test.ts'],
              isolate: false,
            },
          },
        ],
  },
})
