import { type Request, type Response, Router } from 'express'
import { loginAddress, loginFor, pathAfterLogin, shellAddress } from '#domain/admin-address.ts'
import { singlePages } from '#domain/single-pages.ts'
import type { SignedIn } from '../http/signed-in.ts'
import { plainPath } from './pages.ts'
import type { PasswordReset, RenderExtras, RenderedPage } from './render-page.ts'

/**
 * The documents of the admin's screens (rulings, section 6b). Without a session they redirect to
 * the login, which redirects back; with a session the login redirects to the admin. They contain no
 * content. An unknown address is not found for everybody. The registration page knows whether its
 * code is valid.
 */
export function adminPages(options: {
  /** The user of the session, whose second factor may be missing. */
  session: (req: Request) => Promise<SignedIn | null>
  /** Whom an invitation or setup code lets register. */
  admits: (code: string) => Promise<'first' | 'invited' | null>
  /** Whether nobody has registered yet, so that the login page says where the first link is. */
  firstHour: { awaitsFirst(): Promise<boolean> }
  /** What the page for a forgotten password offers. */
  resetState: (code: string | null) => Promise<PasswordReset>
  render: (url: string, extras?: RenderExtras) => Promise<RenderedPage>
  /** Whether the site has a model that helps writers. */
  hasModel: boolean
}): Router {
  const { session, admits, firstHour, resetState, render, hasModel } = options
  const router = Router()

  // The creator's address in old breadcrumbs and bookmarks (rulings, section 6).
  router.get('/admin/unified-content-creator', (req, res) => {
    res.redirect(301, `/admin/create-content${req.url.slice(req.path.length)}`)
  })

  router.get(/^\/admin(?:\/|$)/, async (req, res, next) => {
    const { path, url } = req
    // An address that no screen has gets the page of nothing.
    if (!singlePages.has(path)) return next()
    const isFirst = path === loginAddress && (await firstHour.awaitsFirst())
    const page = await render(url, { hasModel, ...(isFirst && { registration: 'first' }) })
    res.set('X-Robots-Tag', 'noindex')
    if (page.status === 200) {
      const person = await session(req)
      if (path === loginAddress) {
        if (person) return res.redirect(302, pathAfterLogin(parameter(req, 'next')))
      } else if (!person && path !== shellAddress) return res.redirect(302, loginFor(url))
    }
    send(res, page)
  })

  router.get('/auth', async (req, res, next) => {
    if (plainPath(req.path) !== req.path) return next()
    const code = parameter(req, 'code')
    send(
      res,
      await render(req.url, {
        registration: code === null ? 'none' : ((await admits(code)) ?? 'closed'),
      }),
    )
  })

  router.get('/auth/reset', async (req, res, next) => {
    if (plainPath(req.path) !== req.path) return next()
    send(res, await render(req.url, { reset: await resetState(parameter(req, 'code')) }))
  })

  return router
}

function parameter(req: Request, name: string): string | null {
  const value = req.query[name]
  return typeof value === 'string' ? value : null
}

function send(res: Response, page: RenderedPage) {
  res.status(page.status).type('html').send(page.html)
}
