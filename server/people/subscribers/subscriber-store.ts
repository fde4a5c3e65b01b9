import { createHmac } from 'node:crypto'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { Low } from 'lowdb'
import type { Departure } from '#domain/departure.ts'
import type { NewSubscriber, Subscriber } from '#domain/subscriber.ts'
import { DurableFile } from '../../platform/durable-file.ts'
import { UnreadableFile } from '../../platform/errors.ts'
import { holdFolder } from '../../platform/held-folder.ts'
import { openJournal } from '../../platform/journal.ts'
import { asStorageError } from '../../platform/storage-error.ts'
import { storedLinkSecret } from '../../platform/stored-secrets.ts'
import { createStagedSubscribers, emailKey, type ListChange, listChange } from './staged-subscribers.ts'
import {
  isFirstVersion,
  noSubscribers,
  parseSubscriberFile,
  type SubscriberFile,
  subscriberFileText,
} from './subscriber-file.ts'

/** The journal is folded into the file when it has outgrown it, so that the cost of that is shared by as many subscriptions as there are people. */
const smallestFoldBytes = 1024 * 1024
/** A folding that failed is tried again after this. */
const foldAgainMs = 60_000

/**
 * The mailing list in memory. What changes it shows at once, resolves when it is on the disk, and is taken back when the disk refuses: then it rejects with
 * StorageError, and the list is as it was. Records are replaced, never altered.
 */
export type SubscriberStore = Awaited<ReturnType<typeof openSubscriberStore>>

/** Reports about work that no request waits for. */
export interface SubscriberReports {
  /** A folding that did not work; it is tried again. */
  failed(error: unknown): void
  /** Something about the files that an administrator should know. */
  noticed(message: string): void
}

/**
 * Opens `DATA_DIR/subscribers.json` and the journal beside it (docs/decisions tells why there are two). Throws UnreadableFile when either is damaged or missing, or
 * when `link-secret` is not theirs.
 */
