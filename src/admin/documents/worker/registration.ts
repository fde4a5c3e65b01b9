import { createListeners } from '../listeners.ts'
import { isAdminWorker, workerAddress } from './admin-worker.ts'
import { contentCache, forget, giveWay, pictureCache, stay } from './cache-names.ts'
import { createPageLoader } from './page-loader.ts'

const reloadedKey = 'session-notes:reloaded'
/** How long a screen waits for the new version to take over. */
const patienceMs = 3000

export type WorkerState = ReturnType<typeof startWorker>

/**
 * Registers the service worker of the admin. A new version waits until the user activates it or
 * navigates to another screen, so that a page never uses files of two versions.
 */
export function startWorker() {
  const listeners = createListeners()
  let waiting: ServiceWorker | null = null
  let wanted: string | null = null
  let replaced = false
  let registered: ServiceWorkerRegistration | null = null
  const { serviceWorker } = navigator as { serviceWorker?: ServiceWorkerContainer }
  const load = createPageLoader((address) => location.assign(address), globalThis)

  function found(worker: ServiceWorker | null) {
    // The first worker replaces none.
    if (!worker || !serviceWorker || !isAdminWorker(serviceWorker.controller)) return
    waiting = worker
    listeners.call()
  }

  if (serviceWorker && import.meta.env.PROD) {
    const controlled = isAdminWorker(serviceWorker.controller)
    serviceWorker.addEventListener('controllerchange', () => {
      const address = wanted
      // Once: a further version must not restart a navigation in progress.
      wanted = null
      if (address !== null) load(address)
      // Another tab has activated the new version: the next navigation loads it here too.
      else if (controlled) replaced = true
      listeners.call()
    })
    const register = serviceWorker.register(workerAddress, {
      scope: '/admin',
      updateViaCache: 'none',
    }) as Promise<ServiceWorkerRegistration | undefined>
    register.then(
      (registration) => {
        // Where extensions or policies forbid workers, the result may be undefined instead of a
        // rejection.
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
    // A chunk of an old version is gone: reload the page, but only once in case the chunk is
    // broken. When another version took over, the reload gets its chunks.
    addEventListener('vite:preloadError', () => {
      if (replaced && navigator.onLine) return location.reload()
      const last = Number(sessionStorage.getItem(reloadedKey) ?? 0)
      if (!navigator.onLine || Date.now() - last < 60_000) return
      sessionStorage.setItem(reloadedKey, String(Date.now()))
      location.reload()
    })
  }

  return {
    /** Whether a new version of the admin waits. */
    ready: () => waiting !== null || replaced,
    onReady: listeners.add,
    /**
     * Checks for a new version, for example after the server was away: browsers check by themselves
     * only at page loads.
     */
    check() {
      registered
        ?.update()
        .catch((error: unknown) => console.info('No new version could be looked for:', error))
    },
    /** Activates the new version and loads the page `address`. Drafts are stored and restored. */
    update(address: string) {
      const controller = serviceWorker?.controller
      // A worker that is no longer waiting (activated by another tab, or replaced) can't take over.
      if (replaced || waiting?.state !== 'installed' || !controller) return load(address)
      wanted = address
      controller.postMessage(giveWay)
      // The old worker first finishes its requests. After this time the page is loaded anyway, by
      // the old worker, which must not be replaced meanwhile.
      setTimeout(() => {
        if (wanted !== address) return
        wanted = null
        controller.postMessage(stay)
        load(address)
      }, patienceMs)
    },
  }
}

/** Empties the caches of content. The cached program stays. */
export async function forgetContent(): Promise<void> {
  if (!('caches' in globalThis)) return
  const { serviceWorker } = navigator as { serviceWorker?: ServiceWorkerContainer }
  // Pending responses of the worker must not be cached afterwards.
  serviceWorker?.controller?.postMessage(forget)
  await Promise.all([contentCache, pictureCache].map((name) => caches.delete(name)))
}
