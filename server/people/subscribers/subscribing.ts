import { departureEnd } from '#domain/departure.ts'
import type { Subscriber } from '#domain/subscriber.ts'
import type { LinkState } from '#domain/subscription-link.ts'
import { readToken } from './link-tokens.ts'
import type { OpenStore, SubscriberStore } from './store.ts'
import { type Application, confirmed, isOverdue, newSubscriber, returning, unsubscribed } from './transitions.ts'

/** What the one who subscribed is told: the same whether the address was known or not. */
export interface Subscribed {
  /** Absent when there is no service to tell, or nothing to tell it before the person has confirmed. */
  synced?: boolean
  /** The person has to confirm by a link in a mail. */
  confirmation: boolean
}

/** Subscribing, confirming and leaving. Every change is on the disk when these resolve. */
export function createSubscribing(parts: {
  open: OpenStore
  /** Null: who subscribes is on the list at once. */
  confirmations: { add(id: number): void } | null
  /** Null: there is no newsletter service. */
  syncing: { add(id: number): void; tell(id: number): Promise<boolean> } | null
  now: () => Date
  /** So many people who were erased can't be removed at the newsletter service by themselves any more. */
  departed: (count: number) => void
  failed: (error: unknown) => void
}) {
  const { open, confirmations, syncing, now, departed, failed } = parts
  const doubleOptIn = confirmations !== null

  async function take(store: SubscriberStore, application: Application): Promise<Subscriber> {
    const known = store.byEmail(application.email)
    if (!known) {
      const { people, stored } = store.add(newSubscriber(application, doubleOptIn, now()))
      await stored
      return people[0] as Subscriber
    }
    const person = returning(known, application, doubleOptIn, now()) ?? known
    // Written even when nothing has changed: the time of the answer would tell who is on the list.
    await store.put(person)
    return person
  }

  /** Moves the person of a link by a rule; null when the rule has nothing to do. */
  async function move(store: SubscriberStore, id: number, rule: (person: Subscriber, now: Date) => Subscriber | null) {
    const person = store.byId(id)
    const changed = person && rule(person, now())
    if (changed) {
      await store.put(changed)
      syncing?.add(id)
    } else await store.settled()
    return store.byId(id)
  }

  return {
    /** Takes an application from anybody. Rejects when it can't be stored. */
    async subscribe(application: Application): Promise<Subscribed> {
      const { id, confirmation } = await take(await open(), application)
      if (doubleOptIn) {
        if (confirmation.due) confirmations.add(id)
        return { confirmation: true }
      }
      return { confirmation: false, ...(syncing && { synced: await syncing.tell(id) }) }
    },

    /** What the link of a confirmation leads to; `act` presses its button. `downloadId` is what they subscribed for. */
    async confirm(token: string, act: boolean): Promise<LinkState & { downloadId?: number }> {
      const store = await open()
      const claim = readToken(store.secret, 'confirm', token, now().getTime())
      if (claim.kind !== 'valid') return claim
      const person = act ? await move(store, claim.id, confirmed) : store.byId(claim.id)
      // Who has left since would have to ask anew.
      if (!person || person.status === 'unsubscribed') return { kind: 'expired' }
      const email = shortened(person.email)
      if (person.status !== 'active') return { kind: 'ask', email }
      const downloadId = Number(person.customFields.download_id ?? Number.NaN)
      return { kind: 'done', email, ...(downloadId > 0 && { downloadId }) }
    },

    /** What the link to leave leads to; `act` leaves. Works as often as it is used, also when the person was erased meanwhile. */
    async unsubscribe(token: string, act: boolean): Promise<LinkState> {
      const store = await open()
      const claim = readToken(store.secret, 'unsubscribe', token, now().getTime())
      if (claim.kind !== 'valid') return claim
      const person = act ? await move(store, claim.id, unsubscribed) : store.byId(claim.id)
      if (!person) return { kind: 'done', email: null }
      return { kind: person.status === 'unsubscribed' ? 'done' : 'ask', email: shortened(person.email) }
    },

    /** Forgets those who never confirmed, and addresses kept for the newsletter service for too long; who had left before is left again. */
    async tidy(): Promise<void> {
      const store = await open()
      const overdue = [...store.all()].filter((person) => isOverdue(person, now()))
      const left = overdue.filter(({ unsubscribedAt }) => unsubscribedAt !== null)
      const never = overdue.filter(({ unsubscribedAt }) => unsubscribedAt === null)
      await store.put(...left.map((person): Subscriber => ({ ...person, status: 'unsubscribed' })))
      if (never.length > 0) await store.erase(never, { remember: false })
      const late = store.departures().filter((one) => one.email !== null && departureEnd(one) <= now())
      if (late.length === 0) return
      await store.changeDepartures(...late.map((one) => ({ ...one, email: null })))
      departed(late.length)
    },

    /** Tidies now and every hour. Returns how to stop. */
    startTidying(): () => Promise<void> {
      let tidying = Promise.resolve()
      const tidy = () => {
        tidying = tidying.then(() => this.tidy()).catch(failed)
      }
      tidy()
      const timer = setInterval(tidy, 60 * 60 * 1000).unref()
      return () => {
        clearInterval(timer)
        return tidying
      }
    },
  }
}

/** `a…@example.org` */
function shortened(email: string): string {
  const at = email.lastIndexOf('@')
  return `${[...email.slice(0, at)][0] ?? ''}…${email.slice(at)}`
}
