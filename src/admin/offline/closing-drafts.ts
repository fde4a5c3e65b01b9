import { type DraftKey, keyOf, type StoredDraft } from './stored-draft.ts'

const prefixOf = (userId: number) => `session-notes:last-words:${userId}:`

/**
 * Stores drafts in local storage while a page closes, because the browser may drop writes of IndexedDB then; local storage is synchronous. Each draft is removed
 * when the database has it.
 */
export function createClosingDrafts(userId: number, storage: () => Storage) {
  const prefix = prefixOf(userId)
  let isClosed = false
  const nameOf = (key: DraftKey) => prefix + JSON.stringify(keyOf(key))

  function attempt<Value>(work: (storage: Storage) => Value, otherwise: Value): Value {
    try {
      return work(storage())
    } catch (error) {
      // Local storage is forbidden or full: only the database remains.
      console.debug(error)
      return otherwise
    }
  }

  return {
    store(draft: StoredDraft) {
      if (!isClosed) attempt((store) => store.setItem(nameOf(draft), JSON.stringify(draft)), undefined)
    },
    forget: (key: DraftKey) => attempt((store) => store.removeItem(nameOf(key)), undefined),
    /** Removes all drafts and stores no more. */
    forgetAll() {
      isClosed = true
      attempt((store) => {
        for (const name of Object.keys(store)) if (name.startsWith(prefix)) store.removeItem(name)
      }, undefined)
    },
    all: (): Array<StoredDraft> =>
      attempt(
        (store) =>
          Object.keys(store)
            .filter((name) => name.startsWith(prefix))
            .map((name) => JSON.parse(store.getItem(name) ?? 'null') as StoredDraft),
        [],
      ),
  }
}

export type ClosingDrafts = ReturnType<typeof createClosingDrafts>
