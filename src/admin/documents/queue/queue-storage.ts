import type { LocalDatabase } from '../database.ts'
import type { StoredDraft } from '../stored-draft.ts'
import type { Made, Outgoing } from './outgoing.ts'

/** The entries in order, and the results that others may refer to by the key of an entry. */
export interface QueueState {
  entries: ReadonlyArray<Outgoing>
  made: ReadonlyMap<string, Made['made']>
}

/** The queue after a change. */
export interface QueueChange {
  /** All entries; one without an id is new. */
  entries: ReadonlyArray<Outgoing | NewEntry>
  /** A result to remember. */
  made?: Made | null
  /** Changes a stored draft in the same step; returns the same object for those that stay. */
  draft?: (draft: StoredDraft) => StoredDraft
}
export type NewEntry = Omit<Outgoing, 'id'>

export interface QueueStorage {
  /** Never rejects: without the database, the queue is what this page has. */
  read(): Promise<QueueState>
  /**
   * Changes the queue in one step, and returns what it is then. `next` gets its present state; null
   * changes nothing.
   */
  change(next: (state: QueueState) => QueueChange | null): Promise<QueueState>
  /** Whether entries are only in the memory of this page. */
  isInMemory(): boolean
}

/** Entries of the memory get ids between those of the database, which are whole numbers. */
const memoryStep = 2 ** -10

/**
 * Stores the queue in the database. What the browser refuses to store there (private windows, a
 * full disk) stays in the memory of this page.
 */
export function createQueueStorage(database: () => Promise<LocalDatabase>): QueueStorage {
  /** What differs from the database; null for a removed entry. */
  const memory = new Map<number, Outgoing | null>()
  const memoryMade = new Map<string, Made['made']>()
  let stored: QueueState = { entries: [], made: new Map() }
  let lastId = 0

  function whole(): QueueState {
    const byId = new Map<number, Outgoing | null>(stored.entries.map((entry) => [entry.id, entry]))
    for (const [id, entry] of memory) byId.set(id, entry)
    const entries = [...byId.values()]
      .filter((entry) => entry !== null)
      .sort((one, other) => one.id - other.id)
    lastId = Math.max(lastId, entries.at(-1)?.id ?? 0)
    return { entries, made: new Map([...stored.made, ...memoryMade]) }
  }

  async function changeDatabase(next: (state: QueueState) => QueueChange | null) {
    const change = (await database()).transaction(['queue', 'made', 'drafts'], 'readwrite')
    const [queue, results] = [change.objectStore('queue'), change.objectStore('made')]
    stored = await readStores(queue, results)
    const after = next(whole())
    if (after) {
      const { added, changed, removed } = differences(whole().entries, after.entries)
      const isStored = ({ id }: { id: number }) => !memory.has(id)
      for (const { id } of removed.filter(isStored)) await queue.delete(id)
      for (const entry of changed.filter(isStored)) await queue.put(entry)
      // The database gives them their ids.
      for (const entry of added) await queue.add(entry as Outgoing)
      if (after.made) await results.put(after.made)
      if (after.draft) await changeAll(change.objectStore('drafts'), after.draft)
    }
    const read = await readStores(queue, results)
    await change.done
    stored = read
    if (after) changeMemory(after, (id) => memory.has(id))
  }

  function changeMemory(after: QueueChange, isIn: (id: number) => boolean) {
    const { changed, removed } = differences(whole().entries, after.entries)
    for (const entry of changed) if (isIn(entry.id)) memory.set(entry.id, entry)
    for (const { id } of removed) if (isIn(id)) memory.set(id, null)
  }

  function changeAllInMemory(next: (state: QueueState) => QueueChange | null) {
    const after = next(whole())
    if (!after) return
    changeMemory(after, () => true)
    for (const entry of after.entries) {
      if ('id' in entry) continue
      lastId += memoryStep
      memory.set(lastId, { ...entry, id: lastId })
    }
    if (after.made) memoryMade.set(after.made.key, after.made.made)
  }

  return {
    async read() {
      try {
        const look = (await database()).transaction(['queue', 'made'])
        stored = await readStores(look.objectStore('queue'), look.objectStore('made'))
        await look.done
      } catch (error) {
        console.debug(error)
      }
      return whole()
    },
    async change(next) {
      try {
        await changeDatabase(next)
      } catch (error) {
        console.debug(error)
        changeAllInMemory(next)
      }
      return whole()
    },
    isInMemory: () => [...memory.values()].some((entry) => entry !== null),
  }
}

async function readStores(
  queue: { getAll(): Promise<Array<Outgoing>> },
  results: { getAll(): Promise<Array<Made>> },
): Promise<QueueState> {
  const [entries, all] = await Promise.all([queue.getAll(), results.getAll()])
  return { entries, made: new Map(all.map(({ key, made }) => [key, made])) }
}

async function changeAll(
  drafts: { getAll(): Promise<Array<StoredDraft>>; put(draft: StoredDraft): Promise<unknown> },
  change: (draft: StoredDraft) => StoredDraft,
) {
  for (const draft of await drafts.getAll()) {
    const next = change(draft)
    if (next !== draft) await drafts.put(next)
  }
}

function differences(before: ReadonlyArray<Outgoing>, after: QueueChange['entries']) {
  const known = new Map(before.map((entry) => [entry.id, entry]))
  const left = after.filter((entry): entry is Outgoing => 'id' in entry)
  const ids = new Set(left.map(({ id }) => id))
  return {
    added: after.filter((entry) => !('id' in entry)),
    changed: left.filter((entry) => known.get(entry.id) !== entry),
    removed: before.filter(({ id }) => !ids.has(id)),
  }
}

/**
 * Requests persistent storage, which the browser does not delete when the disk is full. Called when
 * an entry is queued, because some browsers ask the user.
 */
export function askToStay(): void {
  const { storage } = navigator as { storage?: StorageManager }
  void storage?.persist?.().catch(console.debug)
}
