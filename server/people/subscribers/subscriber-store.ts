import { createHmac } from 'node:crypto'
import { Low } from 'lowdb'
import type { Departure } from '#domain/departure.ts'
import type { NewSubscriber, Subscriber } from '#domain/subscriber.ts'
import { openFolder } from '../../platform/open-folder.ts'
import { asStorageError } from '../../platform/storage-error.ts'
import { storedLinkSecret } from '../../platform/stored-secrets.ts'
import { JournalledList } from './journalled-list.ts'
import {
  createStagedSubscribers,
  emailKey,
  type ListChange,
  type StagedSubscribers,
} from './staged-subscribers.ts'
import { noSubscribers, type SubscriberFile } from './subscriber-file.ts'

/**
 * The list is written whole when the journal exceeds the larger of this and the size of the list,
 * so that the cost per subscription stays constant.
 */
const smallestFoldBytes = 1024 * 1024
/** Delay before a failed rewrite is tried again. */
const foldAgainMs = 60_000

/**
 * The mailing list in memory. A change takes effect immediately and its promise resolves after
 * fsync. When the disk refuses, the change is reverted and the promise rejects with StorageError.
 * Records are immutable: a change replaces them.
 */
export type MemoryList = Awaited<ReturnType<typeof openSubscriberStore>>

/** Callbacks about background work. */
export interface SubscriberReports {
  /** A rewrite of the list failed; it is tried again. */
  failed(error: unknown): void
  /** A message about the files for the log. */
  noticed(message: string): void
}

/**
 * Opens `DATA_DIR/subscribers.json` and its journal
 * (docs/decisions/018-subscribers-in-a-journal.md). Throws UnreadableFile when either is damaged or
 * missing, or when `link-secret` does not belong to them.
 */
