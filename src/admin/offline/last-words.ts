import { type DraftKey, type KeptDraft, keyOf } from './kept-draft.ts'

const prefixOf = (userId: number) => `session-notes:last-words:${userId}:`

/**
 * What is typed in the very moment in which a page goes: a database may be cut off then, this storage writes at once. It holds each draft only until the
 * database has it.
 */
export function createLastWords(userId: number, storage: () => Storage) {
  const prefix = prefixOf(userId)
  let silent = false
  const nameOf = (key: DraftKey) => prefix + JSON.stringify(keyOf(key))

  function attempt<Value>(work: (storage: Storage) => Value, otherwise: Value): Value {
    try {
      return work(storage())
    } catch (error) {
      // Forbidden or full: the database is the place that counts.
      console.debug(error)
      return otherwise
    }
  }

  return {
    say(draft: KeptDraft) {
      if (!silent) attempt((store) => store.setItem(nameOf(draft), JSON.stringify(draft)), undefined)
    },
    forget: (key: DraftKey) => attempt((store) => store.removeItem(nameOf(key)), undefined),
    /** Removes all of them, and hears no more. */
    forgetAll() {
      silent = true
      attempt((store) => {
        for (const name of Object.keys(store)) if (name.startsWith(prefix)) store.removeItem(name)
      }, undefined)
    },
    heard: (): Array<KeptDraft> =>
      attempt(
        (store) =>
          Object.keys(store)
            .filter((name) => name.startsWith(prefix))
            .map((name) => JSON.parse(store.getItem(name) ?? 'null') as KeptDraft),
        [],
      ),
  }
}

export type LastWords = ReturnType<typeof createLastWords>
