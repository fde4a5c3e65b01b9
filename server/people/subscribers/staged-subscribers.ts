import { domainToASCII } from 'node:url'
import { z } from 'zod'
import { type Departure, departure } from '#domain/departure.ts'
import { type Subscriber, subscriber } from '#domain/subscriber.ts'
import { StagedMap } from './staged-map.ts'
import type { SubscriberFile } from './subscriber-file.ts'

/** One change of the list, as the journal records it. Each states the result, so that a replay of one that is already in the list does no harm. */
export const listChange = z.union([
  z.object({ put: subscriber }),
  /** `hash` is remembered; null leaves no trace. */
  z.object({ erase: z.int(), hash: z.string().nullable() }),
  /** Somebody who was erased has subscribed again; the hash of the address is removed. */
  z.object({ forget: z.string() }),
  /** A newsletter service has to remove somebody who was erased here. */
  z.object({ departure }),
  /** The service has removed them; the id of the departure. */
  z.object({ departed: z.int() }),
])
export type ListChange = z.infer<typeof listChange>

/**
 * Creates the list of subscribers in memory from the file `stored`. Changes show at once under the number that `stage` answers; `keep` confirms that
 * number, `takeBack` reverts it.
 */
export function createStagedSubscribers(stored: SubscriberFile) {
  const people = new StagedMap(
    stored.subscribers.map((person): [number, Subscriber] => [person.id, person]),
    (one, other) => one - other,
  )
  const ids = new StagedMap(stored.subscribers.map(({ email, id }): [string, number] => [emailKey(email), id]))
  const erased = new StagedMap(stored.erased.map((hash): [string, true] => [hash, true]))
  const departures = new StagedMap(stored.departures.map((one): [number, Departure] => [one.id, one]))
  const parts = [people, ids, erased, departures]
  let { nextId } = stored
  let turn = 0
  /** Whether the files hold addresses that were erased. */
  let holdsTraces = false

  function apply(at: number, change: ListChange): void {
    if ('put' in change) {
      const { put } = change
      people.stage(at, put.id, put)
      ids.stage(at, emailKey(put.email), put.id)
      nextId = Math.max(nextId, put.id + 1)
    } else if ('erase' in change) {
      const gone = people.get(change.erase)
      people.stage(at, change.erase, undefined)
      if (gone && ids.get(emailKey(gone.email)) === gone.id) ids.stage(at, emailKey(gone.email), undefined)
      if (change.hash !== null) erased.stage(at, change.hash, true)
      holdsTraces = true
    } else if ('departure' in change) {
      departures.stage(at, change.departure.id, change.departure)
      holdsTraces ||= change.departure.email === null
    } else if ('departed' in change) {
      departures.stage(at, change.departed, undefined)
      holdsTraces = true
    } else erased.stage(at, change.forget, undefined)
  }

  /** Applies changes at once; answers the number by which `keep` confirms them or `takeBack` reverts them. */
  function stage(changes: ReadonlyArray<ListChange>): number {
    turn += 1
    for (const change of changes) apply(turn, change)
    return turn
  }
  function keep(at: number): void {
    for (const part of parts) part.keep(at)
  }
  function takeBack(at: number): void {
    for (const part of parts) part.takeBack(at)
  }

  return {
    people,
    /** The id of each person by `emailKey`. */
    ids,
    erased,
    departures,
    stage,
    keep,
    takeBack,
    /** Answers the next free id. */
    newId: () => nextId++,
    /** The number of records: people, hashes of erased addresses and departures. */
    size: () => people.size + erased.size + departures.size,
    /** The present state, in the fields of the file. */
    whole: () => ({
      nextId,
      subscribers: [...people.values()],
      erased: [...erased.keys()],
      departures: [...departures.values()],
    }),
    /** Whether the files may still hold addresses that were erased. */
    holdsTraces: () => holdsTraces,
    /** Call before the file is written without them. */
    clearTraces(): void {
      holdsTraces = false
    },
    /** Call when that write failed. */
    markTraces(): void {
      holdsTraces = true
    },
  }
}

/** The key of an e-mail address; two spellings of one address have the same key. */
export function emailKey(email: string): string {
  // Nearly all addresses; the other path takes fifty times as long.
  if (/^[!-~]*$/.test(email)) return email.toLowerCase()
  const at = email.lastIndexOf('@')
  const domain = email.slice(at + 1)
  return `${email.slice(0, at)}@${domainToASCII(domain) || domain}`.normalize('NFC').toLowerCase()
}
