import { spawnSync } from 'node:child_process'
import { ensureBrowser } from './find-browser.ts'
import { root } from './sources.mjs'

// `npm test`: ensures a browser and a build for the tests that need them, then runs every test.
try {
  process.env.CHROME_PATH = ensureBrowser()
} catch (error) {
  console.error((error as Error).message)
  process.exit(1)
}
for (const args of [
  ['--import', 'tsx', 'scripts/build.ts'],
  ['node_modules/vitest/vitest.mjs', 'run', ...process.argv.slice(2)],
]) {
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
