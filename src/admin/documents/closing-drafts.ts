import { type DraftKey, keyOf, type StoredDraft } from './stored-draft.ts'

/** A draft that is no longer needed, up to the time of its last edit. */
export type DroppedDraft = DraftKey & Pick<StoredDraft, 'at'>

/**
 * Stores drafts in local storage while a page closes, and which ones it has dropped, because the
 * browser may drop writes of IndexedDB then; local storage is synchronous. Each entry is removed
 * when the database has its change.
 */
export function createClosingDrafts(userId: number, storage: () => Storage) {
  const stored = `session-notes:last-words:${userId}:`
  const dropped = `session-notes:dropped:${userId}:`
  let isClosed = false

  function attempt<Value>(work: (storage: Storage) => Value, otherwise: Value): Value {
    try {
      return work(storage())
    } catch (error) {
      // Local storage is forbidden or full: only the database remains.
      console.debug(error)
      return otherwise
    }
  }

  const put = (prefix: string, value: DroppedDraft) => {
    if (!isClosed)
      attempt(
        (store) => store.setItem(prefix + JSON.stringify(keyOf(value)), JSON.stringify(value)),
        undefined,
      )
  }
  const remove = (prefix: string, key: DraftKey) =>
    attempt((store) => store.removeItem(prefix + JSON.stringify(keyOf(key))), undefined)
  const all = <Value>(prefix: string): Array<Value> =>
    attempt(
      (store) =>
        Object.keys(store)
          .filter((name) => name.startsWith(prefix))
          .map((name) => JSON.parse(store.getItem(name) ?? 'null') as Value),
      [],
    )

  return {
    store: (draft: StoredDraft) => put(stored, draft),
    forget: (key: DraftKey) => remove(stored, key),
    all: () => all<StoredDraft>(stored),
    drop: ({ kind, item, revision, at }: DroppedDraft) =>
      put(dropped, { kind, item, revision, at }),
    forgetDropped: (key: DraftKey) => remove(dropped, key),
    allDropped: () => all<DroppedDraft>(dropped),
    /** Removes all entries and stores no more. */
    forgetAll() {
      isClosed = true
      attempt((store) => {
        for (const name of Object.keys(store))
          if (name.startsWith(stored) || name.startsWith(dropped)) store.removeItem(name)
      }, undefined)
    },
  }
}

export type ClosingDrafts = ReturnType<typeof createClosingDrafts>
