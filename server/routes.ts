import express, { type Express, type Request, type RequestHandler } from 'express'
import { createErrorHandler } from './http/error-handler.ts'
import { gitHook } from './http/git-hook.ts'
import { HttpError } from './http/http-error.ts'
import type { CallGate } from './http/mount-calls.ts'
import { requireOwnOrigin } from './http/own-origin.ts'
import { referenceApi } from './http/reference-api.ts'
import type { Header } from './http/security-headers.ts'
import { type SiteStatus, statusApi } from './http/status-api.ts'
import { type SyncPart, syncApi } from './http/sync-api.ts'
import { onlyReading } from './pages/pages.ts'
import type { Log } from './platform/log.ts'

/** Pages of the site itself are fetched ahead on intent; what costs, signs in or hands out files is not. */
const speculationRules = JSON.stringify({
  prefetch: [
    {
      where: {
        and: [
          { href_matches: '/*' },
          { not: { href_matches: ['/admin*', '/api/*', '/downloads/*', '/media/*', '/search*', '/auth*'] } },
          { not: { selector_matches: '[download], [rel~=nofollow]' } },
        ],
      },
      eagerness: 'moderate',
    },
  ],
})

/** The routes of each feature, and what the routes that belong to none are made of. */
export interface RouteParts {
  pages: Record<'assets' | 'share' | 'discovery' | 'admin' | 'public', RequestHandler>
  content: Record<'events' | 'api', RequestHandler> & { downloadGate: RequestHandler }
  media: Record<'pictures' | 'api', RequestHandler>
  search: RequestHandler
  analysis: RequestHandler
  newsletter: RequestHandler
  accounts: Record<'auth' | 'account', RequestHandler>
  subscribers: Record<'subscribe' | 'admin' | 'pages', RequestHandler>
  dashboard: RequestHandler
  status: SiteStatus
  sync: SyncPart
  /** Shared with the git server that calls when there is something new; null: nobody calls. */
  hookSecret: string | null
  gate: CallGate
  headers: ReadonlyArray<Header>
  trustProxy: boolean | number | string
  log: Log
}

/** The whole site as one Express application. The order of the routes decides who may call what. */
export function mountRoutes(parts: RouteParts): Express {
  const { pages, content, media, accounts, subscribers, gate, log } = parts
  const { requireSession, siteUrl } = gate
  if (parts.trustProxy === true)
    log.warn(
      'TRUST_PROXY=on believes any address that a visitor claims to have, so that limits can be passed by: set it to the number of proxies before the site, such as 1, or to their addresses',
    )
  const app = express()
  app.disable('x-powered-by')
  app.enable('case sensitive routing')
  app.set('trust proxy', parts.trustProxy)
  app.use((_req, res, next) => {
    for (const [name, value] of parts.headers) res.setHeader(name, value)
    next()
  })
  app.use(pages.assets)
  app.use('/media', media.pictures)
  app.use(pages.share)
  app.use(pages.discovery)
  app.get('/speculation-rules.json', (_req, res) => {
    res.set('Cache-Control', 'public, max-age=86400').type('application/speculationrules+json').send(speculationRules)
  })

  // A git server has no session and no page of ours: it signs its calls.
  app.use('/api', gitHook(parts.hookSecret, parts.sync.run, gate))
  app.use('/api', forWrites(requireOwnOrigin(siteUrl)))
  app.use('/api', requireSessionWhereAsked(requireSession))
  app.use('/api', statusApi(parts.status, gate))
  app.use('/api', referenceApi(gate))
  app.use('/api', syncApi(parts.sync, gate))
  app.use('/api', parts.dashboard)
  app.use('/api', content.events)
  app.use('/api', parts.search)
  app.use('/api', subscribers.subscribe)
  app.use('/api', accounts.auth)
  app.use(['/api/auth', '/api/users'], requireSession)
  app.use('/api', accounts.account)
  app.use('/api', subscribers.admin)
  // What is mounted below changes nothing for visitors (rulings, section 5).
  app.use('/api', forWrites(requireSession))
  app.use('/api', parts.analysis)
  app.use('/api', media.api)
  app.use('/api', parts.newsletter)
  app.use('/api', content.api)
  app.use('/api', () => {
    throw new HttpError(404, 'There is no such call.')
  })
  app.use(content.downloadGate)
  app.use(subscribers.pages)
  app.use(pages.admin)
  app.use(pages.public)
  app.use(onlyReading)
  app.use(createErrorHandler(log))
  return app
}

/** The check for requests that write; all others pass. */
function forWrites(check: RequestHandler): RequestHandler {
  return (req, res, next) => (isReading(req) ? next() : check(req, res, next))
}

/** The admin's own calls say that they need a session: when it has ended they get a 401 and not what a visitor would get. */
function requireSessionWhereAsked(requireSession: RequestHandler): RequestHandler {
  return (req, res, next) => (req.get('X-Session') === 'required' ? requireSession(req, res, next) : next())
}

function isReading({ method }: Request): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS'
}
