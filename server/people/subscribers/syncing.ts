import type { Departure } from '#domain/departure.ts'
import type { Subscriber } from '#domain/subscriber.ts'
import type { Provider } from './providers/provider.ts'
import { createRetries, type Retries } from './retries.ts'
import type { OpenStore, SubscriberStore } from './store.ts'

/** How long the answer to a subscription waits for the service. */
const patienceMs = 3000

/** Keeps a newsletter service informed of who is active. */
export interface Syncing extends Pick<Retries, 'waiting' | 'refused' | 'problem' | 'close'> {
  name: string
  /** Tells this service from others, as departures name it. */
  key: string
  /** Whether the service knows how this person stands. */
  isTold(person: Subscriber): boolean
  /** Puts everybody in line of whom the service does not know; after a start. */
  begin(): Promise<void>
  /** Puts somebody in line. */
  add(id: number): void
  /**
   * Tells the service of somebody active, known to it or not, so that the answer and its time are the same for both. False when it failed or takes long; it is
   * tried again behind the answer.
   */
  tell(id: number): Promise<boolean>
  /** Whether the service may know this person, and has to hear when they are erased. */
  mayKnow(person: Subscriber): boolean
  /** Tells that somebody was erased, of whom the store holds a departure. False when it failed or takes long; it is tried again. */
  tellOfErased(id: number): Promise<boolean>
}

/** Joins the list and a service. What the service was told stands in each record, so that nothing is forgotten over a restart. */
export function createSyncing(parts: {
  open: OpenStore
  provider: Provider
  /** The service does not work any more, and why. */
  troubled: (message: string) => void
  failed: (error: unknown) => void
}): Syncing {
  const { open, provider, troubled, failed } = parts
  const retries = createRetries({ attempt, troubled, failed })
  /** Whoever subscribes again is told of once more. */
  const anew = new Set<number>()

  function isTold({ status, told }: Subscriber): boolean {
    const known = told !== null && told.service === provider.key && told.active
    return known === (status === 'active')
  }

  /** Tells of somebody who was erased, when that is still to be done. */
  async function depart(store: SubscriberStore, id: number, signal: AbortSignal): Promise<void> {
    const departure = store.departure(id)
    if (!departure || !isTried(departure)) return
    const { email } = departure
    try {
      await provider.unsubscribe({ email }, signal)
      await store.endDeparture(id)
    } finally {
      // Who subscribed anew in this moment may have been removed by it.
      const back = store.byEmail(email)
      if (back?.status === 'active') {
        anew.add(back.id)
        retries.add(back.id)
      }
    }
  }

  function isTried(departure: Departure): departure is Departure & { email: string } {
    return departure.email !== null && departure.service.key === provider.key
  }

  async function attempt(id: number, signal: AbortSignal): Promise<void> {
    const store = await open()
    for (;;) {
      // Also those who were erased while the service was being told of them.
      await depart(store, id, signal)
      const person = store.byId(id)
      if (!person || (isTold(person) && !(anew.has(id) && person.status === 'active'))) return
      const active = person.status === 'active'
      if (active) await provider.subscribe(person, signal)
      else await provider.unsubscribe(person, signal)
      if (active) anew.delete(id)
      const now = store.byId(id)
      if (!now) continue
      if (now.told?.service !== provider.key || now.told.active !== active)
        await store.put({ ...now, told: { service: provider.key, active } })
    }
  }

  return {
    name: provider.name,
    key: provider.key,
    isTold,
    ...{ waiting: retries.waiting, refused: retries.refused, problem: retries.problem, add: retries.add },
    async begin() {
      const store = await open()
      for (const person of store.all()) if (!isTold(person)) retries.add(person.id)
      for (const departure of store.departures()) if (isTried(departure)) retries.add(departure.id)
    },
    tell(id) {
      anew.add(id)
      return within(patienceMs, retries.tryNow(id))
    },
    // Of whoever is active it may have heard in a call whose answer was lost.
    mayKnow: ({ status, told }) => status === 'active' || told?.active === true,
    tellOfErased: (id) => within(patienceMs, retries.tryNow(id)),
    close: retries.close,
  }
}

/** What `work` comes to, or false after a while; it goes on. */
function within(limitMs: number, work: Promise<boolean>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, limitMs, false)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
