import type { Page } from 'playwright-core'
import type { RunningSite } from '../running-site.ts'
import { type Administrator, admin, logIn, signIn } from '../signed-in-site.ts'
import type { TemporaryRepository } from '../temp-repository.ts'
import { type SiteInBrowser, siteInBrowser, type VisitOptions } from './browser.ts'

/** The session cookie of a site without HTTPS. */
const sessionCookie = 'session-notes'

export interface AdminVisit extends VisitOptions {
  /**
   * `shared` (default): the session of all tests in the file. `own`: a new one for this visit,
   * which may be ended. `none`: signed out. A cookie: the session of somebody else.
   */
  session?: 'shared' | 'own' | 'none' | { cookie: string }
}

export interface AdminInBrowser {
  /** Opens an address in a new browser context, signed in by default. */
  visit(path: string, options?: AdminVisit): Promise<Page>
  /** Ends the session of a visit with its `own`, once the screen has loaded everything. */
  endSession: SiteInBrowser['endSession']
  /** The site's repository; tests of saving check its commits. */
  repository(): TemporaryRepository
  /** Runs git in it; resolves with its output without blanks at the ends. */
  git(...args: Array<string>): Promise<string>
  /** API calls of the same administrator outside the browser. */
  administrator(): Promise<Administrator>
  url(): string
  /** The running site, which a test may stop and restart. */
  server(): RunningSite
  /** The output of the server. */
  output(): string
}

/**
 * The built site, an administrator (`ada`) and a browser for the tests of one file, with the sample
 * content or the given files. Fails a test for the same reasons as `siteInBrowser`; `expected`
 * matches the error responses that a test provokes.
 */
export function adminInBrowser(options: Parameters<typeof siteInBrowser>[0] = {}): AdminInBrowser {
  const browser = siteInBrowser({
    ...options,
    env: { ...admin, ...options.env },
    // Replicas name a person's own saves in a cookie.
    cookies: [sessionCookie, 'session-notes-saved'],
  })
  let shared: Promise<Administrator> | null = null

  function administrator(): Promise<Administrator> {
    shared ??= signIn(browser.site())
    return shared
  }

  function sessionOf(session: 'shared' | 'own' | { cookie: string }) {
    if (typeof session === 'object') return session
    return session === 'own' ? logIn(browser.site()) : administrator()
  }

  return {
    async visit(path, { session = 'shared', ...rest } = {}) {
      if (session === 'none') return browser.visit(path, rest)
      const { cookie } = await sessionOf(session)
      const [name = '', value = ''] = cookie.split(/=(.*)/s)
      return browser.visit(path, {
        ...rest,
        cookies: [{ name, value, httpOnly: true, sameSite: 'Lax' }],
      })
    },
    endSession: (page) => browser.endSession(page),
    repository: () => browser.site().repository,
    git: async (...args) => (await browser.site().repository.git(...args)).trim(),
    administrator,
    url: () => browser.site().url,
    server: () => browser.site(),
    output: () => browser.site().output(),
  }
}
