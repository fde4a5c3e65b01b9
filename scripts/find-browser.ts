import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const places = [
  process.env.CHROME_PATH,
  // Without window support: a page costs a quarter of the time of the others.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** The Chrome or Chromium of this machine, or null. `CHROME_PATH` takes precedence. */
export function findBrowser(): string | null {
  return places.find((place): place is string => place !== undefined && existsSync(place)) ?? null
}

/** Debian's packages, the lighter one first; older releases only have the second. */
const packages = ['chromium-headless-shell', 'chromium']

/**
 * The browser for tests: the installed one, otherwise a package of Debian, which is installed if
 * permitted. Throws an instruction of one line.
 */
export function ensureBrowser(): string {
  const found = findBrowser()
  if (found) return found
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('No browser found: installing Chromium with apt-get …')
    aptGet('update', '-qq')
    for (const name of packages)
      try {
        aptGet('install', '-y', '-qq', '--no-install-recommends', name)
        const installed = findBrowser()
        if (installed) return installed
      } catch (error) {
        console.error(`${name}: ${(error as Error).message}`)
      }
  }
  throw new Error(
    'The browser tests need Chrome or Chromium: install one (Debian: apt-get install chromium) or name it in CHROME_PATH.',
  )
}

function aptGet(...args: Array<string>) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  execFileSync('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'], env })
}
