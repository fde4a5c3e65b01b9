import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { contentTypes } from '#domain/content.ts'
import { itemTypes } from '#domain/item/types.ts'
import type { SyncState } from '#domain/sync.ts'
import {
  saveOutcomes,
  signInOutcomes,
  type Telemetry,
  type TelemetryEvent,
} from '../platform/telemetry.ts'
import { createInstruments, type Instruments } from './instruments.ts'

interface Waiting {
  /** The length of its queue. */
  waiting(): number | Promise<number>
}

/** The parts that are read at each scrape, because they know without counting. */
export interface MetricSources {
  lane: Waiting
  texts: Waiting
  content: Waiting
  media: Waiting
  newsletter: Waiting
  subscribers: Waiting
  /** Null in development. */
  pageCache: { stats(): { bytes: number } } | null
  sync: { state(): Promise<SyncState> }
}

/** The metrics of one process, in the text format of Prometheus. */
export interface Metrics {
  /** Counts an event. */
  measure: Telemetry
  /** Counts a request when its answer has ended. Call it when the request arrives. */
  request(req: IncomingMessage, res: ServerResponse): void
  /** Counts a request for a page that can be cached. */
  page(result: 'hit' | 'miss'): void
  /** Sets what later scrapes read: the site is loaded. */
  watch(sources: MetricSources): void
  /** Answers `GET /metrics`. */
  answer: RequestListener
}

/**
 * Creates the metrics of a server. Their labels have a fixed set of values: no address, path or id
 * of a person.
 */
export function createMetrics(): Metrics {
  let sources: MetricSources | null = null
  const instruments = createInstruments(() => sources)
  const { registry, counter, counterOf, histogram } = instruments
  const requests = counter('http_requests_total', 'Answered requests.', [
    'route',
    'method',
    'status',
  ])
  const durations = histogram(
    'http_request_duration_seconds',
    'Time from a request to the end of its answer.',
    ['route', 'method'],
  )
  const cached = counterOf(
    'page_cache_requests_total',
    'Requests for pages that can be cached.',
    'result',
    ['hit', 'miss'],
  )
  const saves = counterOf('saves_total', 'Saves of content by outcome.', 'outcome', saveOutcomes)
  const saveDurations = histogram('save_duration_seconds', 'Time of a save, waiting included.', [])
  const signIns = counterOf('sign_ins_total', 'Sign-ins by outcome.', 'outcome', signInOutcomes)
  const mails = counter('mails_total', 'Mails by kind and outcome.', ['kind', 'outcome'])
  const searches = histogram(
    'search_duration_seconds',
    'Time of a search; titles: before the index was ready.',
    ['answer'],
  )
  const syncs = counterOf(
    'syncs_total',
    'Rounds of the sync with the remote by outcome.',
    'outcome',
    ['done', 'failed', 'conflict'],
  )
  const syncDurations = histogram('sync_duration_seconds', 'Time of a round of the sync.', [])

  addGauges(instruments)

  return {
    measure(event: TelemetryEvent) {
      if (event.event === 'save') {
        saves(event.outcome)
        saveDurations.observe(event.seconds)
      } else if (event.event === 'sign-in') signIns(event.outcome)
      else if (event.event === 'search') searches.observe({ answer: event.answer }, event.seconds)
      else if (event.event === 'sync') {
        syncs(event.outcome)
        syncDurations.observe(event.seconds)
      } else if (event.event === 'mails')
        for (const outcome of ['sent', 'refused', 'unsure', 'deferred'] as const)
          mails.inc({ kind: event.kind, outcome }, event[outcome])
    },
    request(req, res) {
      const start = performance.now()
      const { method = '', url = '' } = req
      // `close` also comes for a visitor who left before the end.
      res.once('close', () => {
        const labels = { route: routeOf(req, url), method: methodOf(method) }
        requests.inc({ ...labels, status: statusOf(res.statusCode) })
        // A stream of events lasts as long as the page is open.
        const isStream = String(res.getHeader('Content-Type')).startsWith('text/event-stream')
        if (!isStream) durations.observe(labels, (performance.now() - start) / 1000)
      })
    },
    page: cached,
    watch(known) {
      sources = known
    },
    answer(req, res) {
      if (req.url !== '/metrics') return void res.writeHead(404).end()
      if (req.method !== 'GET' && req.method !== 'HEAD')
        return void res.writeHead(405, { Allow: 'GET, HEAD' }).end()
      registry.metrics().then(
        (text) =>
          res
            .writeHead(200, { 'Content-Type': registry.contentType, 'Cache-Control': 'no-store' })
            .end(text),
        () => res.writeHead(500).end(),
      )
    },
  }
}

