import { contentTypes } from '#domain/content.ts'
import { listItems, readItem } from '../../../api/admin-content.ts'
import { isAdminWorker } from './admin-worker.ts'
import { contentCache } from './cache-names.ts'

/** So many of the newest items of each type can be opened without a network, whether or not they were open before. */
const newest = 30
const pauseMs = 50

/**
 * Reads ahead what a person may want to edit without a network: the whole lists, and the newest items where they are not known as they are now. What is
 * read passes through the service worker, which keeps it. Does nothing where there is none.
 */
export async function keepKnown(signal: AbortSignal): Promise<void> {
  if (!('serviceWorker' in navigator) || !('caches' in globalThis)) return
  await controlled()
  if (signal.aborted) return
  const cache = await caches.open(contentCache)
  for (const type of contentTypes) {
    const { items } = await listItems(type, {}, signal)
    for (const { id, revision } of items.slice(0, newest)) {
      if (signal.aborted) return
      const known = await cache.match(`/api/${type}/${id}`, { ignoreVary: true })
      if (known && ((await known.json()) as { revision?: string }).revision === revision) continue
      await readItem(type, id)
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }
}

/** Settles when the worker answers for this page; never where there is none. */
async function controlled(): Promise<void> {
  const { serviceWorker } = navigator
  while (!isAdminWorker(serviceWorker.controller))
    await new Promise((resolve) => serviceWorker.addEventListener('controllerchange', resolve, { once: true }))
}
