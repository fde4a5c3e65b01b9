import { useRef } from 'react'
import { conflictIn } from '../documents/conflict/conflict.ts'
import type { Work } from '../documents/queue/outgoing.ts'
import { useWrite } from './use-write.ts'

/**
 * Says that a document has changed since it was shown; `verb` is the button that removes it all the
 * same.
 */
export const changedSince = (verb: string) =>
  `Somebody has changed this meanwhile. Press ${verb} again to ${verb.toLowerCase()} it all the same.`

type Removed = Extract<Work, { kind: 'delete' }>

/**
 * Result of a deletion: done by a commit, queued, or refused because the item has changed; a second
 * call then deletes the changed item.
 */
export type Removal =
  | { kind: 'deleted'; commit: string | null }
  | { kind: 'queued' }
  | { kind: 'changed' }

/**
 * Returns a function that deletes a document in the displayed version. It throws the errors of the
 * call, except for a changed item.
 */
export function useRemove(
  type: Removed['type'],
  { id, title, revision: shown }: { id: number | string; title: string; revision: string | null },
): () => Promise<Removal> {
  const revision = useRef(shown)
  const write = useWrite()
  return async () => {
    const work = { kind: 'delete', type, item: id, revision: revision.current } as Removed
    try {
      const outcome = await write<{ commit: string | null }>({ title, work })
      return outcome.kind === 'sent' ? { kind: 'deleted', ...outcome.answer } : outcome
    } catch (error) {
      const theirs = conflictIn(error)?.theirs
      if (!theirs) throw error
      revision.current = theirs.revision
      return { kind: 'changed' }
    }
  }
}
