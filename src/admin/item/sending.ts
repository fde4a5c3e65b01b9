import type { QueryClient } from '@tanstack/react-query'
import { adminCall, callKeyOf } from '../../api/admin-call.ts'
import { contentKeys } from '../../api/admin-content.ts'
import { deleteItem, updateItem } from '../../api/content-writes.ts'
import { isAway, isCrowded, kindOf, refusalOf } from '../../api/refusal.ts'
import { showToast } from '../../ui/show-toast.ts'
import type { Local } from '../offline/local.ts'
import type { Sending } from '../offline/local-provider.tsx'
import type { Outgoing, Sent, SentItem } from '../offline/queue/outgoing.ts'
import { createOnce } from './create-once.ts'

/** Delay in milliseconds before a busy server is tried again, when it names none. */
const laterMs = 15_000
/** The same while the server can't reach what stores the content, or is busy with other saves. */
const awayMs = 4_000

/**
 * Sends an entry of the queue with the same call as its screen. The key makes repeated sends idempotent. `user` is the owner of the queue: the server
 * refuses the request when another user is signed in in this browser.
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
    // A creation has no other version to merge with.
    if (isConflict(refusal.body) && work.kind !== 'create') return { kind: 'conflict', answer: refusal.body }
    const isPersonNeeded = refusal.status === 401 || kindOf(refusal) === 'second-factor'
    if (isPersonNeeded || refusal.status === 429 || refusal.status >= 500)
      return { kind: 'later', after: Date.now() + (isAway(error) || isCrowded(error) ? awayMs : laterMs) }
    // The item is already deleted.
    if (refusal.status === 404 && work.kind === 'delete') return { kind: 'done', item: null }
    if (refusal.status === 404 && work.kind === 'save') return { kind: 'gone' }
    return { kind: 'refused', message: refusal.reason }
  }
}

function isConflict(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'theirs' in body && 'conflicts' in body
}

/** Updates the caches of the screens after an entry was sent, and shows a toast with the result. */
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

/** Connects the queue of this browser with the server. */
export const sending: Sending = { send: sendEntry, onSent: takeSent }
