import { departureDays } from '#domain/departure.ts'
import type { ReaderChoice } from '#domain/segment.ts'
import type { Subscriber } from '#domain/subscriber.ts'
import type { LinkState } from '#domain/subscription-link.ts'
import { readToken } from './link-tokens.ts'
import type { OpenStore } from './subscriber-store.ts'
import {
  type Application,
  confirmationDays,
  confirmed,
  newSubscriber,
  returning,
  unsubscribed,
  withChoice,
} from './transitions.ts'

/** The result of a subscription, the same for known and new addresses. */
interface Subscribed {
  /** Absent without a newsletter service, and while the confirmation is open. */
  synced?: boolean
  /** The person has to confirm by a link in a mail. */
  confirmation: boolean
}

interface SubscribingParts {
  open: OpenStore
  /** Null: no confirmation is needed. */
  confirmations: { add(id: number): void } | null
  /** Null: there is no newsletter service. */
  syncing: { add(id: number): void; syncNow(id: number): Promise<boolean> } | null
  now: () => Date
  /**
   * Called with the number of erased people whose addresses are deleted although the newsletter
   * service has not removed them.
   */
  departed: (count: number) => void
  failed: (error: unknown) => void
}

/** Subscribe, confirm and unsubscribe. All resolve after fsync. */
export const createSubscribing = (parts: SubscribingParts) => ({
  subscribe: (application: Application) => subscribe(parts, application),
  ...links(parts),
  ...tidying(parts),
})

/** Accepts an application from a visitor. Rejects when it can't be stored. */
async function subscribe(
  { open, confirmations, syncing, now }: SubscribingParts,
  application: Application,
): Promise<Subscribed> {
  const doubleOptIn = confirmations !== null
  const store = await open()
  // Writes even without a change, because the response time must not tell who is subscribed.
  const { id, confirmation } = await store.subscribe(
    newSubscriber(application, doubleOptIn, now()),
    (known) => returning(known, application, doubleOptIn, now()) ?? known,
  )
  if (doubleOptIn) {
    if (confirmation.due) confirmations.add(id)
    return { confirmation: true }
  }
  return { confirmation: false, ...(syncing && { synced: await syncing.syncNow(id) }) }
}

function tidying({ open, now, departed, failed }: SubscribingParts) {
  const daysAgo = (days: number) => new Date(now().getTime() - days * 24 * 60 * 60 * 1000)

  /**
   * Removes people who never confirmed (or restores their earlier unsubscribed state), and
   * addresses stored too long for the newsletter service.
   */
  async function tidy() {
    const store = await open()
    await store.forgetUnconfirmed(daysAgo(confirmationDays))
    const late = await store.forgetDeparted(daysAgo(departureDays))
    if (late > 0) departed(late)
  }

  return {
    tidy,
    /** Runs `tidy` now and every hour. Returns the function that stops it. */
    startTidying: () => everyHour(tidy, failed),
  }
}

/** What the links in mails do. */
function links({ open, syncing, confirmations, now }: SubscribingParts) {
  /** Applies `rule` to the person of a link. Returns the person, or null. */
  async function linked(
    id: number,
    rule: ((person: Subscriber, now: Date) => Subscriber | null) | null,
  ) {
    const store = await open()
    const changed = rule ? await store.change([id], (person) => rule(person, now())) : []
    if (changed.length > 0) syncing?.add(id)
    if (changed[0]?.confirmation.due) confirmations?.add(id)
    return store.find(id)
  }

  const claimOf = async (kind: 'confirm' | 'unsubscribe', token: string) =>
    readToken((await open()).secret, kind, token, now().getTime())

  return {
    /**
     * State of a confirmation link; with `act` it confirms. `downloadId` is the download they
     * subscribed for.
     */
    async confirm(token: string, act: boolean): Promise<LinkState & { downloadId?: number }> {
      const claim = await claimOf('confirm', token)
      if (claim.kind !== 'valid') return claim
      const confirm = (known: Subscriber, at: Date) => confirmed(known, at, confirmations !== null)
      const person = await linked(claim.id, act ? confirm : null)
      // Somebody who unsubscribed later has to subscribe again.
      if (!person || person.status === 'unsubscribed') return { kind: 'expired' }
      const email = shortened(person.email)
      if (person.status !== 'active') return { kind: 'ask', email }
      const downloadId = Number(person.customFields.download_id ?? Number.NaN)
      return { kind: 'done', email, ...(downloadId > 0 && { downloadId }) }
    },

    /**
     * State of an unsubscribe link; with `act` it unsubscribes, by the mail of `issue`. Works
     * repeatedly, also after the person was erased.
     */
    async unsubscribe(
      token: string,
      act: boolean,
      issue: number | null = null,
    ): Promise<LinkState> {
      const claim = await claimOf('unsubscribe', token)
      if (claim.kind !== 'valid') return claim
      const leave = (person: Subscriber, at: Date) => unsubscribed(person, at, issue)
      const person = await linked(claim.id, act ? leave : null)
      if (!person) return { kind: 'done', email: null }
      return {
        kind: person.status === 'unsubscribed' ? 'done' : 'ask',
        email: shortened(person.email),
      }
    },

    /**
     * The topics and levels of the reader of a link, which is that of unsubscribing; stores
     * `chosen`. Who gets no mails chooses nothing.
     */
    async choose(token: string, chosen: ReaderChoice | null): Promise<LinkState> {
      const claim = await claimOf('unsubscribe', token)
      if (claim.kind !== 'valid') return claim
      const person = await linked(claim.id, chosen && ((known) => withChoice(known, chosen)))
      if (person?.status !== 'active')
        return { kind: 'done', email: person && shortened(person.email) }
      const choice = person.choice ?? { topics: [], levels: [] }
      return { kind: 'choose', email: shortened(person.email), choice, saved: chosen !== null }
    },
  }
}

/** Shortens an address for display: `a…@example.org`. */
function shortened(email: string): string {
  const at = email.lastIndexOf('@')
  return `${[...email.slice(0, at)][0] ?? ''}…${email.slice(at)}`
}

function everyHour(
  work: () => Promise<void>,
  failed: (error: unknown) => void,
): () => Promise<void> {
  let working = Promise.resolve()
  const begin = () => {
    working = working.then(work).catch(failed)
  }
  begin()
  const timer = setInterval(begin, 60 * 60 * 1000).unref()
  return () => {
    clearInterval(timer)
    return working
  }
}
