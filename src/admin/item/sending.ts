import type { QueryClient } from '@tanstack/react-query'
import { adminCall, callKeyOf } from '../../api/admin-call.ts'
import { contentKeys, deleteItem, updateItem } from '../../api/admin-content.ts'
import { refusalOf } from '../../api/request.ts'
import { showToast } from '../../ui/show-toast.ts'
import type { Local } from '../offline/local.ts'
import type { Sending } from '../offline/local-provider.tsx'
import type { Outgoing, Sent, SentItem } from '../offline/queue/outgoing.ts'
import { createOnce } from './create-once.ts'

/** How long a server that can't take something now is left alone. */
const laterMs = 15_000

/**
 * Sends an entry as its screen would have; its key makes sure that it is done once, however often it is sent. What somebody has saved never goes out in the
 * name of another one who has signed in at this browser since: `user` is whose queue it is.
 */
async function sendEntry({ work, key }: Outgoing, user: number): Promise<Sent> {
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
          picture: (
            await adminCall('POST /api/media', { form: { alt: work.alt || undefined, file: work.file }, ...attempt })
          ).url,
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

/** Lets the screens know what the server has made of an entry, and tells the person where it ended. */
function takeSent(queries: QueryClient, local: Local, { work, title }: Outgoing, sent: Sent): void {
  if (sent.kind === 'conflict' || sent.kind === 'refused' || sent.kind === 'gone') {
    const description = {
      conflict: 'Somebody has changed the same. Choose what to keep.',
      gone: 'Somebody has deleted it. Your text is still here.',
      refused: sent.kind === 'refused' ? sent.message : '',
    }[sent.kind]
    void showToast({ title: `“${title}” could not be saved`, description, variant: 'destructive' })
  }
  if (sent.kind !== 'done') return
  if (work.kind === 'upload') void queries.invalidateQueries({ queryKey: callKeyOf('GET /api/media') })
  else {
    if (sent.item && work.kind === 'save' && typeof work.item === 'number')
      queries.setQueryData(contentKeys.item(work.type, work.item), sent.item)
    void queries.invalidateQueries({
      queryKey: contentKeys.all(work.type),
      predicate: ({ queryKey: [, part] }) => typeof part !== 'number',
    })
  }
  const left = local.outbox.entries().filter(({ key }) => key !== '').length
  if (left <= 1) void showToast({ title: 'Sent', description: 'Everything that waited on this device is saved.' })
}

/** How the queue of this browser reaches the server. */
export const sending: Sending = { send: sendEntry, onSent: takeSent }
