import path from 'node:path'
import { z } from 'zod'
import type { Subscriber } from '#domain/subscribe.ts'
import { openDurableStore } from './durable-store.ts'

const stored = z.object({
  nextId: z.int().min(1),
  subscribers: z.array(
    z.object({
      id: z.int(),
      email: z.string(),
      subscribedAt: z.string(),
      active: z.boolean(),
      source: z.string(),
      utm: z.object({ source: z.string().optional(), medium: z.string().optional(), campaign: z.string().optional() }),
      customFields: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
    }),
  ),
})

type Subscription = Pick<Subscriber, 'email' | 'source' | 'utm' | 'customFields'>

/**
 * The mailing list, kept in `DATA_DIR/subscribers.json`, read at the first call. While the file can't be read, calls reject with UnreadableFile and
 * the file is left as it is; each call looks again, so that a file put right needs no restart.
 */
export function openSubscribers(dataDir: string, now: () => Date) {
  let opening: ReturnType<typeof openList> | null = null

  function list() {
    opening ??= openList(dataDir, now).catch((error) => {
      opening = null
      throw error
    })
    return opening
  }

  return {
    /** Rejects when the list can't be read. */
    async open(): Promise<void> {
      await list()
    },
    /** Stores a subscription; resolves when it is on the disk. A known address becomes active again and keeps its first data. */
    async add(subscription: Subscription): Promise<void> {
      const { add } = await list()
      await add(subscription)
    },
    /** How many are active. */
    async count(): Promise<number> {
      return (await list()).count()
    },
  }
}

/** The list in memory with its way to the disk. An address counts once, whatever its letters' case. */
async function openList(dataDir: string, now: () => Date) {
  const store = await openDurableStore({
    file: path.join(dataDir, 'subscribers.json'),
    schema: stored,
    empty: { nextId: 1, subscribers: [] },
  })
  const byEmail = new Map(store.data.subscribers.map((subscriber) => [subscriber.email.toLowerCase(), subscriber]))

  function add({ email, source, utm, customFields }: Subscription): Promise<void> {
    return store.change((data) => {
      const key = email.toLowerCase()
      const known = byEmail.get(key)
      if (known) {
        known.active = true
        return
      }
      const subscribedAt = now().toISOString()
      const subscriber = { id: data.nextId++, email, subscribedAt, active: true, source, utm, customFields }
      data.subscribers.push(subscriber)
      byEmail.set(key, subscriber)
    })
  }

  return { add, count: () => store.data.subscribers.filter(({ active }) => active).length }
}
