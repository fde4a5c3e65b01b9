import type { Page } from 'playwright-core'
import type { RunningSite } from '../running-site.ts'
import { type Administrator, admin, signIn } from '../signed-in-site.ts'
import type { TemporaryRepository } from '../temp-repository.ts'
import { siteInBrowser, type VisitOptions } from './browser.ts'

/** The cookie of a session on a site without https. */
const sessionCookie = 'session-notes'

export interface AdminVisit extends VisitOptions {
  /** `shared` (what is left out): the session that all tests of the file use. `own`: one for this visit, which may end. `none`: signed out. */
  session?: 'shared' | 'own' | 'none'
}

export interface AdminInBrowser {
  /** Opens an address in a browser context of its own, signed in unless told otherwise. */
  visit(path: string, options?: AdminVisit): Promise<Page>
  /** The repository whose `content` folder the site shows; its commits are what a test of a save asserts. */
  repository(): TemporaryRepository
  /** Calls of the same administrator outside the browser. */
  administrator(): Promise<Administrator>
  url(): string
  /** The running site, to be stopped and started again. */
  server(): RunningSite
  /** What the server has printed. */
  output(): string
}

/**
 * The built site, an administrator (`ada`) and a browser for the tests of one file: the sample content, or the given files. The same complaints fail a
 * test as with `siteInBrowser`; answers that a test provokes are named by `expected`.
 */
export function adminInBrowser(options: Parameters<typeof siteInBrowser>[0] = {}): AdminInBrowser {
  const browser = siteInBrowser({
    ...options,
    env: { ...admin, ...options.env },
    cookies: [sessionCookie],
    forgetful: true,
  })
  let shared: Promise<Administrator> | null = null

  function administrator(): Promise<Administrator> {
    shared ??= signIn(browser.site())
    return shared
  }

  return {
    async visit(path, { session = 'shared', prepare, ...rest } = {}) {
      return browser.visit(path, {
        ...rest,
        async prepare(context) {
          await prepare?.(context)
          if (session === 'none') return
          const { cookie } = session === 'own' ? await signIn(browser.site()) : await administrator()
          const [name = '', value = ''] = cookie.split(/=(.*)/s)
          await context.addCookies([{ name, value, url: browser.site().url, httpOnly: true, sameSite: 'Lax' }])
        },
      })
    },
    repository: () => browser.site().repository,
    administrator,
    url: () => browser.site().url,
    server: () => browser.site(),
    output: () => browser.site().output(),
  }
}