export async function openSubscriberStore(dataDir: string, { failed, noticed }: SubscriberReports) {
  const adapter = new JournalledList(dataDir, noticed)
  const database = new Low<StagedSubscribers>(adapter, createStagedSubscribers(noSubscribers))
  await database.read()
  const { data: list } = database
  const { people, ids, erased, departures } = list
  const { journal, generation: firstGeneration, linkSecretHash } = adapter
  let foldedPeople = people.size
  const isUsed = adapter.hasLinks && list.size() > 0
  const links = await storedLinkSecret(dataDir, { hash: linkSecretHash, isUsed }).catch(
    async (error: unknown) => {
      await journal.close()
      throw error
    },
  )
  const place = openFolder(dataDir)

  const hashOf = (email: string) =>
    createHmac('sha256', links.secret)
      .update(`erased:${emailKey(email)}`)
      .digest('base64url')

  async function record(changes: ReadonlyArray<ListChange>) {
    const at = list.stage(changes)
    for (const change of changes) list.unwritten.push(change)
    try {
      await database.write()
    } catch (error) {
      list.revert(at)
      // In case the journal was removed, the whole list is written from memory.
      foldSoon()
      throw error
    }
    list.confirm(at)
    if (
      list.holdsTraces() ||
      journal.bytes() > Math.max(smallestFoldBytes, foldedPeople * bytesOfOne)
    )
      foldSoon()
  }

  let folding: Promise<void> | null = null
  let nextFolding: Promise<void> | null = null
  let notBefore = 0
  /** Erasures that wait until the list is written without the address. */
  let leaving: Array<{ at: number; resolve(): void; reject(error: unknown): void }> = []
  /** Ids of these people by address key. */
  const leavingIds = new Map<string, number>()
  const takingOut = new Set<Promise<void>>()

  /**
   * Writes the whole list to its file and starts a new generation of the journal. A call during a
   * write gets the next one.
   */
  function fold() {
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

  /** Starts a rewrite in the background, unless the last one failed a moment ago. */
  function foldSoon() {
    if (folding || nextFolding || performance.now() < notBefore) return
    void fold().catch(failed)
  }

  async function writeWhole() {
    let group: typeof leaving = []
    try {
      const generation = await journal.rotate()
      group = leaving
      leaving = []
      // `data` contains unconfirmed changes, so it is written only after the journal has confirmed
      // them.
      const confirmed = journal.append([])
      const data: SubscriberFile = {
        version: 2,
        generation,
        linkSecretHash: links.hash,
        ...list.whole(),
      }
      list.clearTraces()
      await confirmed
      await place.check()
      await adapter.writeWhole(data)
      foldedPeople = data.subscribers.length
      await journal.dropBefore(generation, { pieces: group.length > 0 })
      for (const { at, resolve } of group) {
        list.confirm(at)
        resolve()
      }
    } catch (error) {
      notBefore = performance.now() + foldAgainMs
      if (group.length === 0) [group, leaving] = [leaving, []]
      for (const { at, reject } of group) {
        list.revert(at)
        reject(asStorageError(error))
      }
      // The old file may contain addresses that were erased since.
      list.markTraces()
      throw error
    }
  }

  /** Erases addresses from the list and from its files; resolves when no file contains them. */
  function takeOut(changes: ReadonlyArray<ListChange>, gone: ReadonlyArray<Subscriber> = []) {
    if (changes.length === 0) return Promise.resolve()
    const at = list.stage(changes)
    for (const { email, id } of gone) leavingIds.set(emailKey(email), id)
    const done = new Promise<void>((resolve, reject) =>
      leaving.push({ at, resolve, reject }),
    ).finally(() => {
      takingOut.delete(done)
      for (const { email } of gone) leavingIds.delete(emailKey(email))
    })
    takingOut.add(done)
    fold().catch(() => undefined)
    return done
  }

  // Files of an older version without secret and mark, or an empty folder.
  if (linkSecretHash === null) await fold().then(journal.mark).catch(failed)
  // An earlier process did not rewrite the files after an erasure.
  else if (list.holdsTraces()) foldSoon()
  else if (firstGeneration > 1) void journal.dropBefore(firstGeneration).catch(failed)

  return {
    byEmail: (email: string): Subscriber | null =>
      people.get(ids.get(emailKey(email)) ?? -1) ?? null,
    byId: (id: number): Subscriber | null => people.get(id) ?? null,
    /** All subscribers, first added first. */
    all: (): IterableIterator<Subscriber> => people.values(),
    size: () => people.size,
    /** Whether somebody with this address was erased. */
    wasErased: (email: string) => erased.size > 0 && erased.has(hashOf(email)),
    /** Adds people whose addresses are new. */
    add(...added: Array<NewSubscriber>): { people: Array<Subscriber>; stored: Promise<void> } {
      const taken = new Map<string, Subscriber>()
      const changes: Array<ListChange> = []
      for (const person of added) {
        const key = emailKey(person.email)
        if (ids.has(key) || taken.has(key)) continue
        const put = { id: list.newId(), ...person }
        const hash = erased.size > 0 ? hashOf(person.email) : ''
        // The person is just being erased; the new record replaces them even if the erasure is
        // reverted.
        const leavingId = leavingIds.get(key)
        if (leavingId !== undefined) changes.push({ erase: leavingId, hash: null })
        if (erased.has(hash)) changes.push({ forget: hash })
        // The newsletter service must not remove somebody who subscribed again.
        for (const { id, email } of departures.values())
          if (email !== null && emailKey(email) === key) changes.push({ departed: id })
        changes.push({ put })
        taken.set(key, put)
      }
      return { people: [...taken.values()], stored: record(changes) }
    },
    /** Replaces people by their ids; erased ones stay erased. */
    put: (...changed: Array<Subscriber>): Promise<void> =>
      record(changed.filter(({ id }) => people.has(id)).map((put) => ({ put }))),
    /**
     * Removes people and all their data in the files, except for a hash of the address with
     * `remember`; resolves when the files are written. `left` are the people among them whom the
     * newsletter service must remove.
     */
    erase: (
      gone: ReadonlyArray<Subscriber>,
      { remember, left = [] }: { remember: boolean; left?: ReadonlyArray<Departure> },
    ): Promise<void> =>
      takeOut(
        [
          ...gone.map(
            ({ id, email }): ListChange => ({ erase: id, hash: remember ? hashOf(email) : null }),
          ),
          ...left.map((departure): ListChange => ({ departure })),
        ],
        gone,
      ),
    departure: (id: number): Departure | null => departures.get(id) ?? null,
    departures: (): ReadonlyArray<Departure> => [...departures.values()],
    /** Replaces departures by their ids; ended ones stay ended. */
    changeDepartures: (...changed: Array<Departure>): Promise<void> =>
      takeOut(changed.filter(({ id }) => departures.has(id)).map((departure) => ({ departure }))),
    /** Removes a departure: the service removed the person. */
    endDeparture: (id: number): Promise<void> => takeOut([{ departed: id }]),
    /** Resolves when all changes are on the disk; rejects when one of them was reverted. */
    async flushed(): Promise<void> {
      await Promise.all([journal.flushed() ? null : journal.append([]), ...takingOut])
    },
    fold,
    /** Key of the signatures in personal links; never leaves the server. */
    secret: links.secret,
    async close(): Promise<void> {
      while (folding ?? nextFolding) await (nextFolding ?? folding)?.catch(() => undefined)
      await journal.close()
      place.release()
    },
  }
}

/** Approximate size of one person in the file. */
const bytesOfOne = 400
