import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { launchBrowser } from '../../scripts/bench/browser.ts'
import { type RunningSite, runningSite } from '../running-site.ts'

/** A picture of one pixel. */
const placeholder = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=',
  'base64',
)

export interface VisitOptions extends BrowserContextOptions {
  /** Runs with the new page before the first navigation: routes, clocks, stubs. */
  arrange?: (page: Page) => Promise<unknown>
  /** Console messages and error responses that the test expects; all others fail it. */
  expected?: RegExp
  /**
   * Loads the real pictures of the content, as visits with service workers always do. By default, a placeholder saves
   * the server the work of resizing.
   */
  pictures?: boolean
  /**
   * The name of a page that several visits of the file share, for walks over many screens that leave nothing behind:
   * opening a page takes five times as long as navigating. The other options are used at the first of these visits.
   */
  walk?: string
  /** Runs with the context before its page is created, for example to set a cookie. */
  prepare?: (context: BrowserContext) => Promise<unknown>
}

export interface SiteInBrowser {
  /** The running site, once the tests have begun. */
  site(): RunningSite
  /** The response to a GET of the site's API. */
  read<Answer>(path: string): Promise<Answer>
  /** Opens an address in a new browser context, 1280 × 800 by default. The context is closed after the test. */
  visit(path: string, options?: VisitOptions): Promise<Page>
}

/**
 * The built site and a browser for the tests of one file, with the sample content or the given files. A test fails
 * for console messages, requests to other hosts, error responses and cookies.
 */
export function siteInBrowser(
  options: NonNullable<Parameters<typeof runningSite>[0]> & {
    /** The names of allowed cookies. */
    cookies?: ReadonlyArray<string>
    /** Clears the browser's storage between the visits of a walk; otherwise drafts are restored. */
    forgetful?: boolean
  } = {},
): SiteInBrowser {
  let site: RunningSite
  let browser: Browser
  const contexts: Array<BrowserContext> = []
  const walks = new Map<string, Page>()
  let complaints: Array<string> = []

  beforeAll(async () => {
    ;[site, browser] = await Promise.all([runningSite(options), launchBrowser()])
  })
  afterAll(async () => {
    await browser?.close()
    await site?.[Symbol.asyncDispose]()
  })
  afterEach(async () => {
    const found = complaints
    complaints = []
    for (const context of browser.contexts())
      for (const { name } of await context.cookies())
        if (!options.cookies?.includes(name)) found.push(`cookie: ${name}`)
    for (const context of contexts.splice(0)) await context.close()
    expect(found).toEqual([])
  })

  function watch(context: BrowserContext, expected: RegExp | undefined) {
    const complain = (text: string) => {
      if (!expected?.test(text)) complaints.push(text)
    }
    context.on('console', (message) => {
      // An error response is reported below, with its address.
      if (/^(error|warning)$/.test(message.type()) && !/^Failed to load resource/.test(message.text()))
        complain(`${message.type()}: ${message.text()}`)
    })
    context.on('weberror', (error) => complain(`uncaught: ${error.error()}`))
    context.on('request', (request) => {
      if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(`${site.url}/`))
        complain(`foreign request: ${request.url()}`)
    })
    context.on('response', (response) => {
      if (response.status() >= 400) complain(`${response.status()} ${new URL(response.url()).pathname}`)
    })
    context.on('requestfailed', (request) => {
      const why = request.failure()?.errorText ?? ''
      // Requests that the page itself aborts, for example a search for an outdated text.
      if (why !== 'net::ERR_ABORTED') complain(`${why} ${new URL(request.url()).pathname}`)
    })
  }

  async function open(
    { arrange, expected, pictures = false, prepare, ...rest }: VisitOptions,
    forOneTest: boolean,
  ): Promise<Page> {
    const context = await browser.newContext({
      viewport: { width: 1280, height: 800 },
      baseURL: site.url,
      ...rest,
    })
    // Responses of a service worker cannot be delayed or observed; the tests of offline work enable it.
    if (rest.serviceWorkers !== 'allow')
      await context.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'serviceWorker'))
    if (forOneTest) contexts.push(context)
    context.setDefaultTimeout(10_000)
    await prepare?.(context)
    watch(context, expected)
    // A browser whose workers get responses from its driver reinstalls the workers for each document.
    if (!pictures && rest.serviceWorkers !== 'allow')
      await context.route('**/media/**', (route) => route.fulfill({ body: placeholder, contentType: 'image/png' }))
    const page = await context.newPage()
    await arrange?.(page)
    return page
  }

  return {
    site: () => site,
    async read<Answer>(path: string) {
      return (await (await fetch(`${site.url}${path}`)).json()) as Answer
    },
    async visit(path, { walk, ...visit } = {}) {
      const known = walk && walks.get(walk)
      if (known && options.forgetful) await forgetDrafts(known)
      const page = known || (await open(visit, walk === undefined))
      if (walk) walks.set(walk, page)
      await page.goto(path)
      return page
    },
  }
}

/** Leaves the page, and clears its storage. */
async function forgetDrafts(page: Page): Promise<void> {
  await page.goto('/robots.txt')
  await page.evaluate(async () => {
    localStorage.clear()
    for (const { name } of await indexedDB.databases())
      await new Promise((resolve) => {
        const request = indexedDB.deleteDatabase(name ?? '')
        request.onsuccess = resolve
        request.onerror = resolve
      })
  })
}

/**
 * Presses Tab until an element that matches the selector has the focus; fails when none can be reached. Returns the
 * number of presses.
 */
export async function tabTo(page: Page, selector: string): Promise<number> {
  for (let presses = 1; presses <= 150; presses++) {
    await page.keyboard.press('Tab')
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector)) return presses
  }
  throw new Error(`The focus never came to ${selector}`)
}

/** Stops the page's clock; `page.clock.runFor` moves it from then on. For `arrange`. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 1000)
}

/** A promise that a test resolves, for responses that must wait. */
export function gate(): { opened: Promise<void>; open: () => void } {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open }
}

/** The trimmed texts of all matching elements, in order. */
export async function texts(page: Page, selector: string): Promise<Array<string>> {
  return (await page.locator(selector).allTextContents()).map((text) => text.replace(/\s+/g, ' ').trim())
}

/** Elements that extend beyond the right edge, if the page can be scrolled there. */
export function overflowing(page: Page): Promise<Array<string>> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    return [...document.querySelectorAll('body *')]
      .filter((element) => element.getBoundingClientRect().right > clientWidth + 0.5)
      .map((element) => `${element.tagName}.${element.className}`)
      .slice(0, 5)
      .concat(`${scrollWidth} > ${clientWidth}`)
  })
}
