import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ensureBrowser } from './find-browser.ts'
import { processorSeconds } from './processor-time.ts'
import { root } from './sources.mjs'
import type { Failure } from './test-report.ts'
import { runTests } from './test-run.ts'
import { failedAgain, namePattern, verdict } from './test-verdict.ts'

// `npm test [-- FILE …]`: ensures a browser and a build for the tests that need them, and runs the
// tests in random order. Those that failed run once more at the end, alone (docs/testing.md). The
// last lines say what failed, since logs of CI are often read from their end.
try {
  process.env.CHROME_PATH = ensureBrowser()
} catch (error) {
  console.error((error as Error).message)
  process.exit(1)
}
const folder = mkdtempSync(path.join(tmpdir(), 'test-starts-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
const starts = path.join(folder, 'starts')
writeFileSync(starts, '')
process.env.TEST_STARTS = starts
const began = processorSeconds()

const built = spawnSync(process.execPath, ['--import', 'tsx', 'scripts/build.ts'], {
  cwd: root,
  stdio: 'inherit',
})
if (built.status === 0) test()
else process.exitCode = 1

function test() {
  const first = runTests(process.argv.slice(2))
  const again = first.failures.length === 0 ? null : runAgain(first.failures)
  const result = verdict(first, again)
  for (const line of result.lines) console.error(line)
  console.log(costs())
  console.log(`${result.passed} passed, ${result.failed} failed, ${first.skipped} skipped`)
  process.exitCode = result.isGreen ? 0 : 1
}

/** Runs the failed tests alone, one file after the other; null when too many failed for that. */
function runAgain(failures: ReadonlyArray<Failure>): Array<Failure> | null {
  const files = [...new Set(failures.map(({ file }) => file))]
  if (files.length > 10 || files.includes('')) return null
  console.log(`\nRunning again, alone: ${failures.length} of ${files.length} files`)
  return files.flatMap((file) => {
    const own = failures.filter((failure) => failure.file === file)
    const pattern = namePattern(own)
    const args = [
      file,
      '--no-file-parallelism',
      ...(pattern === null ? [] : ['--testNamePattern', pattern]),
    ]
    return failedAgain(own, runTests(args))
  })
}

/**
 * What the run has cost: processes, and the processor time of the machine, where it can be
 * measured.
 */
function costs(): string {
  const started = readFileSync(starts, 'utf8').split('\n')
  const count = (kind: string) => started.filter((one) => one === kind).length
  const seconds = processorSeconds()
  const time =
    began === null || seconds === null
      ? ''
      : `; ${((seconds - began) / 60).toFixed(1)} processor minutes`
  return `starts: ${count('server')} servers, ${count('command')} commands, ${count('browser')} browsers${time}`
}
