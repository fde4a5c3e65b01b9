import { useRef } from 'react'
import type { ContentType } from '#domain/content.ts'
import type { Work } from '../offline/queue/outgoing.ts'
import { conflictIn } from './conflict/conflict.ts'
import { useWrite } from './use-write.ts'

type Removed = Extract<Work, { kind: 'delete' }>

/**
 * Result of a deletion: done by a commit, queued, or refused because the item has changed; a second call then
 * deletes the changed item.
 */
export type Removal = { kind: 'deleted'; commit: string | null } | { kind: 'queued' } | { kind: 'changed' }

/**
 * Returns a function that deletes an item or a download in the displayed version. It throws the errors of the
 * call, except for a changed item.
 */
export function useRemove(
  type: ContentType | 'downloads',
  { id, title, revision: shown }: { id: number; title: string; revision: string },
): () => Promise<Removal> {
  const revision = useRef(shown)
  const write = useWrite()
  return async () => {
    const work = { kind: 'delete', type, item: id, revision: revision.current } as Removed
    const outcome = await write<{ commit: string | null }>({ title, work })
    if (outcome.kind === 'sent') return { kind: 'deleted', commit: outcome.answer.commit }
    if (outcome.kind === 'queued') return { kind: 'queued' }
    const theirs = conflictIn(outcome.error)?.theirs
    if (!theirs) throw outcome.error
    revision.current = theirs.revision
    return { kind: 'changed' }
  }
}