/** The gauges that are read at each scrape. */
function addGauges({ scraped }: Instruments<MetricSources>) {
  scraped('queue_length', 'Jobs that wait, or mails to be sent.', ['queue'], async (set, parts) => {
    const queues: Record<string, Waiting> = {
      writes: parts.lane,
      texts: parts.texts,
      bodies: parts.content,
      pictures: parts.media,
      mails: parts.newsletter,
      confirmations: parts.subscribers,
    }
    for (const [queue, part] of Object.entries(queues)) set(await part.waiting(), { queue })
  })
  scraped('page_cache_bytes', 'Bytes of cached pages in memory.', [], (set, { pageCache }) => {
    if (pageCache) set(pageCache.stats().bytes)
  })
  const ofSync = (
    name: string,
    help: string,
    read: (state: Extract<SyncState, { kind: 'on' }>) => number | null,
  ) =>
    scraped(name, help, [], async (set, { sync }) => {
      const state = await sync.state()
      const value = state.kind === 'on' ? read(state) : null
      if (value !== null) set(value)
    })
  ofSync(
    'sync_failing',
    '1 while the sync does not go on, or the remote has lost commits.',
    ({ error, conflicts }) => Number(error !== null || conflicts.length > 0),
  )
  ofSync('sync_ahead_commits', 'Commits that the remote does not have.', ({ ahead }) => ahead)
  ofSync(
    'sync_behind_commits',
    'Known commits of the remote that the site does not have.',
    ({ behind }) => behind,
  )
  ofSync(
    'sync_last_success_timestamp_seconds',
    'When both sides were last equal.',
    ({ lastSync }) => (lastSync === null ? null : Date.parse(lastSync) / 1000),
  )
}

/**
 * The class of a status. A 503 is one of its own: the server, its database or its remote can't
 * answer for a while, as in every deploy, and nothing is broken.
 */
function statusOf(code: number) {
  return code === 503 ? '503' : `${Math.floor(code / 100)}xx`
}

/** Kinds of addresses outside of `/api`, by their first segment. */
const kinds: ReadonlyMap<string, string> = new Map([
  ...contentTypes.flatMap((type) => {
    const { folder, listAddress, singular } = itemTypes[type]
    return [folder, listAddress.split('/')[1] ?? ''].map((first): [string, string] => [
      first,
      singular,
    ])
  }),
  ['', 'home'],
  ['admin', 'admin'],
  ['admin-threads', 'asset'],
  ['assets', 'asset'],
  ['auth', 'auth'],
  ['category', 'category'],
  ['confirm', 'subscription'],
  ['downloads', 'download'],
  ['fonts', 'asset'],
  ['media', 'media'],
  ['search', 'search page'],
  ['share', 'share picture'],
  ['subscribed', 'subscription'],
  ['unsubscribe', 'subscription'],
])

const methods = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS'])

/** The method as a label; unusual ones are one value. */
const methodOf = (method: string): string => (methods.has(method) ? method : 'other')

/**
 * The label of a request, from a fixed set: the address of a call as the contract writes it
 * (`/api/articles/{id}`), or the kind of a page or file. `url` is the address as it arrived; call
 * this when the request is answered.
 */
function routeOf(req: IncomingMessage, url: string): string {
  const path = url.split('?', 1)[0] ?? ''
  // A server that starts or stops answers it without Express.
  if (path === '/api/ready') return path
  if (path === '/api' || path.startsWith('/api/')) {
    // Set by Express when a route has matched; a call without the session that it requires is
    // refused before, and counts as `/api`.
    const { route } = req as { route?: { path?: unknown } }
    const isCall = typeof route?.path === 'string'
    return isCall ? `/api${String(route.path).replace(/[:*](\w+)/g, '{$1}')}` : '/api'
  }
  if (/\/(rss|atom)\.xml$|^\/feed(\.|$)/.test(path)) return 'feed'
  const first = path.split('/', 2)[1] ?? ''
  return kinds.get(first) ?? (first.includes('.') ? 'site file' : 'page')
}
