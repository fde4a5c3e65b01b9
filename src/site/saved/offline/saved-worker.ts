import { createKeptPages, offlineAddress } from './kept-pages.ts'
import { networkFirst } from './network-first.ts'

/** Of the worker's own world, what the types of pages do not know. */
interface Worker {
  registration: { navigationPreload?: { enable(): Promise<void> } }
  skipWaiting(): Promise<void>
  addEventListener(name: 'install', listener: (event: InstallEvent) => void): void
  addEventListener(name: 'activate', listener: (event: Lasting) => void): void
  addEventListener(
    name: 'message',
    listener: (event: Lasting & { data: unknown; source: { id: string } | null; ports: Array<MessagePort> }) => void,
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

/** The name of the browser's storage for them. */
const savedPages = 'saved-pages'
/** Longer than this, nobody who has a page on the device waits for a network that says nothing. */
const patienceMs = 3000

/** Documents that are no pages of the site go past this worker: the admin has one of its own, calls and files none. */
const notPages = ['/admin', '/api', '/auth', '/downloads', '/media', '/share']
const parts = /^(?:style|script|font|image)$/

const pages = createKeptPages(savedPages, caches, (...args) => fetch(...args))
/** Documents that came from the storage take their parts from there at once, so that all of one page is of one version. */
const fromKept = new Set<string>()
/** Documents of pages that are not kept. Nothing of theirs is. */
const notKept = new Set<string>()

self.addEventListener('install', (event) => {
  void self.skipWaiting()
  event.waitUntil(pages.refresh())
  const past = notPages
    .flatMap((path) => [path, `${path}/*`])
    .map((urlPattern) => ({ condition: { urlPattern, requestMode: 'navigate' as const }, source: 'network' as const }))
  // Where the browser can be told so, it does not even ask this worker.
  const told = event.addRoutes?.(past)
  if (told) event.waitUntil(told.catch((error: unknown) => console.info('The browser takes no routes:', error)))
})

// The network is asked while the worker wakes, so that having saved something makes no page slower.
self.addEventListener('activate', (event) => {
  const { navigationPreload } = self.registration
  if (navigationPreload) event.waitUntil(navigationPreload.enable())
})

self.addEventListener('message', (event) => {
  const { keep } = event.data as { keep?: Array<string> }
  if (!Array.isArray(keep)) return
  const offline = fromKept.has(event.source?.id ?? '')
  const tell = (readable: Array<string>, done: boolean) => event.ports[0]?.postMessage({ readable, offline, done })
  event.waitUntil(
    (async () => {
      tell(await pages.readable(keep), false)
      tell(await pages.keepOnly(keep), true)
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
  } else if (parts.test(request.destination) && !notKept.has(clientId)) event.respondWith(answerPart(event))
})

async function answerPage(event: FetchEvent, path: string): Promise<Response> {
  const network = ask(event)
  const kept = await pages.page(path)
  if (!kept) {
    notKept.add(event.resultingClientId)
    return network.catch(async (error: unknown) => {
      const page = await pages.page(offlineAddress)
      if (!page) throw error
      notKept.delete(event.resultingClientId)
      fromKept.add(event.resultingClientId)
      return new Response(page.body, { status: 503, headers: page.headers })
    })
  }
  event.waitUntil(
    network.then(
      (answer) =>
        pages.renew(path, answer.clone()).catch((error: unknown) => console.info(`${path} stays as it was:`, error)),
      () => undefined,
    ),
  )
  const { from, answer } = await networkFirst(network, kept, patienceMs)
  if (from === 'kept') fromKept.add(event.resultingClientId)
  return answer
}

async function answerPart(event: FetchEvent): Promise<Response> {
  const { request, clientId } = event
  if (fromKept.has(clientId)) return (await pages.part(request)) ?? fetch(request)
  const network = ask(event)
  const { answer } = await networkFirst(network, await pages.part(request), patienceMs)
  return answer
}

/** What the browser has asked for already, or asks for now. May fail before anybody waits for it. */
function ask({ preloadResponse, request }: FetchEvent): Promise<Response> {
  const answer = Promise.resolve(preloadResponse).then((early) => early ?? fetch(request))
  answer.catch(() => undefined)
  return answer
}
