import { networkFirst } from './network-first.ts'
import { OfflinePages, offlineAddress } from './offline-pages.ts'

/** The globals of a service worker that the DOM types lack. */
interface Worker {
  registration: { navigationPreload?: { enable(): Promise<void> } }
  skipWaiting(): Promise<void>
  addEventListener(name: 'install', listener: (event: InstallEvent) => void): void
  addEventListener(name: 'activate', listener: (event: Lasting) => void): void
  addEventListener(
    name: 'message',
    listener: (
      event: Lasting & { data: unknown; source: { id: string } | null; ports: Array<MessagePort> },
    ) => void,
  ): void
  addEventListener(name: 'fetch', listener: (event: FetchEvent) => void): void
}
interface Lasting {
  waitUntil(work: Promise<unknown>): void
}
interface InstallEvent extends Lasting {
  addRoutes?(
    rules: Array<{ condition: { urlPattern: string; requestMode: 'navigate' }; source: 'network' }>,
  ): Promise<void>
}
interface FetchEvent extends Lasting {
  request: Request
  clientId: string
  resultingClientId: string
  preloadResponse?: Promise<Response | undefined>
  respondWith(answer: Promise<Response>): void
}
declare const self: Worker

/** Name of the browser's cache for saved pages. */
const savedPages = 'saved-pages'
/** After this time without an answer, the stored page is shown, in milliseconds. */
const timeoutMs = 3000

/**
 * Documents that this worker ignores: the admin has its own worker, API calls and files are not
 * pages.
 */
const notPages = ['/admin', '/api', '/auth', '/downloads', '/media', '/share']
const parts = /^(?:style|script|font|image)$/

const pages = new OfflinePages(savedPages, caches, (...args) => fetch(...args))
/**
 * Documents that came from storage load their files from storage too, so that all of a page is of
 * one version.
 */
const fromStorage = new Set<string>()
/** Documents of pages that are not stored; nothing of theirs is stored. */
const notStored = new Set<string>()

self.addEventListener('install', (event) => {
  void self.skipWaiting()
  event.waitUntil(pages.refresh())
  const past = notPages
    .flatMap((path) => [path, `${path}/*`])
    .map((urlPattern) => ({
      condition: { urlPattern, requestMode: 'navigate' as const },
      source: 'network' as const,
    }))
  // With static routing, the browser does not even start this worker for these addresses.
  const routed = event.addRoutes?.(past)
  if (routed)
    event.waitUntil(
      routed.catch((error: unknown) =>
        console.info('The browser rejected the static routes:', error),
      ),
    )
})

// Navigation preload: the request starts while the worker starts, so that pages do not become
// slower.
self.addEventListener('activate', (event) => {
  const { navigationPreload } = self.registration
  if (navigationPreload) event.waitUntil(navigationPreload.enable())
})

self.addEventListener('message', (event) => {
  const { keep } = event.data as { keep?: Array<string> }
  if (!Array.isArray(keep)) return
  const offline = fromStorage.has(event.source?.id ?? '')
  const report = (readable: Array<string>, done: boolean) =>
    event.ports[0]?.postMessage({ readable, offline, done })
  event.waitUntil(
    (async () => {
      report(await pages.readable(keep), false)
      report(await pages.keepOnly(keep), true)
    })(),
  )
})

self.addEventListener('fetch', (event) => {
  const { request, clientId } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (request.mode === 'navigate') {
    if (!notPages.some((path) => pathname === path || pathname.startsWith(`${path}/`)))
      event.respondWith(answerPage(event, pathname))
  } else if (parts.test(request.destination) && !notStored.has(clientId))
    event.respondWith(answerPart(event))
})

async function answerPage(event: FetchEvent, path: string): Promise<Response> {
  const network = ask(event)
  const stored = await pages.page(path)
  if (!stored) {
    notStored.add(event.resultingClientId)
    return network.catch(async (error: unknown) => {
      const page = await pages.page(offlineAddress)
      if (!page) throw error
      notStored.delete(event.resultingClientId)
      fromStorage.add(event.resultingClientId)
      return new Response(page.body, { status: 503, headers: page.headers })
    })
  }
  event.waitUntil(
    network.then(
      (answer) =>
        pages
          .renew(path, answer.clone())
          .catch((error: unknown) => console.info(`${path} could not be updated:`, error)),
      () => undefined,
    ),
  )
  const { from, answer } = await networkFirst(network, stored, timeoutMs)
  if (from === 'storage') fromStorage.add(event.resultingClientId)
  return answer
}

async function answerPart(event: FetchEvent): Promise<Response> {
  const { request, clientId } = event
  if (fromStorage.has(clientId)) return (await pages.part(request)) ?? fetch(request)
  const network = ask(event)
  const { answer } = await networkFirst(network, await pages.part(request), timeoutMs)
  return answer
}

/** The preloaded response, or a new request. It may reject before anybody awaits it. */
function ask({ preloadResponse, request }: FetchEvent): Promise<Response> {
  const answer = Promise.resolve(preloadResponse).then((early) => early ?? fetch(request))
  answer.catch(() => undefined)
  return answer
}
