import { createHmac } from 'node:crypto'
import path from 'node:path'
import { domainToASCII } from 'node:url'
import { Low } from 'lowdb'
import { z } from 'zod'
import { type Departure, departure } from '#domain/departure.ts'
import { type NewSubscriber, type Subscriber, subscriber } from '#domain/subscriber.ts'
import { DurableFile, UnreadableFile } from './durable-file.ts'
import { openJournal } from './journal.ts'
import { keptSecret } from './session-secret.ts'
import { noSubscribers, parseSubscriberFile, type SubscriberFile, subscriberFileText } from './subscriber-file.ts'

/** The journal is folded into the file when it has outgrown it, so that the cost of that is shared by as many subscriptions as there are people. */
const smallestFoldBytes = 1024 * 1024

/** What happens to the list. Each says how things are after it, so that one that is replayed twice does no harm. */
const entry = z.union([
  z.object({ put: subscriber }),
  /** `hash` is remembered; null leaves no trace. */
  z.object({ erase: z.int(), hash: z.string().nullable() }),
  /** Somebody who was erased has come back. */
  z.object({ forget: z.string() }),
  /** A newsletter service is to be told of somebody who was erased. */
  z.object({ departure }),
  /** It was. */
  z.object({ departed: z.int() }),
])
type Entry = z.infer<typeof entry>

/** The mailing list in memory. What changes it alters memory at once and resolves when it is on the disk. Records are replaced, never altered. */
export type SubscriberStore = Awaited<ReturnType<typeof openSubscriberStore>>

/**
 * Opens `DATA_DIR/subscribers.json` and the journal beside it (docs/decisions tells why there are two). Throws UnreadableFile when either is damaged.
 * `failed` hears of foldings that did not work; they are tried again.
 */
