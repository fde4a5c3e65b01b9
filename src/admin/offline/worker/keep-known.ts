import { contentTypes } from '#domain/content.ts'
import { shownAt } from '#domain/media.ts'
import { adminCall, adminList } from '../../../api/admin-call.ts'
import { readItem } from '../../../api/admin-content.ts'
import { isAdminWorker } from './admin-worker.ts'
import { contentCache, pictureCache } from './cache-names.ts'

/** So many of the newest items of each type, and of the newest pictures, can be seen without a network, whether or not they were seen before. */
const newest = 30
const pauseMs = 50
/** The width in which lists and the library show pictures. */
const thumbnailWidth = 320

/**
 * Reads ahead what a person may want to edit without a network: the whole lists, the newest items where they are not known as they are now, and small
 * pictures. What is read passes through the service worker, which keeps it. Does nothing where there is none.
 */
export async function keepKnown(signal: AbortSignal): Promise<void> {
  if (!(navigator as { serviceWorker?: ServiceWorkerContainer }).serviceWorker || !('caches' in globalThis)) return
  await controlled()
  if (signal.aborted) return
  const cache = await caches.open(contentCache)
  const covers: Array<string> = []
  for (const type of contentTypes) {
    const { items } = await adminList(`GET /api/${type}`, { signal })
    covers.push(...items.slice(0, newest).flatMap((item) => item.imageUrl ?? []))
    for (const { id, revision } of items.slice(0, newest)) {
      if (signal.aborted) return
      const known = await cache.match(`/api/${type}/${id}`, { ignoreVary: true })
      if (known && ((await known.json()) as { revision?: string }).revision === revision) continue
      await readItem(type, id)
      await pause()
    }
  }
  const pictures = await adminCall('GET /api/media', { signal })
  for (const url of new Set([...covers, ...pictures.slice(0, newest).map((picture) => picture.url)])) {
    const address = shownAt(url, thumbnailWidth)
    if (signal.aborted) return
    if (!url.startsWith('/media/') || (await caches.match(address, { cacheName: pictureCache, ignoreVary: true })))
      continue
    await look(address)
    await pause()
  }
}

/** Has the browser load a picture as a picture, in the format that it would be shown in. A damaged one is kept no more than shown. */
async function look(address: string): Promise<void> {
  const image = new Image()
  image.src = address
  await image.decode().catch(() => undefined)
}

const pause = () => new Promise((resolve) => setTimeout(resolve, pauseMs))

/** Settles when the worker answers for this page; never where there is none. */
async function controlled(): Promise<void> {
  const { serviceWorker } = navigator
  while (!isAdminWorker(serviceWorker.controller))
    await new Promise((resolve) => serviceWorker.addEventListener('controllerchange', resolve, { once: true }))
}
