import { useRef } from 'react'
import type { ContentType } from '#domain/content.ts'
import { deleteItem } from '../../api/admin-content.ts'
import { useAttemptKey } from './attempt.ts'
import { conflictIn } from './conflict/conflict.ts'
import { useSendLater } from './use-send-later.ts'

/** How a deletion ended: made, in the queue of this device, or met by a change; deleting again then deletes what that has made. */
export type Removal = 'deleted' | 'queued' | 'changed'

/** Deletes an item as it was shown. What is answered throws as the call does, but for a change that it met. */
export function useRemove(
  type: ContentType,
  { id, title, revision: shown }: { id: number; title: string; revision: string },
): () => Promise<Removal> {
  const revision = useRef(shown)
  const { sendLater, inTurn } = useSendLater()
  const keyOf = useAttemptKey()
  return async () => {
    const work = { kind: 'delete', type, item: id, revision: revision.current } as const
    const key = keyOf(work)
    try {
      inTurn(work)
      await deleteItem(type, id, revision.current, { key })
      return 'deleted'
    } catch (error) {
      if (await sendLater(error, { key, title, work })) return 'queued'
      const theirs = conflictIn(error)?.theirs
      if (!theirs) throw error
      revision.current = theirs.revision
      return 'changed'
    }
  }
}
