import express, { type Express, type Request, type RequestHandler } from 'express'
import type { Dashboard } from '#domain/dashboard.ts'
import { createDerived } from './http/derived.ts'
import { createErrorHandler } from './http/error-handler.ts'
import { gitHook } from './http/git-hook.ts'
import { HttpError } from './http/http-error.ts'
import type { CallGate } from './http/mount-calls.ts'
import { requireOwnOrigin } from './http/own-origin.ts'
import { referenceApi } from './http/reference-api.ts'
import type { Header } from './http/security-headers.ts'
import type { SignedIn } from './http/signed-in.ts'
import { type ContentHealth, type SiteActivity, statusApi } from './http/status-api.ts'
import { type SyncPart, syncApi } from './http/sync-api.ts'
import { adminPages } from './pages/admin-pages.ts'
import { discovery } from './pages/discovery.ts'
import type { ContentState, PageCache } from './pages/page-cache.ts'
import { onlyReading, pages, type RenderSitePage } from './pages/pages.ts'
import { type RenderSharePicture, sharePictures } from './pages/share-pictures.ts'
import { type Subscribe, subscribeApi } from './people/subscribers/subscribe-api.ts'
import { type SubscriptionLinks, subscriptionPages } from './people/subscribers/subscription-pages.ts'
import type { Log } from './platform/log.ts'
import { searchApi } from './search/search-api.ts'

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

/** Who may sign in, as routes. */
export interface AccountRoutes {
  /** Passes requests of signed-in administrators, answers all others with 401. */
  requireSession: RequestHandler
  /** The administrator behind a request, or null for a visitor. */
  who: (req: Request) => Promise<SignedIn | null>
  /** Whether a session that asked has not ended meanwhile. */
  lives: (person: SignedIn) => boolean
  /** When a user signed in the time before; an ISO instant. */
  previousLogin: (userId: number) => string | null
  /** Whether a setup or invitation code lets somebody register now. */
  admits: (code: string) => boolean
  /** Mounted at `/api`: open to visitors. */
  auth: RequestHandler
  /** Mounted at `/api`, behind the session check of its own addresses. */
  account: RequestHandler
}

/** What the routes are made of. */
export interface Parts {
  /** The answers of `GET /api/search`, at once. */
  search: Parameters<typeof searchApi>[0]
  content: ContentState &
    Parameters<typeof pages>[0]['content'] &
    Pick<Parameters<typeof pages>[0], 'unpublishedAt'> &
    ContentHealth
  uncommitted: () => Promise<Dashboard['uncommitted']>
  /** What of `DATA_DIR` is out of order. */
  dataProblems: () => Promise<Array<string>>
  activity: SiteActivity
  accounts: AccountRoutes
  /** Mounted at `/api`: tells open admins what changes. */
  events: RequestHandler
  gate: CallGate
  /** Mounted at `/api`, behind the session check. */
  analysis: RequestHandler
  /** Mounted at `/api`: the calls of content. */
  writing: RequestHandler
  /** Mounted at `/api`: downloads, pages and the site's own words. */
  siteFiles: RequestHandler
  sync: SyncPart
  /** Shared with the git server that calls when there is something new; null: nobody calls. */
  hookSecret: string | null
  /** A signed link to a download's file; null when there is no such download. */
  downloadLinkFor: (id: number) => { url: string; expiresAt: string } | null
  /** Hands out files to whoever has a link; all others fall through to the page with the form. */
  downloadGate: RequestHandler
  subscribers: {
    subscribe: Subscribe
    links: SubscriptionLinks
    /** Mounted at `/api`, behind the session check: the list as administrators see it. */
    calls: RequestHandler
  }
  /** Mounted at `/api`, for administrators: mails issues to the list. */
  sending: RequestHandler
  media: RequestHandler
  /** Mounted at `/api`, its writes behind the session check: what administrators do with pictures. */
  mediaCalls: RequestHandler
  assets: RequestHandler
  renderPage: RenderSitePage
  renderSharePicture: RenderSharePicture
  /** None in development. */
  pageCache: PageCache | null
  headers: ReadonlyArray<Header>
  siteUrl: string
  trustProxy: boolean | number | string
  now: () => Date
  log: Log
}

