import { type Browser, chromium } from 'playwright-core'
import { ensureBrowser } from '../find-browser.ts'

/**
 * The machine's Chrome or Chromium, headless. With a port, other tools can control it too. With `sharedProcesses`, the
 * pages of one site in one context share a process and what it has compiled.
 */
export function launchBrowser(options: { debuggingPort?: number; sharedProcesses?: boolean } = {}): Promise<Browser> {
  const quiet = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync']
  const silent = ['--disable-background-networking', '--disable-component-update']
  const driven = options.debuggingPort === undefined ? [] : [`--remote-debugging-port=${options.debuggingPort}`]
  const shared = options.sharedProcesses ? ['--process-per-site'] : []
  const args = [...quiet, ...silent, ...driven, ...shared]
  return chromium.launch({ executablePath: ensureBrowser(), headless: true, args })
}