export async function openSubscriberStore(dataDir: string, failed: (error: unknown) => void) {
  const file = path.join(dataDir, 'subscribers.json')
  const secret = await keptSecret(dataDir, 'link-secret')
  const database = new Low<SubscriberFile>(
    new DurableFile(file, parseSubscriberFile, subscriberFileText),
    structuredClone(noSubscribers),
  )
  await database.read()
  const people = new Map(database.data.subscribers.map((person) => [person.id, person]))
  const ids = new Map(database.data.subscribers.map(({ email, id }) => [emailKey(email), id]))
  const erased = new Set(database.data.erased)
  const departures = new Map(database.data.departures.map((one) => [one.id, one]))
  let { nextId } = database.data
  /** Whether the journal tells of somebody who is to be in the files no more. */
  let holdsTraces = false
  let foldedPeople = people.size
  const journal = await openJournal({
    folder: dataDir,
    name: 'subscribers',
    first: database.data.generation,
    replay(value) {
      const parsed = entry.safeParse(value)
      // The schema's own words could quote the entry.
      if (!parsed.success)
        throw new UnreadableFile(`A journal of ${file} holds what it can't; restore it from a backup.`)
      apply(parsed.data)
    },
  })
  // Memory holds them; lowdb gets the list when it writes.
  database.data.subscribers = []

  const hashOf = (email: string) =>
    createHmac('sha256', secret)
      .update(`erased:${emailKey(email)}`)
      .digest('base64url')

  function apply(change: Entry): void {
    if ('put' in change) {
      const { put } = change
      people.set(put.id, put)
      ids.set(emailKey(put.email), put.id)
      nextId = Math.max(nextId, put.id + 1)
    } else if ('erase' in change) {
      const gone = people.get(change.erase)
      people.delete(change.erase)
      if (gone && ids.get(emailKey(gone.email)) === gone.id) ids.delete(emailKey(gone.email))
      if (change.hash !== null) erased.add(change.hash)
      holdsTraces = true
    } else if ('departure' in change) {
      departures.set(change.departure.id, change.departure)
      holdsTraces ||= change.departure.email === null
    } else if ('departed' in change) {
      departures.delete(change.departed)
      holdsTraces = true
    } else erased.delete(change.forget)
  }

  async function record(changes: ReadonlyArray<Entry>): Promise<void> {
    for (const change of changes) apply(change)
    await journal.append(changes)
    if (journal.bytes() > Math.max(smallestFoldBytes, foldedPeople * bytesOfOne)) void fold().catch(failed)
  }

  let folding: Promise<void> | null = null
  /** Writes the whole list into its file and starts a new journal; who asks meanwhile waits for the one that begins after it. */
  function fold(): Promise<void> {
    if (folding) return folding
    folding = writeWhole().finally(() => {
      folding = null
    })
    return folding
  }

  async function writeWhole(): Promise<void> {
    const generation = await journal.rotate()
    const subscribers = [...people.values()]
    database.data = {
      ...{ version: 2, generation, nextId, subscribers },
      ...{ erased: [...erased], departures: [...departures.values()] },
    }
    try {
      await database.write()
    } finally {
      database.data = { ...database.data, subscribers: [] }
    }
    foldedPeople = subscribers.length
    await journal.dropBefore(generation)
  }

  /** Records changes that take an address out of the list, and out of its files. */
  async function takeOut(changes: ReadonlyArray<Entry>): Promise<void> {
    await record(changes)
    // One that runs already may have begun before.
    await folding?.catch(() => undefined)
    // They are out whether or not this works now.
    await fold().catch(failed)
  }

  // The process ended, or the disk refused, before they were out of the files.
  if (holdsTraces) void fold().catch(failed)

  return {
    byEmail: (email: string): Subscriber | null => people.get(ids.get(emailKey(email)) ?? -1) ?? null,
    byId: (id: number): Subscriber | null => people.get(id) ?? null,
    /** Everybody, who came first is first. */
    all: (): IterableIterator<Subscriber> => people.values(),
    size: () => people.size,
    /** Whether somebody with this address was erased. */
    wasErased: (email: string) => erased.size > 0 && erased.has(hashOf(email)),
    /** Adds those whose addresses are not there yet. */
    add(...added: Array<NewSubscriber>): { people: Array<Subscriber>; stored: Promise<void> } {
      const taken = new Map<string, Subscriber>()
      const changes: Array<Entry> = []
      for (const person of added) {
        const key = emailKey(person.email)
        if (ids.has(key) || taken.has(key)) continue
        const put = { id: nextId++, ...person }
        const hash = erased.size > 0 ? hashOf(person.email) : ''
        if (erased.has(hash)) changes.push({ forget: hash })
        // Whoever comes back must not be removed anywhere.
        for (const { id, email } of departures.values())
          if (email !== null && emailKey(email) === key) changes.push({ departed: id })
        changes.push({ put })
        taken.set(key, put)
      }
      return { people: [...taken.values()], stored: record(changes) }
    },
    /** Replaces people by their ids; whoever was erased meanwhile stays so. */
    put: (...changed: Array<Subscriber>): Promise<void> =>
      record(changed.filter(({ id }) => people.has(id)).map((put) => ({ put }))),
    /**
     * Removes people and every trace of them in the files but, when `remember` says so, a hash of the address. `left` are those among them of whom a newsletter
     * service is still to be told.
     */
    erase: (
      gone: ReadonlyArray<Subscriber>,
      { remember, left = [] }: { remember: boolean; left?: ReadonlyArray<Departure> },
    ): Promise<void> =>
      takeOut([
        ...gone.map(({ id, email }): Entry => ({ erase: id, hash: remember ? hashOf(email) : null })),
        ...left.map((departure): Entry => ({ departure })),
      ]),
    departure: (id: number): Departure | null => departures.get(id) ?? null,
    departures: (): ReadonlyArray<Departure> => [...departures.values()],
    /** Replaces departures by their ids; those that have ended stay so. */
    changeDepartures: (...changed: Array<Departure>): Promise<void> =>
      takeOut(changed.filter(({ id }) => departures.has(id)).map((departure) => ({ departure }))),
    /** The service was told. */
    endDeparture: (id: number): Promise<void> => takeOut([{ departed: id }]),
    /** Resolves when everything that was changed is on the disk. */
    settled: (): Promise<void> => (journal.settled() ? Promise.resolve() : journal.append([])),
    fold,
    /** Signs links that lead to one person; never leaves the server. */
    secret,
    async close(): Promise<void> {
      await folding?.catch(() => undefined)
      await journal.close()
    },
  }
}

/** About what one person takes in the file. */
const bytesOfOne = 400

/** Two spellings of one address have the same. */
function emailKey(email: string): string {
  // Nearly all; the rest costs fifty times as much.
  if (/^[!-~]*$/.test(email)) return email.toLowerCase()
  const at = email.lastIndexOf('@')
  const domain = email.slice(at + 1)
  return `${email.slice(0, at)}@${domainToASCII(domain) || domain}`.normalize('NFC').toLowerCase()
}
