import { setImmediate } from 'node:timers/promises'
import { type Departure, departureEnd } from '#domain/departure.ts'
import type { Subscriber } from '#domain/subscriber.ts'
import type { DepartureView, SubscriberQuery, SubscriberSummary, SubscriberView } from '#domain/subscriber-list.ts'
import type { ConfirmationMails } from './confirmation-mails.ts'
import { csvLine } from './csv.ts'
import { signToken } from './link-tokens.ts'
import type { OpenStore } from './store.ts'
import type { Syncing } from './syncing.ts'
import { newSubscriber, returning } from './transitions.ts'

/** After so many people other work gets its turn. */
const atOnce = 500

/** Why somebody can't be added. Its message is for the administrator. */
export class AdditionRefused extends Error {
  override name = 'AdditionRefused'
}

/** What administrators do with the list. */
export function createManaging(parts: {
  open: OpenStore
  syncing: Syncing | null
  confirmations: ConfirmationMails | null
  siteUrl: string
  now: () => Date
}) {
  const { open, syncing, confirmations, siteUrl, now } = parts

  function view(person: Subscriber, secret: string): SubscriberView {
    const { confirmation, told: _, ...rest } = person
    return {
      ...rest,
      active: person.status === 'active',
      synced: syncing ? syncing.isTold(person) : null,
      unsure: person.status === 'unconfirmed' && confirmation.unsure === true,
      unsubscribeUrl: `${siteUrl}/unsubscribe?token=${signToken(secret, 'unsubscribe', person.id)}`,
    }
  }

  function departureView(departure: Departure): DepartureView {
    const { id, email, service, at } = departure
    const tried = email !== null && service.key === syncing?.key
    return { id, email, service: service.name, at, until: departureEnd(departure).toISOString(), tried }
  }

  const unsynced = (person: Subscriber) => syncing !== null && !syncing.isTold(person)

  function matcher({ q, status = 'all' }: SubscriberQuery): (person: Subscriber) => boolean {
    const needle = q?.trim().normalize('NFC').toLowerCase() ?? ''
    return (person) =>
      (status === 'all' || (status === 'unsynced' ? unsynced(person) : person.status === status)) &&
      (needle === '' || person.email.toLowerCase().includes(needle) || person.source.toLowerCase().includes(needle))
  }

  /** Who came last is first. */
  async function matching(query: SubscriberQuery): Promise<{ people: Array<Subscriber>; secret: string }> {
    const { all, secret } = await open()
    return { people: [...all()].filter(matcher(query)).sort((one, other) => other.id - one.id), secret }
  }

  /** Everybody of the query in small portions. */
  async function* portions(query: SubscriberQuery): AsyncGenerator<Array<SubscriberView>> {
    const { people, secret } = await matching(query)
    for (let at = 0; at < people.length; at += atOnce) {
      yield people.slice(at, at + atOnce).map((person) => view(person, secret))
      await setImmediate()
    }
  }

  return {
    async list(query: SubscriberQuery): Promise<{ items: Array<SubscriberView>; total: number; next: string | null }> {
      const { people, secret } = await matching(query)
      const from = query.cursor === undefined ? 0 : people.findIndex(({ id }) => id < Number(query.cursor))
      const page = from < 0 ? [] : people.slice(from, from + (query.limit ?? people.length))
      const last = page.at(-1)
      const more = last !== undefined && from + page.length < people.length
      return {
        items: page.map((person) => view(person, secret)),
        total: people.length,
        next: more ? String(last.id) : null,
      }
    },

    portions,

    /** The list as CSV, line by line in portions. */
    async *csv(query: SubscriberQuery): AsyncGenerator<string> {
      yield csvLine(csvColumns.map(([name]) => name))
      for await (const people of portions(query))
        yield people.map((person) => csvLine(csvColumns.map(([, value]) => value(person)))).join('')
    },

    async summary(): Promise<SubscriberSummary> {
      const store = await open()
      const counts = { all: store.size(), active: 0, unconfirmed: 0, unsubscribed: 0, unsynced: 0 }
      for (const person of store.all()) {
        counts[person.status] += 1
        if (unsynced(person)) counts.unsynced += 1
      }
      return {
        counts,
        service: syncing && {
          name: syncing.name,
          waiting: counts.unsynced,
          refused: syncing.refused().filter((id) => store.byId(id) !== null).length,
          problem: syncing.problem(),
        },
        departures: store.departures().map(departureView),
        mail: confirmations && { waiting: confirmations.waiting(), problem: confirmations.problem() },
      }
    },

    /** Adds one person; with double opt-in they are asked by mail. Throws AdditionRefused. */
    async add(email: string, by: string): Promise<SubscriberView> {
      const store = await open()
      const application = { email, source: 'admin', utm: {}, customFields: {}, page: null, wording: `added by ${by}` }
      const known = store.byEmail(email)
      if (known?.status === 'active') throw new AdditionRefused('This address is on the list already.')
      if (known?.status === 'unsubscribed')
        throw new AdditionRefused('This person has unsubscribed; they can subscribe again themselves.')
      if (!known && store.wasErased(email))
        throw new AdditionRefused('This person was deleted from the list; they can subscribe again themselves.')
      if (known) {
        const changed = returning(known, application, confirmations !== null, now())
        await (changed ? store.put(changed) : store.settled())
        if (changed) (confirmations ?? syncing)?.add(known.id)
        return view(changed ?? known, store.secret)
      }
      const { people, stored } = store.add(newSubscriber(application, confirmations !== null, now()))
      await stored
      const person = people[0] as Subscriber
      ;(confirmations ?? syncing)?.add(person.id)
      return view(person, store.secret)
    },

    /**
     * Erases somebody; only a keyed hash of the address stays, so that no import brings them back, and the address itself until the newsletter service has been
     * told. Null when there is no such person.
     */
    async remove(id: number): Promise<{ synced?: boolean } | null> {
      const store = await open()
      const person = store.byId(id)
      if (!person) return null
      if (!syncing?.mayKnow(person)) {
        await store.erase([person], { remember: true })
        return {}
      }
      const { key, name } = syncing
      const departure = { id, email: person.email, service: { key, name }, at: now().toISOString() }
      await store.erase([person], { remember: true, left: [departure] })
      return { synced: await syncing.tellOfErased(id) }
    },

    /** Forgets somebody whom an administrator has removed at the newsletter service. False when there is no such departure. */
    async endDeparture(id: number): Promise<boolean> {
      const store = await open()
      if (!store.departure(id)) return false
      await store.endDeparture(id)
      return true
    },
  }
}

const csvColumns: ReadonlyArray<readonly [name: string, value: (person: SubscriberView) => string]> = [
  ['email', ({ email }) => email],
  ['status', ({ status }) => status],
  ['subscribedAt', ({ subscribedAt }) => subscribedAt],
  ['confirmedAt', ({ confirmedAt }) => confirmedAt ?? ''],
  ['unsubscribedAt', ({ unsubscribedAt }) => unsubscribedAt ?? ''],
  ['source', ({ source }) => source],
  ['utm_source', ({ utm }) => utm.source ?? ''],
  ['utm_medium', ({ utm }) => utm.medium ?? ''],
  ['utm_campaign', ({ utm }) => utm.campaign ?? ''],
  ['consentAt', ({ consent }) => consent.at],
  ['consentPage', ({ consent }) => consent.page ?? ''],
  ['consentWording', ({ consent }) => consent.wording],
  ['customFields', ({ customFields }) => JSON.stringify(customFields)],
  ['unsubscribeUrl', ({ unsubscribeUrl }) => unsubscribeUrl],
]
