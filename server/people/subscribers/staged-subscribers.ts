import { domainToASCII } from 'node:url'
import { z } from 'zod'
import { type Departure, departure } from '#domain/departure.ts'
import { type Subscriber, subscriber } from '#domain/subscriber.ts'
import { StagedMap } from './staged-map.ts'
import type { SubscriberFile } from './subscriber-file.ts'

/**
 * One change of the list as the journal records it. It contains the result, so that applying it
 * twice is harmless.
 */
export const listChange = z.union([
  z.object({ put: subscriber }),
  /** A hash is stored in `erased`; null stores nothing. */
  z.object({ erase: z.int(), hash: z.string().nullable() }),
  /** Removes the hash of an erased address, because the person subscribed again. */
  z.object({ forget: z.string() }),
  /** The newsletter service must remove an erased person. */
  z.object({ departure }),
  /** The service has removed them; the id of the departure. */
  z.object({ departed: z.int() }),
])
export type ListChange = z.infer<typeof listChange>

/**
 * Creates the list of subscribers in memory from the file `stored`. Changes take effect immediately
 * under the number that `stage` returns; `confirm` and `revert` take that number.
 */
export function createStagedSubscribers(stored: SubscriberFile) {
  const people = new StagedMap(
    stored.subscribers.map((person): [number, Subscriber] => [person.id, person]),
    (one, other) => one - other,
  )
  const ids = new StagedMap(
    stored.subscribers.map(({ email, id }): [string, number] => [emailKey(email), id]),
  )
  const erased = new StagedMap(stored.erased.map((hash): [string, true] => [hash, true]))
  const departures = new StagedMap(
    stored.departures.map((one): [number, Departure] => [one.id, one]),
  )
  const parts = [people, ids, erased, departures]
  let { nextId } = stored
  let turn = 0
  /** Whether the files still contain addresses that were erased. */
  let holdsTraces = false

  function apply(at: number, change: ListChange) {
    if ('put' in change) {
      const { put } = change
      people.stage(at, put.id, put)
      ids.stage(at, emailKey(put.email), put.id)
      nextId = Math.max(nextId, put.id + 1)
    } else if ('erase' in change) {
      const gone = people.get(change.erase)
      people.stage(at, change.erase, undefined)
      if (gone && ids.get(emailKey(gone.email)) === gone.id)
        ids.stage(at, emailKey(gone.email), undefined)
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

  /** Applies changes; returns the number for `confirm` and `revert`. */
  function stage(changes: ReadonlyArray<ListChange>): number {
    turn += 1
    for (const change of changes) apply(turn, change)
    return turn
  }
  function confirm(at: number) {
    for (const part of parts) part.confirm(at)
  }
  function revert(at: number) {
    for (const part of parts) part.revert(at)
  }

  return {
    people,
    /** Staged changes that the journal is to get with the next write. */
    unwritten: [] as Array<ListChange>,
    /** Person ids by `emailKey`. */
    ids,
    erased,
    departures,
    stage,
    confirm,
    revert,
    /** Returns the next free id. */
    newId: () => nextId++,
    /** Number of records: people, hashes of erased addresses and departures. */
    size: () => people.size + erased.size + departures.size,
    /** The current state in the format of the file. */
    whole: () => ({
      nextId,
      subscribers: [...people.values()],
      erased: [...erased.keys()],
      departures: [...departures.values()],
    }),
    /** Whether the files may still contain addresses that were erased. */
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

export type StagedSubscribers = ReturnType<typeof createStagedSubscribers>

/** Key of an e-mail address: equal for spellings of the same address. */
export function emailKey(email: string): string {
  // Fast path for ASCII addresses; the general one takes fifty times as long.
  if (/^[!-~]*$/.test(email)) return email.toLowerCase()
  const at = email.lastIndexOf('@')
  const domain = email.slice(at + 1)
  return `${email.slice(0, at)}@${domainToASCII(domain) || domain}`.normalize('NFC').toLowerCase()
}
