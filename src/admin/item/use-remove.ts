import { useRef } from 'react'
import type { ContentType } from '#domain/content.ts'
import { deleteItem } from '../../api/content-writes.ts'
import { useAttemptKey } from './attempt-key.ts'
import { conflictIn } from './conflict/conflict.ts'
import { useSendLater } from './use-send-later.ts'

/** Result of a deletion: done by a commit, queued, or refused because the item has changed; a second call then deletes the changed item. */
export type Removal = { kind: 'deleted'; commit: string | null } | { kind: 'queued' } | { kind: 'changed' }

/** Returns a function that deletes an item in the displayed version. It throws the errors of the call, except for a changed item. */
export function useRemove(
  type: ContentType,
  { id, title, revision: shown }: { id: number; title: string; revision: string },
): () => Promise<Removal> {
  const revision = useRef(shown)
  const { sendLater, inTurn } = useSendLater()
  const attemptKey = useAttemptKey()
  return async () => {
    const work = { kind: 'delete', type, item: id, revision: revision.current } as const
    const key = attemptKey.of(work)
    try {
      inTurn(work)
      const { commit } = await deleteItem(type, id, revision.current, { key })
      attemptKey.end()
      return { kind: 'deleted', commit }
    } catch (error) {
      if (await sendLater(error, { key, title, work })) {
        attemptKey.end()
        return { kind: 'queued' }
      }
      const theirs = conflictIn(error)?.theirs
      if (!theirs) throw error
      revision.current = theirs.revision
      return { kind: 'changed' }
    }
  }
}
