import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import type { Administrator } from '../../tests/signed-in-site.ts'
import { ensureBrowser } from '../find-browser.ts'
import { add } from './harness.ts'

/**
 * The machine's Chrome or Chromium, headless. With a port, other tools can control it too. With
 * `sharedProcesses`, the pages of one site in one context share a process and what it has compiled,
 * and no function is optimized, because a page of a test runs too briefly to be worth it.
 */
export function launchBrowser(
  options: { debuggingPort?: number; sharedProcesses?: boolean } = {},
): Promise<Browser> {
  const args =
    '--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-sync --disable-background-networking'
      .concat(' --disable-component-update')
      .concat(options.sharedProcesses ? ' --process-per-site --js-flags=--no-maglev,--no-opt' : '')
      .concat(options.debuggingPort ? ` --remote-debugging-port=${options.debuggingPort}` : '')
      .split(' ')
  return chromium.launch({
    executablePath: ensureBrowser(),
    headless: true,
    args,
  })
}

/** A page in a new context with the session of an administrator. */
export async function signedInPage(
  browser: Browser,
  url: string,
  { cookie }: Administrator,
  options: BrowserContextOptions = { viewport: { width: 1280, height: 900 } },
): Promise<Page> {
  const page = await browser.newPage(options)
  await page.context().addCookies([cookieFor(url, cookie)])
  return page
}

/** A cookie as a header has it, for the context of a browser. */
export function cookieFor(url: string, cookie: string) {
  const [name = '', value = ''] = cookie.split(/=(.*)/s)
  return { name, value, url }
}

/** What is measured in the page, by its own clock: calls of the driver take up to 40 ms. */
interface Wait {
  /** Where it begins; the navigation to a document if none is given. */
  event?: 'click' | 'keydown'
  /** It ends with the frame that shows this element … */
  appears?: string
  /** … or that no longer shows this one, which was there after the beginning. */
  vanishes?: string
}

/**
 * Measures a wait in each later document of a page. Returns a function that adds the time of the
 * next wait to a series.
 */
export async function measureWaits(page: Page, wait: Wait) {
  await page.addInitScript(watch, wait)
  return async (series: string) => {
    await page.waitForFunction(() => sessionStorage.getItem('took') !== null, null, { polling: 50 })
    add(series, Number(await page.evaluate(() => sessionStorage.getItem('took'))))
    await page.evaluate(() => sessionStorage.removeItem('took'))
  }
}

/**
 * Runs in the page. It may contain no named functions: tsx adds a call to them that the page does
 * not have. The times are of the wall clock, because a click may load another document.
 */
function watch({ event, appears, vanishes }: Wait): void {
  let wasThere = false
  if (event === undefined) sessionStorage.setItem('from', String(performance.timeOrigin))
  else
    addEventListener(
      event,
      () => {
        wasThere = false
        sessionStorage.setItem('from', String(performance.timeOrigin + performance.now()))
      },
      true,
    )
  new MutationObserver(() => {
    const from = sessionStorage.getItem('from')
    if (from === null) return
    const isThere = document.querySelector(appears ?? vanishes ?? '') !== null
    if (vanishes === undefined ? !isThere : isThere || !wasThere) {
      wasThere ||= isThere
      return
    }
    sessionStorage.removeItem('from')
    requestAnimationFrame(() =>
      setTimeout(() =>
        sessionStorage.setItem(
          'took',
          `${performance.timeOrigin + performance.now() - Number(from)}`,
        ),
      ),
    )
  }).observe(document, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ['aria-busy', 'contenteditable'],
  })
}
