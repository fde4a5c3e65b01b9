import { deleteItem, updateItem } from '../../../api/admin-content.ts'
import { uploadPicture } from '../../../api/media.ts'
import { refusalOf } from '../../../api/request.ts'
import { createOnce } from './create-once.ts'
import type { Outgoing, Sent, SentItem } from './outgoing.ts'

/** How long a server that can't take something now is left alone. */
const laterMs = 15_000

/**
 * Sends an entry as its screen would have; its key makes sure that it is done once, however often it is sent. What somebody has saved never goes out in the
 * name of another one who has signed in at this browser since: `user` is whose queue it is.
 */
export async function sendEntry({ work, key }: Outgoing, user: number): Promise<Sent> {
  const attempt = { key, user }
  try {
    switch (work.kind) {
      case 'save': {
        const { type, item, patch, revision } = work
        if (typeof item === 'string') return { kind: 'refused', message: 'What this belongs to was never created.' }
        return {
          kind: 'done',
          item: (await updateItem(type, item, { patch, revision, ...attempt })) as unknown as SentItem,
        }
      }
      case 'create':
        return {
          kind: 'done',
          item: (await createOnce(work, attempt)) as unknown as SentItem,
        }
      case 'delete':
        await deleteItem(work.type, work.item, work.revision ?? undefined, attempt)
        return { kind: 'done', item: null }
      case 'upload':
        return {
          kind: 'done',
          item: null,
          picture: (await uploadPicture(work.file, { alt: work.alt, ...attempt })).url,
        }
    }
  } catch (error) {
    const refusal = refusalOf(error)
    if (!refusal) return { kind: 'unreachable' }
    // What is to be created has no version to choose from.
    if (isConflict(refusal.body) && work.kind !== 'create') return { kind: 'conflict', answer: refusal.body }
    if (refusal.status === 401 || refusal.status === 429 || refusal.status >= 500)
      return { kind: 'later', after: Date.now() + laterMs }
    // What was to be deleted is deleted.
    if (refusal.status === 404 && work.kind === 'delete') return { kind: 'done', item: null }
    if (refusal.status === 404 && work.kind === 'save') return { kind: 'gone' }
    return { kind: 'refused', message: refusal.reason }
  }
}

function isConflict(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'theirs' in body && 'conflicts' in body
}

/** Whether a call failed for want of an answer, so that it may be sent again later with the same key. */
export function isUnreachable(error: unknown): boolean {
  for (let one = error; one instanceof Error; one = one.cause)
    if (one instanceof TypeError) return refusalOf(error) === null
  return false
}
