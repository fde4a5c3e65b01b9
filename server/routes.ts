import express, { type Express, type Request, type RequestHandler } from 'express'
import type { Env } from './env.ts'
import { setPrivate } from './http/caching.ts'
import { createErrorHandler } from './http/error-handler.ts'
import { gitHook } from './http/git-hook.ts'
import { HttpError } from './http/http-error.ts'
import type { CallGate } from './http/mount-calls.ts'
import type { SiteWords } from './http/notice-page.ts'
import { requireOwnOrigin } from './http/own-origin.ts'
import { setRequestId } from './http/request-parts.ts'
import type { Header } from './http/security-headers.ts'
import {
  referenceApi,
  type SiteStatus,
  type SyncPart,
  statusApi,
  syncApi,
} from './http/status-api.ts'
import { onlyReading } from './pages/pages.ts'
import type { Log } from './platform/log.ts'

/** Browsers may prefetch pages of the site, except the admin, expensive pages and files. */
const speculationRules = JSON.stringify({
  prefetch: [
    {
      where: {
        and: [
          { href_matches: '/*' },
          {
            not: {
              href_matches: ['/admin*', '/api/*', '/downloads/*', '/media/*', '/search*', '/auth*'],
            },
          },
          { not: { selector_matches: '[download], [rel~=nofollow]' } },
        ],
      },
      eagerness: 'moderate',
    },
  ],
})

interface Routed<Routes> {
  routes: Routes
}

/** The routes of each feature, and the parts of the routes that belong to no feature. */
export interface RouteParts {
  pages: Routed<
    Record<
      'assets' | 'earlierAssets' | 'look' | 'share' | 'discovery' | 'admin' | 'public',
      RequestHandler
    >
  >
  content: Routed<Record<'events' | 'api', RequestHandler>> & {
    downloads: { gate: RequestHandler }
  }
  media: Routed<Record<'pictures' | 'api', RequestHandler>>
  imports: Routed<RequestHandler>
  search: RequestHandler
  analysis: Routed<RequestHandler>
  newsletter: Routed<RequestHandler>
  accounts: Routed<Record<'tokens' | 'auth' | 'account', RequestHandler>>
  subscribers: Routed<Record<'subscribe' | 'admin' | 'pages', RequestHandler>>
  dashboard: Routed<RequestHandler>
  status: SiteStatus
  /** The settings of the site, as they are in the content now. */
  settings: () => { name: string }
  /** Where an old address leads; null for any other. */
  redirect: (address: string) => string | null
  /** The words of the site, for answers in its language. */
  words: () => SiteWords
  sync: SyncPart
  gate: CallGate
  headers: ReadonlyArray<Header>
  env: Pick<Env, 'trustProxy' | 'remote' | 'hookSecret'>
  log: Log
}

/**
 * Creates the Express application. The order of the routes determines which ones need a session.
 */
export function mountRoutes(parts: RouteParts): Express {
  const { gate, log } = parts
  const { trustProxy, remote, hookSecret } = parts.env
  const { routes: pages } = parts.pages
  const { routes: content, downloads } = parts.content
  const { routes: media } = parts.media
  const { routes: accounts } = parts.accounts
  const { routes: subscribers } = parts.subscribers
  const { requireSession, siteUrl } = gate
  if (trustProxy === true)
    log.warn(
      'TRUST_PROXY=on accepts any address that a visitor claims to have, so visitors can bypass the limits: set it to the number of proxies before the site, such as 1, or to their addresses',
    )
  const app = express()
  if (trustProxy === false)
    app.use(
      onceBehindProxy(() =>
        log.warn(
          'a request came with X-Forwarded-For: behind a proxy all visitors have its address and share the limits until TRUST_PROXY is the number of proxies before the site, such as 1',
        ),
      ),
    )
  app.disable('x-powered-by')
  app.enable('case sensitive routing')
  app.set('trust proxy', trustProxy)
  app.use((_req, res, next) => {
    for (const [name, value] of parts.headers) res.setHeader(name, value)
    // A route that caches may store says so; all others are private.
    setPrivate(res)
    next()
  })
  // Before the built files, which have the manifest of the specification's site.
  app.use(pages.look)
  app.use(pages.assets)
  app.use(pages.earlierAssets)
  app.use(setRequestId)
  app.use('/media', media.pictures)
  app.use(pages.share)
  app.use(pages.discovery)
  app.get('/speculation-rules.json', (_req, res) => {
    res
      .set('Cache-Control', 'public, max-age=86400')
      .type('application/speculationrules+json')
      .send(speculationRules)
  })

  // A git server has neither a session nor the site's `Origin`; it signs its calls.
  app.use('/api', gitHook(remote && hookSecret, parts.sync.run, gate))
  app.use('/api', accounts.tokens)
  app.use('/api', forWrites(withoutToken(requireOwnOrigin(siteUrl))))
  app.use('/api', requireSessionWhereAsked(requireSession))
  app.use('/api', statusApi(parts.status, gate))
  app.use(
    '/api',
    referenceApi(gate, () => parts.settings().name),
  )
  app.use('/api', syncApi(parts.sync, gate))
  app.use('/api', parts.dashboard.routes)
  app.use('/api', content.events)
  app.use('/api', parts.search)
  app.use('/api', subscribers.subscribe)
  app.use('/api', accounts.auth)
  app.use(['/api/auth', '/api/users'], requireSession)
  app.use('/api', accounts.account)
  app.use('/api', subscribers.admin)
  // From here on, every write needs a session (rulings, section 5).
  app.use('/api', forWrites(requireSession))
  app.use('/api', parts.analysis.routes)
  app.use('/api', media.api)
  app.use('/api', parts.imports.routes)
  app.use('/api', parts.newsletter.routes)
  app.use('/api', content.api)
  app.use('/api', (req, _res, next) => {
    // The page of an old site leads to its place here, as all pages do.
    if (isReading(req) && parts.redirect(req.originalUrl) !== null) return next()
    throw new HttpError(404, 'There is no such call.')
  })
  app.use(downloads.gate)
  app.use(subscribers.pages)
  app.use(pages.admin)
  app.use(pages.public)
  app.use(onlyReading)
  app.use(createErrorHandler(log, parts.words))
  return app
}

/** Applies a check to requests that write; others pass. */
function forWrites(check: RequestHandler): RequestHandler {
  return (req, res, next) => (isReading(req) ? next() : check(req, res, next))
}

/** Applies a check to requests that browsers send by themselves, with a cookie and not a token. */
function withoutToken(check: RequestHandler): RequestHandler {
  return (req, res, next) => (res.locals.signedIn ? next() : check(req, res, next))
}

/**
 * Calls of the admin send `X-Session: required`: after the end of the session they get a 401
 * instead of the answer for visitors.
 */
function requireSessionWhereAsked(requireSession: RequestHandler): RequestHandler {
  return (req, res, next) =>
    req.get('X-Session') === 'required' ? requireSession(req, res, next) : next()
}

function isReading({ method }: Request) {
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS'
}

/** Calls `found` at the first request that a proxy has passed on, as its header says. */
function onceBehindProxy(found: () => void): RequestHandler {
  let isFound = false
  return (req, _res, next) => {
    if (!isFound && req.headers['x-forwarded-for'] !== undefined) {
      isFound = true
      found()
    }
    next()
  }
}
