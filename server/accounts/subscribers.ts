import path from 'node:path'
import { Low } from 'lowdb'
import { z } from 'zod'
import type { Subscriber } from '#domain/subscribe.ts'
import { DurableFile } from './durable-file.ts'

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
type Stored = z.infer<typeof stored>

/** The mailing list, kept in `DATA_DIR/subscribers.json`. An address counts once, whatever its letters' case. */
export async function openSubscribers(dataDir: string, now: () => Date) {
  const database = new Low<Stored>(
    new DurableFile(path.join(dataDir, 'subscribers.json'), (value) => stored.parse(value)),
    { nextId: 1, subscribers: [] },
  )
  await database.read()
  const byEmail = new Map(database.data.subscribers.map((subscriber) => [subscriber.email.toLowerCase(), subscriber]))
  let running: Promise<void> = Promise.resolve()
  let next: Promise<void> | null = null

  /** One write at a time; all who ask while one runs share the next, which holds what each of them changed. */
  function save(): Promise<void> {
    next ??= running
      // A failed write was told to those who waited for it; this one writes everything anew.
      .catch(() => undefined)
      .then(() => {
        next = null
        running = database.write()
        return running
      })
    return next
  }

  return {
    /** Stores a subscription; resolves when it is on the disk. A known address becomes active again and keeps its first data. */
    async add(subscription: Pick<Subscriber, 'email' | 'source' | 'utm' | 'customFields'>): Promise<void> {
      const key = subscription.email.toLowerCase()
      const known = byEmail.get(key)
      if (known) known.active = true
      else {
        const { email, source, utm, customFields } = subscription
        const subscriber = {
          id: database.data.nextId++,
          email,
          subscribedAt: now().toISOString(),
          active: true,
          source,
          utm,
          customFields,
        }
        database.data.subscribers.push(subscriber)
        byEmail.set(key, subscriber)
      }
      await save()
    },
    count: () => byEmail.size,
  }
}
