import { type Request, Router } from 'express'
import { loginAddress, loginFor, pathAfterLogin } from '#domain/admin-address.ts'
import { mayBePage, plainPath } from './pages.ts'
import type { RenderedPage } from './render-page.ts'
import type { SignedIn } from './signed-in.ts'

/**
 * The documents of the admin's screens (rulings, section 6b): without a session they lead to the login, which leads back; with one the login leads on.
 * There is no content in them. An address that no screen has is not found, for everybody.
 */
export function adminPages(options: {
  who: (req: Request) => Promise<SignedIn | null>
  render: (url: string) => Promise<RenderedPage>
}): Router {
  const { who, render } = options
  const router = Router()
  router.get(/^\/admin(?:\/|$)/, async (req, res, next) => {
    const { path, url } = req
    if (!mayBePage(path) || plainPath(path) !== path) return next()
    const page = await render(url)
    res.set('Cache-Control', 'private, no-store').set('X-Robots-Tag', 'noindex')
    if (page.status === 200) {
      const person = await who(req)
      if (path === loginAddress) {
        const wish = typeof req.query.next === 'string' ? req.query.next : null
        if (person) return res.redirect(302, pathAfterLogin(wish))
      } else if (!person) return res.redirect(302, loginFor(url))
    }
    if (page.redirectTo !== null) return res.redirect(302, page.redirectTo)
    res.status(page.status).type('html').send(page.html)
  })
  return router
}
