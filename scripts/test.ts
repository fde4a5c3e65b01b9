import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ensureBrowser } from './find-browser.ts'
import { root } from './sources.mjs'

/** What is read of the results of Vitest's JSON reporter. */
interface Results {
  testResults: Array<{
    name: string
    message: string
    assertionResults: Array<{ status: string; fullName: string; failureMessages: Array<string> }>
  }>
}

// `npm test`: ensures a browser and a build for the tests that need them, then runs the tests; with `--all` (`npm run test:all`) and for
// replicas those with the tag `thorough` too. The failed ones are named again in the last lines, since logs of CI are often read from their end.
try {
  process.env.CHROME_PATH = ensureBrowser()
} catch (error) {
  console.error((error as Error).message)
  process.exit(1)
}
const folder = mkdtempSync(path.join(tmpdir(), 'test-results-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
const results = path.join(folder, 'results.json')
const run = (...args: Array<string>) => spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' }).status ?? 1

process.exitCode = run('--import', 'tsx', 'scripts/build.ts')
if (process.exitCode === 0) {
  const report = ['--reporter=default', '--reporter=json', `--outputFile.json=${results}`]
  const all = process.argv.includes('--all') || process.env.TEST_CLUSTER !== undefined
  const chosen = process.argv.slice(2).filter((argument) => argument !== '--all')
  const filter = all ? [] : ['--tags-filter=!thorough']
  process.exitCode = run('node_modules/vitest/vitest.mjs', 'run', ...report, ...filter, ...chosen)
  if (process.exitCode !== 0) for (const line of failures()) console.error(line)
}

/** A line for each failed test, and for each file that could not be run. */
function failures(): Array<string> {
  const { testResults } = JSON.parse(readFileSync(results, 'utf8')) as Results
  return testResults.flatMap(({ name, message, assertionResults }) => {
    const file = path.relative(root, name)
    const failed = assertionResults.filter(({ status }) => status === 'failed')
    return [
      ...(message ? [`${file}: ${firstLine(message)}`] : []),
      ...failed.map(({ fullName, failureMessages: [first = ''] }) => `${file}: ${fullName}: ${firstLine(first)}`),
    ]
  })
}

function firstLine(text: string): string {
  return (text.split('\n')[0] ?? '').slice(0, 300)
}
