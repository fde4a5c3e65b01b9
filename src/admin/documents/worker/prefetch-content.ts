import { contentTypes } from '#domain/content.ts'
import { shownAt } from '#domain/shown-at.ts'
import { adminCall, adminList } from '../../../api/admin-call.ts'
import { loadItem } from '../../../api/admin-content.ts'
import { isAdminWorker } from './admin-worker.ts'
import { contentCache, pictureCache } from './cache-names.ts'

/**
 * How many of the newest items of each type, and of the newest pictures, are fetched for offline
 * use.
 */
const newest = 30
const pauseMs = 50
/** Width in which lists and the library show pictures. */
const thumbnailWidth = 320

/**
 * Fetches content for offline use: whole lists, the newest items that are not cached in their
 * present version, settings, pages, and thumbnails. The service worker caches the responses. Does
 * nothing without a service worker.
 */
export async function prefetchContent(signal: AbortSignal): Promise<void> {
  if (
    !(navigator as { serviceWorker?: ServiceWorkerContainer }).serviceWorker ||
    !('caches' in globalThis)
  )
    return
  await controlled()
  if (signal.aborted) return
  const cache = await caches.open(contentCache)
  const covers: Array<string> = []
  for (const type of contentTypes) {
    const { items } = await adminList(`GET /api/${type}`, { signal })
    await adminCall(`GET /api/${type}/facets`, { signal })
    covers.push(...items.slice(0, newest).flatMap((item) => item.imageUrl ?? []))
    for (const { id, revision } of items.slice(0, newest)) {
      if (signal.aborted) return
      if (await isCurrent(cache, `/api/${type}/${id}`, revision)) continue
      await loadItem(type, id)
      await pause()
    }
  }
  await Promise.all([
    adminCall('GET /api/settings', { signal }),
    adminCall('GET /api/downloads', { signal }),
    adminCall('GET /api/snippets', { signal }),
  ])
  const pages = await adminCall('GET /api/pages', { signal })
  for (const { name, revision } of pages.slice(0, newest)) {
    if (signal.aborted) return
    if (await isCurrent(cache, `/api/pages/${name}`, revision)) continue
    await adminCall('GET /api/pages/{path}', { params: { path: name } })
    await pause()
  }
  const pictures = await adminCall('GET /api/media', { signal })
  for (const url of new Set([
    ...covers,
    ...pictures.slice(0, newest).map((picture) => picture.url),
  ])) {
    const address = shownAt(url, thumbnailWidth)
    if (signal.aborted) return
    if (
      !url.startsWith('/media/') ||
      (await caches.match(address, { cacheName: pictureCache, ignoreVary: true }))
    )
      continue
    await look(address)
    await pause()
  }
}

/** Whether the cache has this revision of what is at an address. */
async function isCurrent(cache: Cache, address: string, revision: string | null): Promise<boolean> {
  const known = await cache.match(address, { ignoreVary: true })
  return (
    known !== undefined &&
    ((await known.json()) as { revision?: string | null }).revision === revision
  )
}

/**
 * Loads a picture through an `img` element, so that the browser sends its usual `Accept` header.
 * Errors are ignored.
 */
async function look(address: string) {
  const image = new Image()
  image.src = address
  await image.decode().catch(() => undefined)
}

const pause = () => new Promise((resolve) => setTimeout(resolve, pauseMs))

/** Resolves when a service worker controls this page; never resolves without one. */
async function controlled() {
  const { serviceWorker } = navigator
  while (!isAdminWorker(serviceWorker.controller))
    await new Promise((resolve) =>
      serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
    )
}
