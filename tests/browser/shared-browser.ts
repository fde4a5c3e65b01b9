import type { Browser } from 'playwright-core'
import { launchBrowser } from '../../scripts/bench/browser.ts'
import { countStart } from '../counted-starts.ts'

let launched: Promise<Browser> | null = null

/**
 * The browser of all test files of this process, which ends with it. A test opens contexts of its
 * own, and closes them.
 */
export async function sharedBrowser(): Promise<Browser> {
  const browser = await launched?.catch(() => null)
  if (browser?.isConnected()) return browser
  countStart('browser')
  launched = launchBrowser({ sharedProcesses: true })
  return launched
}
