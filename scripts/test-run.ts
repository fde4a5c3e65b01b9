import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { root } from './sources.mjs'
import type { Report } from './test-report.ts'

/**
 * Runs Vitest and returns its results; the output is passed on. An exit code that no result
 * explains (Vitest itself failed) is a failure without a file. `env` is added to the environment.
 */
export function runTests(
  args: ReadonlyArray<string>,
  env: Record<string, string> = {},
  cwd = root,
): Report {
  const folder = mkdtempSync(path.join(tmpdir(), 'test-report-'))
  const file = path.join(folder, 'report.json')
  try {
    const reporters = ['--reporter=default', '--reporter=./scripts/test-report.ts']
    const { status } = spawnSync(
      process.execPath,
      ['node_modules/vitest/vitest.mjs', 'run', ...reporters, ...args],
      {
        cwd,
        stdio: 'inherit',
        env: { ...process.env, ...env, TEST_REPORT: file },
      },
    )
    const report = read(file)
    if (status !== 0 && report.failures.length === 0)
      report.failures.push({ file: '', test: null, message: `Vitest ended with code ${status}` })
    return report
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function read(file: string): Report {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Report
  } catch {
    return { passed: 0, skipped: 0, failures: [] }
  }
}
