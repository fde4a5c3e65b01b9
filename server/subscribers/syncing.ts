import type { Subscriber } from '#domain/subscriber.ts'
import type { Provider } from './providers/provider.ts'
import { createRetries, type Retries } from './retries.ts'
import type { OpenStore } from './store.ts'

/** How long the answer to a subscription waits for the service. */
const patienceMs = 3000

/** Keeps a newsletter service informed of who is active. */
export interface Syncing extends Pick<Retries, 'waiting' | 'refused' | 'problem' | 'close'> {
  name: string
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
  /** One try to tell that somebody leaves who is about to be erased. */
  tellOfErased(person: Subscriber): Promise<boolean>
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
  /** Erased while the service was being told of them; it has to hear that, too. In memory alone, since nothing of them may be kept. */
  const erasedMeanwhile = new Map<number, Subscriber>()
  const stop = new AbortController()

  function isTold({ status, told }: Subscriber): boolean {
    const known = told !== null && told.service === provider.key && told.active
    return known === (status === 'active')
  }

  async function attempt(id: number, signal: AbortSignal): Promise<void> {
    const store = await open()
    for (;;) {
      const gone = erasedMeanwhile.get(id)
      if (gone) await provider.unsubscribe(gone, signal)
      erasedMeanwhile.delete(id)
      const person = store.byId(id)
      if (!person || (isTold(person) && !(anew.has(id) && person.status === 'active'))) return
      const active = person.status === 'active'
      if (active) await provider.subscribe(person, signal)
      else await provider.unsubscribe(person, signal)
      if (active) anew.delete(id)
      const now = store.byId(id)
      if (!now) {
        if (active) erasedMeanwhile.set(id, person)
        continue
      }
      if (now.told?.service !== provider.key || now.told.active !== active)
        await store.put({ ...now, told: { service: provider.key, active } })
    }
  }

  return {
    name: provider.name,
    isTold,
    ...{ waiting: retries.waiting, refused: retries.refused, problem: retries.problem, add: retries.add },
    async begin() {
      for (const person of (await open()).all()) if (!isTold(person)) retries.add(person.id)
    },
    tell(id) {
      anew.add(id)
      return within(patienceMs, retries.tryNow(id))
    },
    tellOfErased: (person) =>
      provider.unsubscribe(person, stop.signal).then(
        () => true,
        (error: unknown) => {
          failed(error)
          return false
        },
      ),
    close() {
      stop.abort()
      retries.close()
    },
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
