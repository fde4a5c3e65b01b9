import { type ChildProcess, spawn } from 'node:child_process'
import { ensureBrowser } from './find-browser.ts'
import { builtSite } from './sources.mjs'
import { runTests } from './test-run.ts'

/** Processes that keep the machine busy meanwhile. */
const load = 4

// `npm run test:repeat -- FILE N`: runs a test file N times, in another order each time, beside a
// load of 4, to find what fails now and then.
const [file, times = '10'] = process.argv.slice(2)
if (!file || !/^[1-9]\d*$/.test(times)) {
  console.error('Usage: npm run test:repeat -- FILE [TIMES]')
  process.exit(2)
}
process.env.CHROME_PATH = ensureBrowser()
if (builtSite() === null) process.exit(1)
const busy: Array<ChildProcess> = Array.from({ length: load }, () =>
  spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
)
process.on('exit', () => {
  for (const one of busy) one.kill('SIGKILL')
})

const found: Array<string> = []
for (let run = 1; run <= Number(times); run += 1) {
  const seed = String(Math.floor(Math.random() * 1_000_000))
  for (const failure of runTests([file], { TEST_SEED: seed }).failures)
    found.push(`run ${run}, TEST_SEED=${seed}: ${failure.test ?? failure.file}: ${failure.message}`)
}
for (const line of found) console.error(line)
console.log(`${times} runs of ${file}, ${found.length} failures`)
process.exitCode = found.length === 0 ? 0 : 1
