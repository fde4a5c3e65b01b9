import { inTurn } from './browser-locks.ts'
import type { LocalDatabase } from './database.ts'
import { containing, type ExchangeOptions, exchangeDrafts } from './draft-exchange.ts'
import { listenTo } from './listeners.ts'
import { type DraftKey, keyOf } from './stored-draft.ts'

/** The longest time from an edit to the request that stores it on the server, in milliseconds. */
const sendMs = 4000
/** Time until a request that failed is made again, in milliseconds. */
const retryMs = 20_000
/** How long a screen waits for the texts of other devices, in milliseconds. */
const patienceMs = 1500

interface DraftSyncOptions extends ExchangeOptions {
  database: () => Promise<LocalDatabase>
  /** Whether the server can be asked now. */
  may: () => boolean
}

export type DraftSync = ReturnType<typeof createDraftSync>

/**
 * Keeps the drafts of this browser and those of the person's other devices the same, by the server.
 * Each device stores its own texts there, so none overwrites another's; where both have edited one,
 * they are merged here as those of two people are.
 */
export function createDraftSync(options: DraftSyncOptions) {
  const { userId, database, may } = options
  let timer: ReturnType<typeof setTimeout> | undefined
  let closed = false
  let first: Promise<unknown> | null = null
  let running: { takes: boolean; done: Promise<void> } | null = null

  const later = (milliseconds: number, takes = true) => {
    if (!closed) timer ??= setTimeout(() => void sync(takes), milliseconds)
  }

  async function exchangeOnce(takes: boolean): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    if (closed || !may()) return
    try {
      const lock = `session-notes-drafts-${userId}`
      await inTurn(lock, async () => exchangeDrafts(options, await database(), takes))
    } catch (error) {
      console.debug(error)
      later(retryMs)
    }
  }

  /** A run that has begun serves all that ask for the texts of other devices meanwhile. */
  function sync(takes = true): Promise<void> {
    if (takes && running?.takes) return running.done
    const done = (running?.done ?? Promise.resolve()).then(() => exchangeOnce(takes))
    const own = { takes, done }
    running = own
    return done.finally(() => {
      if (running === own) running = null
    })
  }

  // The person comes from another device.
  const stopListening = listenTo('focus', () => void sync())

  return {
    /** Called after every change of the drafts here: they are sent soon. */
    changed: () => later(sendMs, false),
    /** Exchanges all texts now. Never rejects; what failed is tried again. */
    sync: () => sync(),
    /** Resolves when the texts of other devices are here, or will not be soon. */
    fresh(): Promise<unknown> {
      first ??= Promise.race([sync(), new Promise((resolve) => setTimeout(resolve, patienceMs))])
      return first
    },
    /** The text of another device that conflicts with a draft, and the device; null for none. */
    async conflict(kind: string, item: string) {
      const all = await (await database()).getAll('synced')
      return (
        all
          .filter((known) => known.kind === kind && known.item === item)
          .flatMap((known) =>
            Object.entries(known.conflicts).map(([device, text]) => ({ known, device, text })),
          )
          .at(0) ?? null
      )
    },
    /** Called when a draft has what the person wants of the other device's text. */
    async solved(key: DraftKey, device: string): Promise<void> {
      const db = await database()
      const known = await db.get('synced', keyOf(key))
      const text = known?.conflicts[device]
      if (!known || !text) return
      // Sent again, because the other device merges by what this one contains.
      await db.put('synced', { ...containing(known, device, text), sentAt: 0 })
      options.onConflict()
      later(sendMs)
    },
    close() {
      closed = true
      clearTimeout(timer)
      stopListening()
    },
  }
}
