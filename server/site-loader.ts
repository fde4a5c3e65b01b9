import type { RequestListener } from 'node:http'
import type { createApp } from './app.ts'
import type { Env } from './env.ts'
import { privateCaching } from './http/caching.ts'
import type { SiteWords } from './http/notice-page.ts'
import { carriesOwnWrite } from './http/own-writes.ts'
import type { Header } from './http/security-headers.ts'
import type { Metrics } from './metrics/create-metrics.ts'
import { pageKey, refuseLongAddress } from './pages/page-address.ts'
import type { PageCache } from './pages/page-cache.ts'

type Site = Awaited<ReturnType<typeof createApp>>

/** How long answers of a replaced site may take, in milliseconds. */
const openAnswersMs = 10_000

/** Loads the site when the first request needs it, and replaces one that has no database yet. */
export class SiteLoader {
  /** The site, or null before the first request for it. */
  loading: Promise<Site> | null = null
  readonly #create: () => Promise<Site>
  #words: () => SiteWords | null = () => null

  constructor(create: () => Promise<Site>) {
    this.#create = create
  }

  /** The words of the site; null until it is loaded. */
  words(): SiteWords | null {
    return this.#words()
  }

  /** `ready` is called when the site is prepared for requests, once. */
  load(ready: () => void): Promise<Site> {
    this.loading ??= this.#create().then((site) => {
      this.#words = site.words
      void site.prepared.then(ready)
      return site
    })
    return this.loading
  }

  /** Ends `earlier` when its open answers have had time to end. */
  async replace(earlier: Site, next: Promise<Site>): Promise<void> {
    const site = await next
    this.loading = Promise.resolve(site)
    this.#words = site.words
    earlier.endStreams()
    const timer = setTimeout(() => void this.endEarlier(), openAnswersMs).unref()
    this.endEarlier = async () => {
      clearTimeout(timer)
      this.endEarlier = async () => {}
      await earlier.close()
    }
  }

  /** Ends the site that was replaced, if it has not ended yet. */
  endEarlier = async (): Promise<void> => {}
}

/** Answers from the cache of pages, and otherwise by the site, which is loaded for it. */
export function answers(
  env: Env,
  parts: {
    headers: ReadonlyArray<Header>
    pageCache: PageCache | null
    metrics: Metrics | null
    load: () => Promise<Site>
    words: () => SiteWords | null
  },
): RequestListener {
  const { headers, pageCache, metrics, load, words } = parts
  const reply: RequestListener = (req, res) => {
    const isCached = pageCache?.serve(req, res) ?? false
    if (req.method === 'GET' && metrics && pageKey(req.url ?? '') !== null)
      metrics.page(isCached ? 'hit' : 'miss')
    if (isCached) return
    load().then(
      ({ app }) => app(req, res),
      () => res.writeHead(503, [...headers.flat(), 'Cache-Control', privateCaching]).end(),
    )
  }
  return (req, res) => {
    if (refuseLongAddress(req, res, headers, words())) return
    if (env.gitWrite === 'through' && carriesOwnWrite(req.headers.cookie))
      void load()
        .then(({ ownWrites }) => ownWrites.seen(req))
        .catch(() => undefined)
        .then(() => reply(req, res))
    else reply(req, res)
  }
}
