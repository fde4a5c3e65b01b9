import { z } from 'zod'
import { derivedIdStart } from '#domain/content.ts'
import { shownCount } from '#domain/downloads.ts'
import type { Span } from '../../http/delivered-bytes.ts'
import type { Bus } from '../../platform/bus.ts'
import type { DownloadCountStore } from './download-count-store.ts'

/** The topic of new counts, which all processes receive. */
const topic = 'download count'
const message = z.tuple([z.int(), z.int()])

/**
 * How often each file was downloaded. The counts are in memory, because pages show them, and never
 * in git. While the store can't be read, every count is 0, and `open` and `add` reject.
 */
export function createDownloadCounts(store: DownloadCountStore, bus: Bus) {
  let known: Map<number, number> | null = null
  let version = 0
  const pending = new Set<Promise<void>>()
  const of = (id: number) => known?.get(id) ?? 0

  async function open(): Promise<{ isLost: boolean }> {
    const { counts, isLost } = await store.read()
    known ??= new Map()
    for (const [id, count] of counts) known.set(id, Math.max(of(id), count))
    version += 1
    return { isLost }
  }

  async function countOne(id: number) {
    if (!known) await open()
    bus.publish(topic, JSON.stringify([id, await store.add(id)]))
  }

  const unsubscribe = bus.subscribe(topic, (payload) => {
    if (payload === null) return void open().catch(() => undefined)
    const [id, count] = message.parse(JSON.parse(payload))
    // Simultaneous calls may resolve in another order, so a lower count never replaces a higher
    // one.
    const before = of(id)
    known?.set(id, Math.max(before, count))
    if (shownCount(before) !== shownCount(of(id))) version += 1
  })

  return {
    /**
     * Reads the counts. Resolves with true when an earlier process had stored counts that are gone.
     */
    open,
    /** The exact count. */
    of,
    /**
     * The highest id that has a count. A new download gets a higher one, so that it does not start
     * with the count of a deleted one.
     */
    highestId: () => Math.max(0, ...[...(known?.keys() ?? [])].filter((id) => id < derivedIdStart)),
    /** The rounded count that pages show. */
    shown: (id: number) => shownCount(of(id)),
    /** Increases when a count that pages show has changed. */
    version: () => version,
    /**
     * Records the bytes that a link delivered. Adds 1 when they complete the file; resolves when it
     * is stored.
     */
    async delivered(link: string, id: number, span: Span, size: number): Promise<void> {
      const adding = store
        .completes(link, span, size)
        .then((isWhole) => (isWhole ? countOne(id) : undefined))
      pending.add(adding)
      await adding.finally(() => pending.delete(adding))
    },
    /** Resolves when all counts are stored. */
    async close(): Promise<void> {
      unsubscribe()
      await Promise.allSettled(pending)
      await store.close()
    },
  }
}
