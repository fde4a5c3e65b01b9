import { defineConfig } from 'vitest/config'

/** Tests beside the sources that need a build, run native git for long or read thousands of random texts. */
const slow = ['{src,server}/**/*.slow.test.ts']

export default defineConfig({
  test: {
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // A busy machine may need a while for what a quiet one shows at once.
    expect: { poll: { timeout: 10_000 } },
    // Much of the time is waiting: three fill two cores.
    maxWorkers: 3,
    projects: [
      {
        extends: true,
        test: {
          // `npm run test:fast`. No module of ours has state, so that files can share what they import: a third of the time.
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
          // Real processes and browsers on a busy machine: one more try, which the report names.
          retry: 1,
        },
      },
    ],
  },
})
