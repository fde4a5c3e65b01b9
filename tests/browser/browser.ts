import type {
  Browser,
  BrowserContext,
  BrowserContextOptions,
  Cookie,
  Locator,
  Page,
  Request,
} from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { type RunningSite, runningSite, type SiteOptions } from '../running-site.ts'
import { sharedBrowser } from './shared-browser.ts'

/** How long a busy machine may take for what a quiet one shows at once, in milliseconds. */
export const patience = 30_000

export interface VisitOptions extends BrowserContextOptions {
  /**
   * Runs with the new page before the first navigation: routes, clocks, stubs. Its context serves
   * one visit only.
   */
  arrange?: (page: Page) => Promise<unknown>
  /** Console messages and error responses that the test expects; all others fail it. */
  expected?: RegExp
  /** Runs with the context before its page is created; the context serves this visit only. */
  prepare?: (context: BrowserContext) => Promise<unknown>
  /** The cookies at the start of the visit. */
  cookies?: ReadonlyArray<Pick<Cookie, 'name' | 'value' | 'httpOnly' | 'sameSite'>>
}

/** A browser context of the current test. */
interface OpenContext {
  context: BrowserContext
  /** The messages that the test expects. */
  expected: RegExp | undefined
  /**
   * The calls of the API that have no answer yet, without the stream of events, which never ends.
   */
  pending: Set<Request>
}

export interface SiteInBrowser {
  /** The running site, once the tests have begun. */
  site(): RunningSite
  /** The response to a GET of the site's API. */
  read<Answer>(path: string): Promise<Answer>
  /**
   * Opens an address in a new page, 1280 × 800 and with reduced motion by default, without stored
   * data and apart from all other visits of the test. The page is closed after the test.
   */
  visit(path: string, options?: VisitOptions): Promise<Page>
  /**
   * Removes the session from the page's browser once the screen has loaded everything it asked the
   * API for. A call that began earlier and was answered later would open the dialog for the login
   * before the test does anything.
   */
  endSession(page: Page): Promise<void>
}

/**
 * The built site and a browser for the tests of one file, with the sample content or the given
 * files. A test fails for console messages, requests to other hosts, error responses and cookies.
 */
export function siteInBrowser(
  options: SiteOptions & {
    /** How the site is started; as one process by default. */
    start?: (options: SiteOptions) => Promise<RunningSite>
    /** The names of allowed cookies. */
    cookies?: ReadonlyArray<string>
  } = {},
): SiteInBrowser {
  let site: RunningSite
  let browser: Browser
  const open: Array<OpenContext> = []
  let complaints: Array<string> = []

  beforeAll(async () => {
    const { start = runningSite } = options
    ;[site, browser] = await Promise.all([start(options), sharedBrowser()])
  })
  afterAll(async () => {
    await site?.[Symbol.asyncDispose]()
  })
  afterEach(async () => {
    const found = complaints
    complaints = []
    for (const context of browser.contexts())
      for (const { name } of await context.cookies())
        if (!options.cookies?.includes(name)) found.push(`cookie: ${name}`)
    for (const { context } of open.splice(0)) await context.close()
    await removeDrafts(site.repository)
    expect(found).toEqual([])
  })

  function watch(opened: OpenContext) {
    const { context, pending } = opened
    const complain = (text: string) => {
      if (!opened.expected?.test(text)) complaints.push(text)
    }
    context.on('console', (message) => {
      if (/^(error|warning)$/.test(message.type()) && !isExpected(message.text()))
        complain(`${message.type()}: ${message.text()}`)
    })
    context.on('weberror', (error) => complain(`uncaught: ${error.error()}`))
    context.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (pathname.startsWith('/api/') && pathname !== '/api/events') pending.add(request)
      if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(`${site.url}/`))
        complain(`foreign request: ${request.url()}`)
    })
    context.on('response', (response) => {
      if (response.status() >= 400)
        complain(`${response.status()} ${new URL(response.url()).pathname}`)
    })
    context.on('requestfinished', (request) => pending.delete(request))
    context.on('requestfailed', (request) => {
      pending.delete(request)
      const why = request.failure()?.errorText ?? ''
      // Requests that the page itself aborts, for example a search for an outdated text.
      if (why !== 'net::ERR_ABORTED') complain(`${why} ${new URL(request.url()).pathname}`)
    })
  }

  async function openPage({
    arrange,
    expected,
    prepare,
    cookies,
    ...rest
  }: VisitOptions): Promise<Page> {
    const context = await browser.newContext({
      viewport: { width: 1280, height: 800 },
      baseURL: site.url,
      // Frames of a movement that nobody looks at cost as much as any.
      reducedMotion: 'reduce',
      ...rest,
    })
    const opened: OpenContext = { context, expected, pending: new Set() }
    open.push(opened)
    // Responses of a service worker cannot be delayed or observed; the tests of offline work enable
    // it.
    if (rest.serviceWorkers !== 'allow')
      await context.addInitScript(() =>
        Reflect.deleteProperty(Navigator.prototype, 'serviceWorker'),
      )
    context.setDefaultTimeout(patience)
    watch(opened)
    await prepare?.(context)
    if (cookies) await context.addCookies(cookies.map((cookie) => ({ ...cookie, url: site.url })))
    const page = await context.newPage()
    await arrange?.(page)
    return page
  }

  return {
    site: () => site,
    async read<Answer>(path: string) {
      return (await (await fetch(`${site.url}${path}`)).json()) as Answer
    },
    async visit(path, options = {}) {
      const page = await openPage(options)
      await page.goto(path)
      return page
    },
    async endSession(page) {
      const own = open.find(({ context }) => context === page.context())
      if (!own) throw new Error('Only the session of a page for one test can be ended.')
      await expect.poll(() => [...own.pending].map((request) => request.url())).toEqual([])
      await page.context().clearCookies()
    },
  }
}

