import type { RequestHandler } from 'express'
import { HttpError } from './http-error.ts'

const loopbackHost = /^(localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i

/**
 * Lets a writing call pass only from the site's own pages (rulings, section 5): the origin of `SITE_URL`, on a loopback host also the one that
 * `Host` names. A request with neither `Origin` nor `Sec-Fetch-Site` comes from no browser and passes.
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
