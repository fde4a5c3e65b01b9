import type { IncomingMessage, ServerResponse } from 'node:http'
import type { SiteReader } from '#domain/site-reader.ts'
import type { Header } from '../http/security-headers.ts'
import type { CachedPage, FreshPage } from './cached-page.ts'
import { pageKey } from './page-address.ts'
import type { PageDisk } from './page-disk.ts'
import { createPageStore } from './page-store.ts'
import { type PageEntry, sendPage } from './prepared-answer.ts'
import { areReadsCurrent } from './record-reads.ts'

/** The loaded content. */
export interface ContentState {
  site: SiteReader
  generation(): number
  revision(): string | null
}

/** Renders a page; null when it must not be cached. */
type MakePage = () => Promise<FreshPage | null>

/** A page that is being rendered, and the generation of the content when that began. */
interface Filling {
  generation: number | undefined
  work: Promise<PageEntry | null>
}

/**
 * Serves encoded pages and feeds before the routers run. A page is valid as long as the queries
 * that it made to the site have the same answers (checked at the first request after each change of
 * the content) and it has not expired. `provisional` decides about pages from an earlier start
 * until `attach` passes the loaded content.
 */
export function createPageCache(options: {
  disk: PageDisk | null
  headers: ReadonlyArray<Header>
  provisional: (page: CachedPage) => boolean
  maxBytes?: number
}) {
  const { provisional, maxBytes = 96 * 1024 * 1024 } = options
  const store = createPageStore(options.disk, maxBytes)
  const filling = new Map<string, Filling>()
  const { isCurrent, generation, attach } = createValidity(provisional)

  function find(key: string): PageEntry | null {
    const entry = store.entries.get(key) ?? store.load(key)
    if (!entry) return null
    if (isCurrent(entry)) return entry
    store.remove(key)
    return null
  }

  const send = (entry: PageEntry, req: IncomingMessage, res: ServerResponse) =>
    sendPage(entry, options.headers, req, res, (zipped) => store.addGzip(entry, zipped))

  /**
   * The render of a page that is under way; one that began before the content changed may lack the
   * change.
   */
  function underway(key: string): Filling | null {
    const found = filling.get(key)
    return found && found.generation === generation() ? found : null
  }

  /**
   * Renders and caches a page; concurrent calls for the same key share one render. Null when `make`
   * returned null (not cacheable).
   */
  function made(key: string, make: MakePage): Promise<PageEntry | null> {
    const shared = underway(key)
    if (shared) return shared.work
    const work = make()
      .then((page) => page && store.put(key, page))
      .finally(() => {
        if (filling.get(key)?.work === work) filling.delete(key)
      })
    filling.set(key, { generation: generation(), work })
    return work
  }

  return {
    /** Answers from the cache. False when the cache has no valid answer. */
    serve(req: IncomingMessage, res: ServerResponse): boolean {
      if (req.method !== 'GET' && req.method !== 'HEAD') return false
      const url = req.url ?? ''
      const known = store.entries.get(url)
      if (known && isCurrent(known)) {
        send(known, req, res)
        return true
      }
      const key = pageKey(url)
      const entry = key === null ? null : find(key)
      if (!entry) return false
      send(entry, req, res)
      return true
    },
    /**
     * Renders, caches and sends a page; concurrent calls for the same key share one render, and
     * only the response of the first reports its cost. False when `make` returned null (not
     * cacheable).
     */
    async fill(key: string, req: IncomingMessage, res: ServerResponse, make: MakePage) {
      const isFirst = underway(key) === null
      const start = performance.now()
      const entry = await made(key, make)
      if (entry && isFirst)
        res.setHeader('Server-Timing', `render;dur=${(performance.now() - start).toFixed(1)}`)
      if (entry) send(entry, req, res)
      return entry !== null
    },
    /** Renders an expired page that is in memory again, before it is requested. */
    async renew(key: string, make: MakePage): Promise<void> {
      const entry = store.entries.get(key)
      if (entry && !isCurrent(entry)) await made(key, make)
    },
    /** Renders a page that is not cached or not valid any more, before it is requested. */
    async prepare(key: string, make: MakePage): Promise<void> {
      if (!find(key)) await made(key, make)
    },
    /** Pages are validated against this content from now on. */
    attach: (state: ContentState) => attach(state, store.entries.values()),
    idle: store.idle,
    stats: store.stats,
  }
}

export type PageCache = ReturnType<typeof createPageCache>

/** Decides whether cached pages still show the content: until `attach`, `provisional` decides. */
function createValidity(provisional: (page: CachedPage) => boolean) {
  let content: ContentState | null = null
  let memo = { generation: -1, answers: new Map<string, string>() }

  return {
    generation: () => content?.generation(),
    isCurrent(entry: PageEntry): boolean {
      if (entry.validUntil <= Date.now()) return false
      if (!content) return entry.generation >= 0 || provisional(entry)
      const generation = content.generation()
      if (entry.generation === generation) return true
      if (memo.generation !== generation) memo = { generation, answers: new Map() }
      if (!areReadsCurrent(content.site, entry.reads, memo.answers)) return false
      entry.generation = generation
      entry.revision = content.revision()
      return true
    },
    attach(state: ContentState, entries: Iterable<PageEntry>): void {
      // Another content counts its generations from the beginning.
      if (content) for (const entry of entries) entry.generation = -1
      memo = { generation: -1, answers: new Map() }
      content = state
    },
  }
}
