import type { Departure } from '#domain/departure.ts'
import type { Subscriber } from '#domain/subscriber.ts'
import type { Bus } from '../../platform/bus.ts'
import type { Leases } from '../../platform/leases.ts'
import { within } from '../../platform/within.ts'
import type { Provider } from './providers/provider.ts'
import { createSharedQueue } from './shared-queue.ts'
import { isSynced } from './subscriber-filter.ts'
import type { OpenStore, SubscriberStore } from './subscriber-store.ts'

/** How long the answer to a subscription waits for the service, in milliseconds. */
const patienceMs = 3000

/** Syncs active subscribers to a newsletter service. */
export type Syncing = ReturnType<typeof createSyncing>

/**
 * Connects the list with a service. Each record contains the state that the service has, so that a
 * restart loses nothing.
 */
export function createSyncing(parts: {
  open: OpenStore
  bus: Bus
  leases: Leases
  provider: Provider
  /** Called with the reason when the service stops working. */
  serviceFailed: (message: string) => void
  failed: (error: unknown) => void
}) {
  const { open, provider } = parts
  /** People who subscribed again and must be sent again. */
  const resent = new Set<number>()

  /** Removes an erased person at the service, if it is due. */
  async function removeErased(store: SubscriberStore, id: number, signal: AbortSignal) {
    const departure = await store.findDeparture(id)
    if (!departure || !isTried(departure, provider.key)) return
    const { email } = departure
    try {
      await provider.unsubscribe({ email }, signal)
      await store.endDeparture(id)
    } finally {
      // The call may have removed somebody who subscribed again at the same time.
      const back = await store.findByEmail(email)
      if (back?.status === 'active') queue.add(back.id, { isAgain: true })
    }
  }

  async function attempt(id: number, signal: AbortSignal) {
    const store = await open()
    for (;;) {
      // The person may have been erased while the service was called.
      await removeErased(store, id, signal)
      const person = await store.find(id)
      if (
        !person ||
        (isSynced(person, provider.key) && !(resent.has(id) && person.status === 'active'))
      )
        return
      const active = person.status === 'active'
      if (active) await provider.subscribe(person, signal)
      else await provider.unsubscribe(person, signal)
      if (active) resent.delete(id)
      await store.change([id], (now) =>
        now.told?.service === provider.key && now.told.active === active
          ? null
          : { ...now, told: { service: provider.key, active } },
      )
    }
  }

  const queue = createSharedQueue({
    ...parts,
    name: 'newsletter service',
    attempt,
    again: (id) => resent.add(id),
    async load() {
      const store = await open()
      const departures = await store.departures()
      const gone = departures.filter((departure) => isTried(departure, provider.key))
      return [...(await store.unsynced(provider.key)), ...gone.map(({ id }) => id)]
    },
  })

  return {
    ...queue,
    name: provider.name,
    /** Identifies service and account; departures refer to it. */
    key: provider.key,
    /** Whether the service has the current state of this person. */
    isSynced: (person: Subscriber) => isSynced(person, provider.key),
    /**
     * Sends an active person to the service, even when it has them, so that result and response
     * time are the same. False when it failed or takes too long; then it is tried again in the
     * background.
     */
    syncNow(id: number): Promise<boolean> {
      resent.add(id)
      return within(patienceMs, queue.tryNow(id, { isAgain: true }), false)
    },
    /** Whether the service may know this person and must remove them when they are erased. */
    // An active person may be known even when the answer to a call was lost.
    mayKnow: ({ status, told }: Subscriber) => status === 'active' || told?.active === true,
    /**
     * Removes an erased person, for whom the store has a departure, at the service. False when it
     * failed or takes too long; it is tried again.
     */
    removeNow: (id: number): Promise<boolean> => within(patienceMs, queue.tryNow(id), false),
  }
}

/** Whether a service must remove an erased person whose address is still known. */
function isTried(departure: Departure, key: string): departure is Departure & { email: string } {
  return departure.email !== null && departure.service.key === key
}
