import { cacheNames, clientsClaim } from 'workbox-core'
import type { WorkboxPlugin } from 'workbox-core/types.js'
import { ExpirationPlugin } from 'workbox-expiration'
import { cleanupOutdatedCaches, precacheAndRoute } from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'
import { NetworkFirst } from 'workbox-strategies'
import { shellAddress } from '#domain/admin-address.ts'
import type { ListFacets } from '#domain/list-filters.ts'
import type { ListedPicture } from '#domain/media.ts'
import {
  contentCache,
  forget,
  giveWay,
  pictureCache,
  shellCache,
  stay,
  takeOver,
} from './cache-names.ts'
import { cachedList, cachedPictures, type ListContext } from './cached-list.ts'

/** Properties of the worker's global scope that the DOM types lack. */
interface Worker {
  registration: { waiting: { postMessage(message: string): void } | null }
  skipWaiting(): Promise<void>
  addEventListener(name: 'fetch', listener: (event: { handled?: Promise<void> }) => void): void
  addEventListener(name: 'install', listener: (event: InstallEvent) => void): void
  addEventListener(name: 'message', listener: (event: { data: unknown }) => void): void
}
declare const self: Worker

interface InstallEvent {
  waitUntil(work: Promise<unknown>): void
  /**
   * Lets the browser answer requests without the worker (Static Routing API); few browsers have it.
   */
  addRoutes?(routes: {
    condition: { urlPattern: string }
    source: { cacheName: string }
  }): Promise<void>
}

/** Files of this build with their revisions, inserted by `scripts/bundle-service-workers.ts`. */
declare const __PRECACHE__: Array<{ url: string; revision: string | null }>

/** Time limit for the network before the cache answers. */
const patienceSeconds = 6
const files = new Set(__PRECACHE__.map(({ url }) => url))

/** The worker is idle after this many milliseconds without a request. */
const quietMs = 500
let underway = 0
let quietSince = 0
let givesWay = false
self.addEventListener('fetch', ({ handled }) => {
  // Older browsers lack `handled`.
  if (!handled) return
  underway += 1
  const done = () => {
    underway -= 1
    quietSince = performance.now()
  }
  handled.then(done, done)
})

/**
 * Lets the waiting version take over while this one is idle: a browser that replaces a worker
 * during a response may wait for minutes, and may lose the requested document.
 */
function leave() {
  if (!givesWay) return
  if (underway > 0 || performance.now() - quietSince < quietMs) return void setTimeout(leave, 50)
  givesWay = false
  self.registration.waiting?.postMessage(takeOver)
}

/** Increased at every sign-out: responses to earlier requests are not cached. */
let era = 0
const onlyOfThisEra: WorkboxPlugin = {
  async handlerWillStart({ state }) {
    if (state) state.era = era
  },
  cacheWillUpdate: async ({ response, state }) =>
    response.status === 200 && state?.era === era ? response : null,
  async cacheDidUpdate({ cacheName, request, state }) {
    // The user signed out between request and response.
    if (state?.era !== era)
      await (await caches.open(cacheName)).delete(request, { ignoreVary: true })
  },
}

precacheAndRoute(__PRECACHE__)
cleanupOutdatedCaches()
clientsClaim()

self.addEventListener('install', (event) => {
  event.waitUntil(cacheShell())
  // A static route serves the built files from the cache without starting the worker; a screen
  // needs dozens of them.
  const files = {
    condition: { urlPattern: '/assets/*' },
    source: { cacheName: cacheNames.precache },
  }
  if (event.addRoutes) event.waitUntil(event.addRoutes(files))
})
self.addEventListener('message', ({ data }) => {
  if (data === takeOver) void self.skipWaiting()
  if (data === giveWay && !givesWay) {
    givesWay = true
    leave()
  }
  if (data === stay) givesWay = false
  if (data === forget) {
    era += 1
    for (const name of [contentCache, pictureCache]) void caches.delete(name)
  }
})

