import { clientsClaim } from 'workbox-core'
import type { WorkboxPlugin } from 'workbox-core/types.js'
import { ExpirationPlugin } from 'workbox-expiration'
import { cleanupOutdatedCaches, precacheAndRoute } from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'
import { NetworkFirst } from 'workbox-strategies'
import { shellAddress } from '#domain/admin-address.ts'
import type { Listed } from '#domain/list-order.ts'
import type { ListedPicture } from '#domain/media.ts'
import { contentCache, forget, giveWay, pictureCache, shellCache, takeOver } from './cache-names.ts'
import { keptList, keptPictures } from './kept-list.ts'

/** Of the worker's own world, what the types of pages do not know. */
interface Worker {
  registration: { waiting: { postMessage(message: string): void } | null }
  skipWaiting(): Promise<void>
  addEventListener(name: 'fetch', listener: (event: { handled?: Promise<void> }) => void): void
  addEventListener(name: 'install', listener: (event: { waitUntil(work: Promise<unknown>): void }) => void): void
  addEventListener(name: 'message', listener: (event: { data: unknown }) => void): void
}
declare const self: Worker

/** The files of this build with their versions; `scripts/bundle-admin-worker.ts` puts them in. */
declare const __PRECACHE__: Array<{ url: string; revision: string | null }>

/** Longer than this, nobody waits for a network that says nothing. */
const patienceSeconds = 6
const files = new Set(__PRECACHE__.map(({ url }) => url))

/** It was quiet when nothing was asked for so many milliseconds. */
const quietMs = 500
let underway = 0
let quietSince = 0
let givesWay = false
self.addEventListener('fetch', ({ handled }) => {
  // Old browsers do not say when something was answered.
  if (!handled) return
  underway += 1
  const done = () => {
    underway -= 1
    quietSince = performance.now()
  }
  handled.then(done, done)
})

/**
 * Lets the waiting version in at a quiet moment. A browser that puts it in the place of a worker which answers something may wait for minutes, and
 * may lose the document that was asked for meanwhile.
 */
function leave(): void {
  if (underway > 0 || performance.now() - quietSince < quietMs) return void setTimeout(leave, 50)
  givesWay = false
  self.registration.waiting?.postMessage(takeOver)
}

/** Whoever signs out begins another one: what was asked for in the one before is not kept any more. */
let era = 0
const onlyOfThisEra: WorkboxPlugin = {
  async handlerWillStart({ state }) {
    if (state) state.era = era
  },
  cacheWillUpdate: async ({ response, state }) => (response.status === 200 && state?.era === era ? response : null),
  async cacheDidUpdate({ cacheName, request, state }) {
    // Signed out between the two.
    if (state?.era !== era) await (await caches.open(cacheName)).delete(request, { ignoreVary: true })
  },
}

precacheAndRoute(__PRECACHE__)
cleanupOutdatedCaches()
clientsClaim()

self.addEventListener('install', (event) => event.waitUntil(keepShell()))
self.addEventListener('message', ({ data }) => {
  if (data === takeOver) void self.skipWaiting()
  if (data === giveWay && !givesWay) {
    givesWay = true
    leave()
  }
  if (data === forget) {
    era += 1
    for (const name of [contentCache, pictureCache]) void caches.delete(name)
  }
})

/** Documents come from the server as long as it is there; without it, the one that every screen can start from. */
registerRoute(
  ({ request, url }) => request.mode === 'navigate' && /^\/admin(\/|$)/.test(url.pathname),
  async ({ request, event }) => {
    try {
      const answer = await fetch(request)
      if (answer.status < 502 || answer.status > 504) {
        if (answer.status === 200) (event as ExtendableEvent).waitUntil(keepShell())
        return answer
      }
    } catch {
      // There is no network, or no server behind it.
    }
    return (await caches.match(shellAddress, { cacheName: shellCache })) ?? Response.error()
  },
)

/** What an administrator reads: always from the server first, so that nothing stale is shown while it is there. */
const reads = /^\/api\/(?:articles|news|newsletters)(?:\/\d+)?$|^\/api\/(?:media|dashboard)$/
registerRoute(
  ({ request, url }) => reads.test(url.pathname) && request.headers.get('X-Session') === 'required',
  new NetworkFirst({
    cacheName: contentCache,
    networkTimeoutSeconds: patienceSeconds,
    matchOptions: { ignoreVary: true },
    plugins: [
      new ExpirationPlugin({ maxEntries: 2000, purgeOnQuotaError: true }),
      onlyOfThisEra,
      { handlerDidError: async ({ request }) => listFromKept(request) },
    ],
  }),
)

registerRoute(
  ({ request, url, sameOrigin }) =>
    sameOrigin && request.destination === 'image' && /^\/(media|fallback)\//.test(url.pathname),
  new NetworkFirst({
    cacheName: pictureCache,
    networkTimeoutSeconds: patienceSeconds,
    plugins: [new ExpirationPlugin({ maxEntries: 500, purgeOnQuotaError: true }), onlyOfThisEra],
  }),
)

/** A list that was never asked for in this order, made of the whole one. */
async function listFromKept(request: Request): Promise<Response | undefined> {
  const { origin, pathname, searchParams } = new URL(request.url)
  const kept = await caches.match(origin + pathname, { cacheName: contentCache, ignoreVary: true })
  if (!kept || searchParams.size === 0) return undefined
  const whole: unknown = await kept.json()
  const list =
    pathname === '/api/media'
      ? keptPictures(whole as Array<ListedPicture>, searchParams)
      : keptList(whole as Array<Listed>, searchParams)
  if (!list) return undefined
  return Response.json(list.items, { headers: { 'X-Total-Count': String(list.total) } })
}

/** Keeps the shell, but only one of this very build: another one's would ask for files that are not here. */
async function keepShell(): Promise<void> {
  const answer = await fetch(shellAddress, { credentials: 'same-origin', cache: 'no-cache' }).catch(() => null)
  if (answer?.status !== 200 || answer.redirected) return
  const needed = (await answer.clone().text()).match(/\/assets\/[^"'\s)]+/g) ?? []
  if (needed.every((file) => files.has(file))) await (await caches.open(shellCache)).put(shellAddress, answer)
}

type ExtendableEvent = Event & { waitUntil(work: Promise<unknown>): void }