/** The whole site as one Express application. */
export function createApp(parts: Parts): Express {
  const { content, siteUrl, gate, now, log } = parts
  const app = express()
  app.disable('x-powered-by')
  app.enable('case sensitive routing')
  app.set('trust proxy', parts.trustProxy)
  app.use((_req, res, next) => {
    for (const [name, value] of parts.headers) res.setHeader(name, value)
    next()
  })
  app.use(parts.assets)
  app.use('/media', parts.media)
  app.use(sharePictures(content.site, parts.renderSharePicture))
  app.use(discovery(content.site, siteUrl, createDerived(content.generation)))

  app.get('/speculation-rules.json', (_req, res) => {
    res.set('Cache-Control', 'public, max-age=86400').type('application/speculationrules+json').send(speculationRules)
  })

  // A git server has no session and no page of ours: it signs its calls.
  app.use('/api', gitHook(parts.hookSecret, parts.sync.run, gate))
  app.use('/api', requireOwnOriginForWrites(siteUrl))
  app.use('/api', requireSessionWhereAsked(parts.accounts.requireSession))
  app.use('/api', statusApi({ ...parts, previousLogin: parts.accounts.previousLogin }, gate))
  app.use('/api', referenceApi(gate))
  app.use('/api', syncApi(parts.sync, gate))
  app.use('/api', parts.events)
  app.use('/api', searchApi(parts.search, gate))
  app.use(
    '/api',
    subscribeApi(
      parts.subscribers.subscribe,
      (error) => log.error({ err: error }, 'an address could not be saved'),
      parts.downloadLinkFor,
      gate,
    ),
  )
  app.use('/api', parts.accounts.auth)
  app.use(['/api/auth', '/api/users'], parts.accounts.requireSession)
  app.use('/api', parts.accounts.account)
  app.use('/api', parts.subscribers.calls)
  app.use('/api', requireSessionForWrites(parts.accounts.requireSession))
  app.use('/api', parts.analysis)
  app.use('/api', parts.mediaCalls)
  app.use('/api', parts.sending)
  app.use('/api', parts.siteFiles)
  app.use('/api', parts.writing)
  app.use('/api', () => {
    throw new HttpError(404, 'There is no such call.')
  })
  app.use(parts.downloadGate)
  app.use(
    subscriptionPages({
      links: parts.subscribers.links,
      downloadLinkFor: parts.downloadLinkFor,
      render: (url, subscriptionLink) => parts.renderPage(url, content.site, siteUrl, now(), { subscriptionLink }),
      failed: (error) => log.error({ err: error }, 'a link of a mail could not be followed'),
    }),
  )
  app.use(
    adminPages({
      who: parts.accounts.who,
      admits: parts.accounts.admits,
      render: (url, registration) =>
        parts.renderPage(url, content.site, siteUrl, now(), registration ? { registration } : {}),
    }),
  )
  app.use(
    pages({
      content,
      cache: parts.pageCache,
      siteUrl,
      now,
      render: parts.renderPage,
      unpublishedAt: content.unpublishedAt,
      who: parts.accounts.who,
      failed: (error) => log.error({ err: error }, 'a page could not be made anew'),
      refused: (path) => log.debug({ path }, 'no page can have this address'),
    }),
  )
  app.use(onlyReading)
  app.use(createErrorHandler(log))
  return app
}

function requireOwnOriginForWrites(siteUrl: string): RequestHandler {
  const ownOrigin = requireOwnOrigin(siteUrl)
  return (req, res, next) => (isReading(req) ? next() : ownOrigin(req, res, next))
}

/** Whatever is mounted below changes nothing for visitors (rulings, section 5). */
function requireSessionForWrites(requireSession: RequestHandler): RequestHandler {
  return (req, res, next) => (isReading(req) ? next() : requireSession(req, res, next))
}

/**
 * The admin's own calls say that they need a session: where it has ended they are told so, and don't get what a visitor would.
 */
function requireSessionWhereAsked(requireSession: RequestHandler): RequestHandler {
  return (req, res, next) => (req.get('X-Session') === 'required' ? requireSession(req, res, next) : next())
}

function isReading({ method }: Request): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS'
}
