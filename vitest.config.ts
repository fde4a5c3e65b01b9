import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.{ts,tsx}', 'server/**/*.test.ts', 'scripts/**/*.test.ts', 'tests/**/*.test.ts'],
    testTimeout: 120_000,
    // Real processes on a busy machine: one more try, which the report names.
    retry: 1,
    hookTimeout: 120_000,
    // A busy machine may need a while for what a quiet one shows at once.
    expect: { poll: { timeout: 10_000 } },
    // Much of the time is waiting: three fill two cores.
    maxWorkers: 3,
  },
})
