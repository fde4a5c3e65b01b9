import type { Request, Response } from 'express'
import type { Caching } from '#contract/call.ts'
import type { Header } from './security-headers.ts'
import { carriesSession } from './signed-in.ts'

/**
 * No cache stores the answer. The default of every answer. `private`, because some CDNs ignore
 * `no-store` alone.
 */
export const privateCaching = 'private, no-store'

/** Only the visitor's browser stores the answer, and revalidates it each time. */
export const ownBrowserCaching = 'private, no-cache'

/** A file with a hash in its name never changes. */
export const hashedCaching = 'public, max-age=31536000, immutable'

/** The key of all answers that depend on the content, for purging a CDN. */
export const contentKey = 'site-content'

/** The classes of public answers. Any cache may store a `file` for a day. */
type PublicCaching = Exclude<Caching, 'private'> | 'file'

const keys: ReadonlyArray<Header> = [
  ['Surrogate-Key', contentKey],
  ['Cache-Tag', contentKey],
]

const stale = 'stale-while-revalidate=60, stale-if-error=3600'

/**
 * Headers by class. Browsers always revalidate (`must-revalidate` disables `stale-…` there); CDNs
 * that obey it use the field of RFC 9213 instead.
 */
const publicHeaders: Readonly<Record<PublicCaching, ReadonlyArray<Header>>> = {
  shared: [
    ['Cache-Control', `public, max-age=0, must-revalidate, s-maxage=60, ${stale}`],
    ['CDN-Cache-Control', `public, max-age=60, ${stale}`],
    ...keys,
  ],
  revalidated: [['Cache-Control', 'public, max-age=0, must-revalidate'], ...keys],
  file: [['Cache-Control', 'public, max-age=86400, stale-while-revalidate=604800'], ...keys],
}

/** Headers by class for a request with a session cookie, whose answers must not be shared. */
const sessionHeaders: typeof publicHeaders = {
  shared: [['Cache-Control', 'private, max-age=0, must-revalidate']],
  revalidated: [['Cache-Control', 'private, max-age=0, must-revalidate']],
  file: [['Cache-Control', 'private, max-age=86400, stale-while-revalidate=604800']],
}

/** The caching headers of a public answer; `hasSession`: the request carries a session cookie. */
export function cachingHeaders(hasSession: boolean, kind: PublicCaching): ReadonlyArray<Header> {
  return (hasSession ? sessionHeaders : publicHeaders)[kind]
}

/** Sets the caching headers of the answer to `req`. */
export function setCaching(req: Request, res: Response, kind: PublicCaching | 'private'): void {
  if (kind === 'private') setPrivate(res)
  else
    for (const [name, value] of cachingHeaders(carriesSession(req.headers.cookie), kind))
      res.set(name, value)
}

/** Removes earlier caching headers, so that no cache stores the answer. */
export function setPrivate(res: Response): void {
  for (const name of ['CDN-Cache-Control', 'Surrogate-Key', 'Cache-Tag']) res.removeHeader(name)
  res.set('Cache-Control', privateCaching)
}
