import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { launchBrowser } from '../../scripts/bench/browser.ts'
import { type RunningSite, runningSite } from '../running-site.ts'

/** A picture of one point. */
const standIn = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=',
  'base64',
)

export interface VisitOptions extends BrowserContextOptions {
  /** Done with the fresh page before it goes anywhere: routes, clocks, stubs. */
  arrange?: (page: Page) => Promise<unknown>
  /** Console messages and failed answers that belong to what is tested; anything else fails the test. */
  expected?: RegExp
  /** Loads the real pictures of the content, as visits with service workers always do. Without, a stand-in saves the server the work of resizing them. */
  pictures?: boolean
  /**
   * Names a page that all visits of the file with this name share, for walks over many screens that leave nothing behind: opening a page costs
   * five times what going on in it costs. The other options count at the first of these visits.
   */
  walk?: string
  /** Done with the context before its page is there, for example to give it a cookie. */
  prepare?: (context: BrowserContext) => Promise<unknown>
}

export interface SiteInBrowser {
  /** The running site, once the tests have begun. */
  site(): RunningSite
  /** What the site answers to a GET of its API. */
  read<Answer>(path: string): Promise<Answer>
  /** Opens an address in a browser context of its own, 1280 × 800 unless told otherwise. The context ends with the test. */
  visit(path: string, options?: VisitOptions): Promise<Page>
}

/**
 * The built site and a browser for the tests of one file: the sample content, or the given files. After each test, nothing may have been
 * written to the console, asked of another host, answered with an error or set as a cookie.
 */
export function siteInBrowser(
  options: NonNullable<Parameters<typeof runningSite>[0]> & {
    /** Cookies that the site may set, by name. */
    cookies?: ReadonlyArray<string>
    /** Each visit of a walk begins without what the browser kept at the one before: drafts come back otherwise. */
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
      // A failed answer is reported below, with its address.
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
      // What the page itself gives up, for example a search for a text that has changed meanwhile.
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
    // What a service worker answers can't be held up or watched; the tests of working offline ask for it.
    if (rest.serviceWorkers !== 'allow')
      await context.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'serviceWorker'))
    if (forOneTest) contexts.push(context)
    context.setDefaultTimeout(10_000)
    await prepare?.(context)
    watch(context, expected)
    // A browser whose workers get answers from its driver installs the workers anew at each document.
    if (!pictures && rest.serviceWorkers !== 'allow')
      await context.route('**/media/**', (route) => route.fulfill({ body: standIn, contentType: 'image/png' }))
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

/** Leaves the page, and removes what it has kept in the browser. */
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

/** Presses Tab until the focus is on what the selector names; fails when it can't be reached. Returns how many presses it took. */
export async function tabTo(page: Page, selector: string): Promise<number> {
  for (let presses = 1; presses <= 150; presses++) {
    await page.keyboard.press('Tab')
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector)) return presses
  }
  throw new Error(`The focus never came to ${selector}`)
}

/** Stops the page's clock, which moves with `page.clock.runFor` from here on. For `arrange`. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 1000)
}

/** Something a test opens when it is ready, for answers that must not come yet. */
export function gate(): { opened: Promise<void>; open: () => void } {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open }
}

/** The texts of all elements that match, trimmed, in order. */
export async function texts(page: Page, selector: string): Promise<Array<string>> {
  return (await page.locator(selector).allTextContents()).map((text) => text.replace(/\s+/g, ' ').trim())
}

/** What reaches beyond the right edge, when the page can be scrolled there. */
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
