import type { Departure } from '#domain/departure.ts'
import type { Subscriber } from '#domain/subscriber.ts'
import type { Bus } from '../../platform/bus.ts'
import type { Leases } from '../../platform/leases.ts'
import { within } from '../../platform/within.ts'
import type { Provider } from './providers/provider.ts'
import { createRetries, type Retries } from './retries.ts'
import { createSharedQueue, type SharedQueue } from './shared-queue.ts'
import { isSynced, type OpenStore, type SubscriberStore } from './store.ts'

/** How long the answer to a subscription waits for the service, in milliseconds. */
const patienceMs = 3000

/** Marks somebody who subscribed again and must be sent to the service again. */
const sendAgain = 'again'

/** Syncs active subscribers to a newsletter service. */
export interface Syncing extends Pick<Retries, 'waiting'>, Pick<SharedQueue, 'state' | 'close'> {
  name: string
  /** Identifies service and account; departures refer to it. */
  key: string
  /** Whether the service has the current state of this person. */
  isSynced(person: Subscriber): boolean
  /** Queues everybody whose current state the service does not have. Call it after a start. */
  begin(): Promise<void>
  /** Queues one person. */
  add(id: number): void
  /**
   * Sends an active person to the service, even when it has them, so that result and response time
   * are the same. False when it failed or takes too long; then it is tried again in the background.
   */
  syncNow(id: number): Promise<boolean>
  /** Whether the service may know this person and must remove them when they are erased. */
  mayKnow(person: Subscriber): boolean
  /**
   * Removes an erased person, for whom the store has a departure, at the service. False when it
   * failed or takes too long; it is tried again.
   */
  removeNow(id: number): Promise<boolean>
}

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
}): Syncing {
  const { open, bus, leases, provider, serviceFailed, failed } = parts
  const retries = createRetries({ attempt, serviceFailed, failed, changed: () => queue.changed() })
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
      if (back?.status === 'active') queue.send(`${back.id} ${sendAgain}`)
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
    name: 'newsletter service',
    retries,
    bus,
    leases,
    failed,
    take(payload) {
      const [id, how] = payload.split(' ')
      if (how === sendAgain) resent.add(Number(id))
      retries.add(Number(id))
    },
    async load() {
      const store = await open()
      for (const id of await store.unsynced(provider.key)) retries.add(id)
      for (const departure of await store.departures())
        if (isTried(departure, provider.key)) retries.add(departure.id)
    },
  })

  /** Tries at once; after a failure, the process that works on the queue tries again. */
  async function tryNow(id: number, payload: string) {
    const isDone = await retries.tryNow(id)
    if (!isDone && !retries.isWorking()) queue.send(payload)
    return isDone
  }

  return {
    name: provider.name,
    key: provider.key,
    isSynced: (person) => isSynced(person, provider.key),
    waiting: retries.waiting,
    state: queue.state,
    begin: queue.begin,
    close: queue.close,
    add: (id) => queue.send(String(id)),
    syncNow(id) {
      resent.add(id)
      return within(patienceMs, tryNow(id, `${id} ${sendAgain}`), false)
    },
    // An active person may be known even when the answer to a call was lost.
    mayKnow: ({ status, told }) => status === 'active' || told?.active === true,
    removeNow: (id) => within(patienceMs, tryNow(id, String(id)), false),
  }
}

/** Whether a service must remove an erased person whose address is still known. */
function isTried(departure: Departure, key: string): departure is Departure & { email: string } {
  return departure.email !== null && departure.service.key === key
}
