import type { RequestHandler } from 'express'
import { HttpError } from './http-error.ts'

export const loopbackHost = /^(localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i

/**
 * Middleware that allows a writing call from the site's own pages only (rulings, section 5): from
 * the origin of `SITE_URL`, and on a loopback host also from the origin of `Host`. A request with
 * neither `Origin` nor `Sec-Fetch-Site` does not come from a browser and passes. Passes HttpError
 * 403 on.
 */
export function requireOwnOrigin(siteUrl: string): RequestHandler {
  return (req, _res, next) => {
    const { origin, host, 'sec-fetch-site': fetchSite } = req.headers
    const own =
      origin === undefined
        ? fetchSite === undefined || fetchSite === 'same-origin' || fetchSite === 'none'
        : origin === siteUrl ||
          (host !== undefined && loopbackHost.test(host) && origin === `${req.protocol}://${host}`)
    if (own) next()
    else next(new HttpError(403, `This call is open to pages of ${siteUrl} only (SITE_URL).`))
  }
}
