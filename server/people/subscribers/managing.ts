import { type Departure, departureEnd } from '#domain/departure.ts'
import type { Subscriber } from '#domain/subscriber.ts'
import type {
  DepartureView,
  SubscriberQuery,
  SubscriberSummary,
  SubscriberView,
} from '#domain/subscriber-list.ts'
import { HttpError } from '../../http/http-error.ts'
import { csvLine } from '../../platform/csv.ts'
import { unsubscribeLink } from './link-tokens.ts'
import type { SharedQueue } from './shared-queue.ts'
import type { ListFilter } from './subscriber-filter.ts'
import type { OpenStore, SubscriberStore } from './subscriber-store.ts'
import type { Syncing } from './syncing.ts'
import { newSubscriber, returning } from './transitions.ts'

/** Refuses to add a person; the message is for the administrator. */
const refusal = (message: string) =>
  new HttpError(409, message, { issues: [{ path: 'email', message }] })
const onList = () => refusal('This address is on the list already.')

interface ManagingParts {
  open: OpenStore
  syncing: Syncing | null
  confirmations: SharedQueue | null
  siteUrl: string
  now: () => Date
}

/** Operations of administrators on the list. */
export function createManaging(parts: ManagingParts) {
  const { open, syncing, confirmations, siteUrl, now } = parts

  const view = (person: Subscriber, secret: string) =>
    viewOf(person, syncing, unsubscribeLink(siteUrl, secret, person.id))

  const filterOf = ({ q, status }: SubscriberQuery): ListFilter => ({
    q,
    status,
    service: syncing?.key ?? null,
  })

  /** Yields all matching subscribers in small batches, last added first. */
  async function* portions(query: SubscriberQuery): AsyncGenerator<Array<SubscriberView>> {
    const store = await open()
    for await (const people of store.portions(filterOf(query), 'newest'))
      yield people.map((person) => view(person, store.secret))
  }

  return {
    async list(query: SubscriberQuery) {
      const store = await open()
      const { cursor, limit = Number.MAX_SAFE_INTEGER } = query
      const below = cursor === undefined ? undefined : Number(cursor)
      const { people, total, hasMore } = await store.page(filterOf(query), { below, limit })
      return {
        items: people.map((person) => view(person, store.secret)),
        total,
        next: hasMore ? String(people.at(-1)?.id) : null,
      }
    },

    portions,

    /** Yields the list as CSV, in batches of lines. */
    async *csv(query: SubscriberQuery): AsyncGenerator<string> {
      yield csvLine(csvColumns.map(([name]) => name))
      for await (const people of portions(query))
        yield people.map((person) => csvLine(csvColumns.map(([, value]) => value(person)))).join('')
    },

    summary: async () => summaryOf(await open(), syncing, confirmations),

    /** Adds a person; with double opt-in they get a mail to confirm. Throws HttpError 409. */
    async add(email: string, by: string): Promise<SubscriberView> {
      const store = await open()
      return view(await addPerson(parts, store, email, by), store.secret)
    },

    /**
     * Erases a person. Only a keyed hash of the address remains, so that no import adds them again,
     * and the address itself until the newsletter service has removed them. Null when there is no
     * such person.
     */
    async remove(id: number): Promise<{ synced?: boolean } | null> {
      const store = await open()
      let mustSync = false
      const person = await store.erase(id, {
        remember: true,
        departure(person) {
          mustSync = syncing?.mayKnow(person) === true
          if (!syncing || !mustSync) return null
          const { key, name } = syncing
          return { id, email: person.email, service: { key, name }, at: now().toISOString() }
        },
      })
      if (!person) return null
      return syncing && mustSync ? { synced: await syncing.removeNow(id) } : {}
    },

    /**
     * Removes the record of a departure, after an administrator removed the person at the
     * newsletter service. False when there is none.
     */
    async endDeparture(id: number): Promise<boolean> {
      return (await open()).endDeparture(id)
    },
  }
}

async function addPerson(
  { syncing, confirmations, now }: ManagingParts,
  store: SubscriberStore,
  email: string,
  by: string,
): Promise<Subscriber> {
  const application = {
    email,
    source: 'admin',
    utm: {},
    customFields: {},
    page: null,
    wording: `added by ${by}`,
  }
  const known = (await store.standings([email])).get(email)
  if (known === 'erased')
    throw refusal('This person was deleted from the list; they can subscribe again themselves.')
  if (known?.status === 'active') throw onList()
  if (known?.status === 'unsubscribed')
    throw refusal('This person has unsubscribed; they can subscribe again themselves.')
  if (known) {
    const [changed] = await store.change([known.id], (person) =>
      returning(person, application, confirmations !== null, now()),
    )
    if (changed) (confirmations ?? syncing)?.add(known.id)
    return changed ?? known
  }
  const [person] = await store.add([newSubscriber(application, confirmations !== null, now())])
  // They have come by themselves in this moment.
  if (!person) throw onList()
  ;(confirmations ?? syncing)?.add(person.id)
  return person
}

async function summaryOf(
  store: SubscriberStore,
  syncing: Syncing | null,
  confirmations: SharedQueue | null,
): Promise<SubscriberSummary> {
  const { counts, departures } = await store.summary(syncing?.key ?? null)
  const state = syncing?.state()
  const sent = confirmations?.state() ?? null
  const refused = await Promise.all((state?.refused ?? []).map((id) => store.find(id)))
  return {
    counts,
    service: syncing && {
      name: syncing.name,
      waiting: counts.unsynced,
      refused: refused.filter((person) => person !== null).length,
      problem: state?.problem ?? null,
    },
    departures: departures.map((one) => departureView(one, syncing)),
    mail: sent && { waiting: sent.waiting, problem: sent.problem },
  }
}

function viewOf(
  person: Subscriber,
  syncing: Syncing | null,
  unsubscribeUrl: string,
): SubscriberView {
  const { confirmation, told: _, ...rest } = person
  return {
    ...rest,
    active: person.status === 'active',
    synced: syncing ? syncing.isSynced(person) : null,
    // While a mail is due, the mark only says that it is being sent.
    unsure: person.status === 'unconfirmed' && confirmation.unsure === true && !confirmation.due,
    unsubscribeUrl,
  }
}

function departureView(departure: Departure, syncing: Syncing | null): DepartureView {
  const { id, email, service, at } = departure
  const tried = email !== null && service.key === syncing?.key
  return {
    id,
    email,
    service: service.name,
    at,
    until: departureEnd(departure).toISOString(),
    tried,
  }
}

const csvColumns: ReadonlyArray<
  readonly [name: string, value: (person: SubscriberView) => string]
> = [
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
  ['topics', ({ choice }) => choice?.topics.join(' ') ?? ''],
  ['levels', ({ choice }) => choice?.levels.join(' ') ?? ''],
  ['customFields', ({ customFields }) => JSON.stringify(customFields)],
  ['unsubscribeUrl', ({ unsubscribeUrl }) => unsubscribeUrl],
]