export async function openSubscriberStore(dataDir: string, { failed, noticed }: SubscriberReports) {
  const file = path.join(dataDir, 'subscribers.json')
  /** Whether mails with links to this list may have been sent: its first version knew none. */
  let hasLinks = true
  const read = (value: unknown) => {
    hasLinks = !isFirstVersion(value)
    return parseSubscriberFile(value)
  }
  const database = new Low<SubscriberFile>(
    new DurableFile(file, read, subscriberFileText),
    structuredClone(noSubscribers),
  )
  const isThere = existsSync(file)
  await database.read()
  // The journal is marked when the list has been written for the first time.
  if (!isThere && existsSync(path.join(dataDir, 'subscribers-committed')))
    throw new UnreadableFile(`${file} is missing; restore it from a backup.`)
  const { linkSecretHash } = database.data
  const list = createStagedSubscribers(database.data)
  const { people, ids, erased, departures } = list
  const journal = await openJournal({
    folder: dataDir,
    name: 'subscribers',
    first: database.data.generation,
    isKnown: linkSecretHash !== null,
    replay(value) {
      const parsed = listChange.safeParse(value)
      // The schema's own words could quote the entry.
      if (!parsed.success)
        throw new UnreadableFile(`A journal of ${file} holds what it can't; restore it from a backup.`)
      list.keep(list.stage([parsed.data]))
    },
    noticed,
  })
  // Memory holds them; lowdb gets the list when it writes.
  database.data.subscribers = []
  let foldedPeople = people.size
  const isUsed = hasLinks && list.size() > 0
  const links = await storedLinkSecret(dataDir, { hash: linkSecretHash, isUsed }).catch(async (error: unknown) => {
    await journal.close()
    throw error
  })
  const place = holdFolder(dataDir)

  const hashOf = (email: string) =>
    createHmac('sha256', links.secret)
      .update(`erased:${emailKey(email)}`)
      .digest('base64url')

  async function record(changes: ReadonlyArray<ListChange>): Promise<void> {
    const at = list.stage(changes)
    try {
      await journal.append(changes)
    } catch (error) {
      list.takeBack(at)
      // A journal that was removed is replaced by a list with everything in memory.
      foldSoon()
      throw error
    }
    list.keep(at)
    if (list.holdsTraces() || journal.bytes() > Math.max(smallestFoldBytes, foldedPeople * bytesOfOne)) foldSoon()
  }

  let folding: Promise<void> | null = null
  let nextFolding: Promise<void> | null = null
  let notBefore = 0
  /** Changes that take an address out of the files, and wait for the list to be written without it. */
  let leaving: Array<{ at: number; resolve(): void; reject(error: unknown): void }> = []
  /** Addresses of the people among them. */
  const leavingIds = new Map<string, number>()
  const takingOut = new Set<Promise<void>>()

  /** Writes the whole list into its file and starts a new journal. Who asks while that is being done gets the one that begins after it. */
  function fold(): Promise<void> {
    nextFolding ??= (folding ?? Promise.resolve())
      .catch(() => undefined)
      .then(() => {
        nextFolding = null
        folding = writeWhole().finally(() => {
          folding = null
        })
        return folding
      })
    return nextFolding
  }

  /** Behind the answers; one that failed is not tried again at once. */
  function foldSoon(): void {
    if (folding || nextFolding || performance.now() < notBefore) return
    void fold().catch(failed)
  }

  async function writeWhole(): Promise<void> {
    let group: typeof leaving = []
    try {
      const generation = await journal.rotate()
      group = leaving
      leaving = []
      // What shows and is not on the disk yet may still be taken back, and must not be in the list then.
      const standing = journal.append([])
      const data: SubscriberFile = { version: 2, generation, linkSecretHash: links.hash, ...list.whole() }
      list.clearTraces()
      await standing
      await place.check()
      await writeList(data)
      foldedPeople = data.subscribers.length
      await journal.dropBefore(generation, { pieces: group.length > 0 })
      for (const { at, resolve } of group) {
        list.keep(at)
        resolve()
      }
    } catch (error) {
      notBefore = performance.now() + foldAgainMs
      if (group.length === 0) [group, leaving] = [leaving, []]
      for (const { at, reject } of group) {
        list.takeBack(at)
        reject(asStorageError(error))
      }
      // The file may hold what was taken back now.
      list.markTraces()
      throw error
    }
  }

  async function writeList(data: SubscriberFile): Promise<void> {
    database.data = data
    try {
      await database.write()
    } finally {
      database.data = { ...data, subscribers: [] }
    }
  }

  /** Takes addresses out of the list and out of its files: resolves when no file holds them any more. */
  function takeOut(changes: ReadonlyArray<ListChange>, gone: ReadonlyArray<Subscriber> = []): Promise<void> {
    if (changes.length === 0) return Promise.resolve()
    const at = list.stage(changes)
    for (const { email, id } of gone) leavingIds.set(emailKey(email), id)
    const done = new Promise<void>((resolve, reject) => leaving.push({ at, resolve, reject })).finally(() => {
      takingOut.delete(done)
      for (const { email } of gone) leavingIds.delete(emailKey(email))
    })
    takingOut.add(done)
    fold().catch(() => undefined)
    return done
  }

  // From before there were secrets and marks in the files, or an empty folder.
  if (linkSecretHash === null) await fold().then(journal.mark).catch(failed)
  // The process ended, or the disk refused, before somebody was out of the files.
  else if (list.holdsTraces()) foldSoon()
  else if (database.data.generation > 1) void journal.dropBefore(database.data.generation).catch(failed)

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
      const changes: Array<ListChange> = []
      for (const person of added) {
        const key = emailKey(person.email)
        if (ids.has(key) || taken.has(key)) continue
        const put = { id: list.newId(), ...person }
        const hash = erased.size > 0 ? hashOf(person.email) : ''
        // Erased in this moment: should that fail, there is nobody to come back.
        const leavingId = leavingIds.get(key)
        if (leavingId !== undefined) changes.push({ erase: leavingId, hash: null })
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
     * Removes people and every trace of them in the files but, when `remember` is true, a hash of the address; resolves when the files are written. `left` are the people
     * among them whom a newsletter service still has to remove.
     */
    erase: (
      gone: ReadonlyArray<Subscriber>,
      { remember, left = [] }: { remember: boolean; left?: ReadonlyArray<Departure> },
    ): Promise<void> =>
      takeOut(
        [
          ...gone.map(({ id, email }): ListChange => ({ erase: id, hash: remember ? hashOf(email) : null })),
          ...left.map((departure): ListChange => ({ departure })),
        ],
        gone,
      ),
    departure: (id: number): Departure | null => departures.get(id) ?? null,
    departures: (): ReadonlyArray<Departure> => [...departures.values()],
    /** Replaces departures by their ids; those that have ended stay so. */
    changeDepartures: (...changed: Array<Departure>): Promise<void> =>
      takeOut(changed.filter(({ id }) => departures.has(id)).map((departure) => ({ departure }))),
    /** The service was told. */
    endDeparture: (id: number): Promise<void> => takeOut([{ departed: id }]),
    /** Resolves when everything that was changed is on the disk; rejects when a change in there was taken back. */
    async settled(): Promise<void> {
      await Promise.all([journal.settled() ? null : journal.append([]), ...takingOut])
    },
    fold,
    /** Signs links that lead to one person; never leaves the server. */
    secret: links.secret,
    async close(): Promise<void> {
      while (folding ?? nextFolding) await (nextFolding ?? folding)?.catch(() => undefined)
      await journal.close()
      place.release()
    },
  }
}

/** About what one person takes in the file. */
const bytesOfOne = 400