/** Documents come from the network; without it, every screen starts from the cached shell. */
registerRoute(
  ({ request, url }) => request.mode === 'navigate' && /^\/admin(\/|$)/.test(url.pathname),
  async ({ request, event }) => {
    try {
      const answer = await fetch(request)
      if (answer.status < 502 || answer.status > 504) {
        if (answer.status === 200) (event as ExtendableEvent).waitUntil(cacheShell())
        return answer
      }
    } catch {
      // Neither network nor server.
    }
    return (await caches.match(shellAddress, { cacheName: shellCache })) ?? Response.error()
  },
)

/** API reads of administrators: network first, so that the cache answers only without it. */
const reads =
  /^\/api\/(?:articles|news|newsletters)(?:\/(?:\d+|facets))?$|^\/api\/(?:media|settings|downloads|snippets|dashboard(?:\/work)?)$|^\/api\/pages(?:\/.+)?$/
registerRoute(
  ({ request, url }) => reads.test(url.pathname) && request.headers.get('X-Session') === 'required',
  new NetworkFirst({
    cacheName: contentCache,
    networkTimeoutSeconds: patienceSeconds,
    matchOptions: { ignoreVary: true },
    plugins: [
      new ExpirationPlugin({ maxEntries: 2000, purgeOnQuotaError: true }),
      onlyOfThisEra,
      { handlerDidError: async ({ request }) => listFromCache(request) },
    ],
  }),
)

registerRoute(
  ({ request, url, sameOrigin }) =>
    sameOrigin && request.destination === 'image' && /^\/(media|theme)\//.test(url.pathname),
  new NetworkFirst({
    cacheName: pictureCache,
    networkTimeoutSeconds: patienceSeconds,
    plugins: [new ExpirationPlugin({ maxEntries: 500, purgeOnQuotaError: true }), onlyOfThisEra],
  }),
)

/** Builds a list that was never fetched in this order from the cached whole list. */
async function listFromCache(request: Request): Promise<Response | undefined> {
  const { origin, pathname, searchParams } = new URL(request.url)
  const kept = await cachedAnswer(origin + pathname)
  if (!kept || searchParams.size === 0) return undefined
  const whole: unknown = await kept.json()
  const list =
    pathname === '/api/media'
      ? cachedPictures(whole as Array<ListedPicture>, searchParams)
      : cachedList(
          whole as Parameters<typeof cachedList>[0],
          searchParams,
          await contextOf(kept, origin, pathname),
        )
  if (!list) return undefined
  return Response.json(list.items, { headers: { 'X-Total-Count': String(list.total) } })
}

const cachedAnswer = (address: string) =>
  caches.match(address, { cacheName: contentCache, ignoreVary: true })

/** What a cached list was made with, from what else is cached. */
async function contextOf(list: Response, origin: string, pathname: string): Promise<ListContext> {
  const settings = await cachedAnswer(`${origin}/api/settings`)
  const facets = await cachedAnswer(`${origin + pathname}/facets`)
  return {
    language: list.headers.get('Content-Language') ?? 'en',
    timeZone: ((await settings?.json()) as { timeZone?: string } | undefined)?.timeZone ?? 'UTC',
    authors: ((await facets?.json()) as ListFacets | undefined)?.author ?? [],
  }
}

/**
 * Caches the shell if it is of this build: the shell of another build refers to files that this
 * cache lacks.
 */
async function cacheShell() {
  const answer = await fetch(shellAddress, { credentials: 'same-origin', cache: 'no-cache' }).catch(
    () => null,
  )
  if (answer?.status !== 200 || answer.redirected) return
  const needed = (await answer.clone().text()).match(/\/assets\/[^"'\s)]+/g) ?? []
  if (needed.every((file) => files.has(file)))
    await (await caches.open(shellCache)).put(shellAddress, answer)
}

type ExtendableEvent = Event & { waitUntil(work: Promise<unknown>): void }
