import { type Browser, chromium } from 'playwright-core'
import { ensureBrowser } from '../find-browser.ts'

/** The machine's Chrome or Chromium, headless. With a port, other tools can control it too. */
export function launchBrowser(debuggingPort?: number): Promise<Browser> {
  const quiet = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync']
  const silent = ['--disable-background-networking', '--disable-component-update']
  const driven = debuggingPort === undefined ? [] : [`--remote-debugging-port=${debuggingPort}`]
  return chromium.launch({ executablePath: ensureBrowser(), headless: true, args: [...quiet, ...silent, ...driven] })
}
