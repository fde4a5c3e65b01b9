import pLimit from 'p-limit'
import type { ClosingDrafts, DroppedDraft } from './closing-drafts.ts'
import type { LocalDatabase } from './database.ts'
import { type DraftKey, keyOf, type StoredDraft } from './stored-draft.ts'
import { storedFormat } from './stored-format.ts'

/** Whether the browser stores drafts. */
export type DraftStorage = { kind: 'available' } | { kind: 'forbidden' } | { kind: 'full' }

export type Drafts = ReturnType<typeof createDrafts>

/**
 * Stores drafts in IndexedDB, in the order of the calls. When storage is full or forbidden, drafts
 * stay in memory and `storage` reports it.
 */
export function createDrafts(
  database: () => Promise<LocalDatabase>,
  closingDrafts: ClosingDrafts,
  onChange: (storage: DraftStorage) => void,
  /** Called when a draft was stored or deleted. */
  onDraft: () => void = () => undefined,
) {
  const memory = new Map<string, StoredDraft>()
  let storage: DraftStorage = { kind: 'available' }
  const inLine = pLimit(1)

  function report(next: DraftStorage) {
    const changed = next.kind !== storage.kind
    storage = next
    if (changed) onChange(storage)
  }

  async function stored<Value>(look: (db: LocalDatabase) => Promise<Value>, otherwise: Value) {
    try {
      return await look(await database())
    } catch (error) {
      console.warn(error)
      report(storageStateOf(error))
      return otherwise
    }
  }

  const read = (key: DraftKey) => stored((db) => db.get('drafts', keyOf(key)), undefined)
  const remove = (key: DraftKey) => stored((db) => db.delete('drafts', keyOf(key)), undefined)

  /** Applies to the database what a closing page wrote to local storage. */
  async function collect() {
    for (const dropped of closingDrafts.allDropped()) {
      const known = await read(dropped)
      if (known && known.at <= dropped.at) await remove(dropped)
      closingDrafts.forgetDropped(dropped)
    }
    for (const draft of closingDrafts.all()) {
      const known = await read(draft)
      if (!known || known.at < draft.at) await put(draft)
      else closingDrafts.forget(draft)
    }
  }

  async function put(draft: StoredDraft) {
    onDraft()
    try {
      await (await database()).put('drafts', draft)
      memory.delete(nameOf(draft))
      closingDrafts.forget(draft)
      report({ kind: 'available' })
    } catch (error) {
      memory.set(nameOf(draft), draft)
      report(storageStateOf(error))
    }
  }

  /** The drafts that `look` finds and those in memory, newest first. */
  const find = (
    look: (db: LocalDatabase) => Promise<Array<StoredDraft>>,
    isIn: (draft: StoredDraft) => boolean,
  ) =>
    inLine(async () => {
      await collect()
      return [...(await stored(look, [])), ...[...memory.values()].filter(isIn)].sort(byAge)
    })
  const draftsOf = (kind: string, item: string) =>
    find(
      (db) => db.getAllFromIndex('drafts', 'item', [kind, item]),
      (one) => one.kind === kind && one.item === item,
    )

  /**
   * Deletes a draft. With the time of its last edit, a page that closes meanwhile does not keep it.
   */
  function drop(key: DraftKey & Partial<DroppedDraft>) {
    const { at } = key
    if (at !== undefined) closingDrafts.drop({ ...key, at })
    closingDrafts.forget(key)
    onDraft()
    return inLine(async () => {
      memory.delete(nameOf(key))
      await remove(key)
      closingDrafts.forgetDropped(key)
    })
  }

  return {
    /** The draft of an item with the latest edit, based on any version; null for none. */
    latest: async (kind: string, item: string) => (await draftsOf(kind, item))[0] ?? null,
    /**
     * The latest of them with something unsaved. Deletes newer ones that have nothing: their save
     * was made, but its answer did not arrive.
     */
    async unsaved(kind: string, item: string, isSaved: (draft: StoredDraft) => boolean) {
      for (const draft of await draftsOf(kind, item)) {
        if (!isSaved(draft)) return draft
        await drop(draft)
      }
      return null
    },
    /** All drafts, newest first. */
    all: () =>
      find(
        (db) => db.getAll('drafts'),
        () => true,
      ),
    store: (draft: StoredDraft) => inLine(() => put({ ...draft, format: storedFormat })),
    /** Stores a draft synchronously, for a page that is closing. */
    storeSync(draft: StoredDraft) {
      const whole = { ...draft, format: storedFormat }
      closingDrafts.store(whole)
      void inLine(() => put(whole))
    },
    drop,
    /**
     * Result of the last write. A draft that was not stored stays in memory while the page is open.
     */
    storage: () => storage,
  }
}

const nameOf = (key: DraftKey) => JSON.stringify(keyOf(key))

const byAge = (one: StoredDraft, other: StoredDraft) => other.at - one.at

function storageStateOf(error: unknown): DraftStorage {
  return {
    kind:
      error instanceof DOMException && error.name === 'QuotaExceededError' ? 'full' : 'forbidden',
  }
}