/**
 * An error response is reported with its address; that a preload was not used within seconds
 * depends on how busy the machine is.
 */
function isExpected(message: string): boolean {
  return /^Failed to load resource|was preloaded using link preload but not used/.test(message)
}

/**
 * Presses Tab until an element that matches the selector has the focus; fails when none can be
 * reached. Returns the number of presses.
 */
export async function tabTo(page: Page, selector: string): Promise<number> {
  for (let presses = 1; presses <= 150; presses++) {
    await page.keyboard.press('Tab')
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector))
      return presses
  }
  throw new Error(`The focus never came to ${selector}`)
}

/**
 * Elements that the keyboard reaches and that do not show the focus: no outline on them or on the
 * field around them, and no text caret.
 */
export async function unseenFocus(page: Page): Promise<Array<string>> {
  // After a key press, the browser shows focus as by keyboard.
  await page.keyboard.press('Tab')
  return page.evaluate(() => {
    const outlined = (element: Element | null) => {
      if (!element) return false
      const { outlineStyle, outlineWidth } = getComputedStyle(element)
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1
    }
    const stops = document.querySelectorAll<HTMLElement>(
      'a[href], button, input, select, textarea, summary, iframe, [tabindex]:not([tabindex="-1"])',
    )
    return [...stops].flatMap((stop) => {
      if (
        stop.tabIndex < 0 ||
        stop.matches(':disabled') ||
        !stop.checkVisibility({ visibilityProperty: true })
      )
        return []
      stop.focus({ preventScroll: true })
      const around = stop.closest('.control, label, [data-part="creator-type"], .card')
      return document.activeElement === stop && !outlined(stop) && !outlined(around)
        ? [stop.outerHTML.slice(0, 160)]
        : []
    })
  })
}

/** Opens the forms of a page that stand behind their headings. */
export async function unfoldForms(page: Page): Promise<void> {
  for (const heading of await page.locator(':is(aside, footer) section summary').all())
    await heading.click()
}

/** Stops the page's clock; `page.clock.runFor` moves it from then on. For `arrange`. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.install()
  // The clock runs until the second call arrives, and can't be set back.
  await page.clock.pauseAt(Date.now() + 60_000)
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
  return (await page.locator(selector).allTextContents()).map((text) =>
    text.replace(/\s+/g, ' ').trim(),
  )
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

/**
 * Records the messages of this document, which a page load soon ends. Returns a function that reads
 * them in a later document.
 */
export async function recordedToasts(page: Page): Promise<() => Promise<string | null>> {
  await page.evaluate(() =>
    new MutationObserver(() => {
      const shown = [...document.querySelectorAll('[data-part="toast"]')].map(
        ({ textContent }) => textContent,
      )
      if (shown.length > 0) sessionStorage.setItem('messages', shown.join('\n'))
    }).observe(document.body, { childList: true, subtree: true, characterData: true }),
  )
  return () => page.evaluate(() => sessionStorage.getItem('messages'))
}

/**
 * Waits for a message with this text and keeps it on the screen, as the message of a window that
 * has lost the focus stays: the page itself does that at once, because a busy driver may come too
 * late. Returns the message.
 */
export async function heldToast(page: Page, text = ''): Promise<Locator> {
  await page.waitForFunction((wanted) => {
    const toasts = [...document.querySelectorAll<HTMLElement>('[data-part="toast"]')]
    const toast = toasts.find(({ textContent }) => textContent.includes(wanted))
    if (!toast) return false
    window.dispatchEvent(new Event('blur'))
    // In the first frame, the message may not listen yet.
    toast.dataset.frames = String(Number(toast.dataset.frames ?? 0) + 1)
    return Number(toast.dataset.frames) > 2
  }, text)
  return page.locator('[data-part="toast"]', { hasText: text })
}

/** Removes what the browsers of a test have typed: each test begins as on a new site. */
async function removeDrafts({ git }: RunningSite['repository']): Promise<void> {
  const refs = await git('for-each-ref', '--format=%(refname)', 'refs/drafts')
  for (const ref of refs.split('\n').filter(Boolean)) await git('update-ref', '-d', ref)
}
