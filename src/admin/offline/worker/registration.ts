import { isAdminWorker, workerAddress } from './admin-worker.ts'
import { contentCache, forget, giveWay, pictureCache } from './cache-names.ts'

const reloadedKey = 'session-notes:reloaded'
/** So long a screen waits for the new version to take over. */
const patienceMs = 3000

export interface WorkerState {
  /** A new version of the admin waits to take this one's place. */
  ready(): boolean
  onReady(listener: () => void): () => void
  /** Looks for a new version, for example when the server was away: browsers look by themselves only when a document is loaded. */
  check(): void
  /** Lets the new version take over and loads the page anew, at an address. Drafts are kept and come back. */
  update(address: string): void
}

/**
 * Starts the service worker of the admin. A new version waits until somebody lets it in, or until the next change of the screen, so that no screen ever runs
 * with files of another version.
 */
export function startWorker(): WorkerState {
  const listeners = new Set<() => void>()
  let waiting: ServiceWorker | null = null
  let wanted: string | null = null
  let replaced = false
  let registered: ServiceWorkerRegistration | null = null
  const { serviceWorker } = navigator as { serviceWorker?: ServiceWorkerContainer }

  function found(worker: ServiceWorker | null) {
    // The very first one replaces nothing.
    if (!worker || !serviceWorker || !isAdminWorker(serviceWorker.controller)) return
    waiting = worker
    for (const listener of listeners) listener()
  }

  if (serviceWorker && import.meta.env.PROD) {
    const controlled = isAdminWorker(serviceWorker.controller)
    serviceWorker.addEventListener('controllerchange', () => {
      const address = wanted
      // Once: a page that is on its way would begin anew with every further version.
      wanted = null
      if (address !== null) location.assign(address)
      // Another tab has let the new version in: the next change of the screen loads it here, too.
      else if (controlled) replaced = true
      for (const listener of listeners) listener()
    })
    const register = serviceWorker.register(workerAddress, { scope: '/admin', updateViaCache: 'none' }) as Promise<
      ServiceWorkerRegistration | undefined
    >
    register.then(
      (registration) => {
        // What forbids workers, such as an extension or a locked-down browser, may answer with nothing instead of refusing.
        if (!registration) return console.info('The admin does not work offline here.')
        registered = registration
        found(registration.waiting)
        registration.addEventListener('updatefound', () => {
          const coming = registration.installing
          coming?.addEventListener('statechange', () => {
            if (coming.state === 'installed') found(coming)
          })
        })
      },
      (error: unknown) => console.info('The admin does not work offline here:', error),
    )
    // A part that belongs to a version which is gone; once, lest a part that is broken does it for ever.
    addEventListener('vite:preloadError', () => {
      const last = Number(sessionStorage.getItem(reloadedKey) ?? 0)
      if (!navigator.onLine || Date.now() - last < 60_000) return
      sessionStorage.setItem(reloadedKey, String(Date.now()))
      location.reload()
    })
  }

  return {
    ready: () => waiting !== null || replaced,
    onReady(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    check() {
      registered?.update().catch((error: unknown) => console.info('No new version could be looked for:', error))
    },
    update(address) {
      const controller = serviceWorker?.controller
      // One that waits no more, since another tab has let it in or a newer one has come, has nothing to take over.
      if (replaced || waiting?.state !== 'installed' || !controller) return location.assign(address)
      wanted = address
      controller.postMessage(giveWay)
      // The old one ends its work first. The server has the new screen all the same.
      setTimeout(() => {
        if (wanted === null) return
        wanted = null
        location.assign(address)
      }, patienceMs)
    },
  }
}

/** Empties what was kept of the content. The program itself stays. */
export async function forgetContent(): Promise<void> {
  if (!('caches' in globalThis)) return
  const { serviceWorker } = navigator as { serviceWorker?: ServiceWorkerContainer }
  // What the worker has asked for already must not come back.
  serviceWorker?.controller?.postMessage(forget)
  await Promise.all([contentCache, pictureCache].map((name) => caches.delete(name)))
}
