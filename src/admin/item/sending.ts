import type { QueryClient } from '@tanstack/react-query'
import { adminCall, callKeyOf } from '../../api/admin-call.ts'
import { contentKeys } from '../../api/admin-content.ts'
import { deleteItem, updateItem } from '../../api/content-writes.ts'
import { isAway, isCrowded, kindOf, refusalOf } from '../../api/refusal.ts'
import { showToast } from '../../ui/show-toast.ts'
import type { Local } from '../offline/local.ts'
import type { Sending } from '../offline/local-provider.tsx'
import { isFileWork, type Outgoing, type Sent, type SentItem, type Work } from '../offline/queue/outgoing.ts'
import { creationOf } from '../offline/queue/queue-rules.ts'
import { createOnce } from './create-once.ts'

type Done = Extract<Sent, { kind: 'done' }>

/** Delay in milliseconds before a busy server is tried again, when it names none. */
const laterMs = 15_000
/** The same while the server can't reach what stores the content, or is busy with other saves. */
const awayMs = 4_000

/**
 * Sends an entry of the queue with the same call as its screen. The key makes repeated sends idempotent. `user` is the owner of the queue: the server
 * refuses the request when another user is signed in in this browser.
 */
export async function sendEntry({ work, key }: Outgoing, user: number): Promise<Sent> {
  if (work.kind === 'save' && creationOf(work) !== null)
    return { kind: 'refused', message: 'What this belongs to was never created.' }
  try {
    return { kind: 'done', ...(await carryOut(work, { key, user })) }
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

/** Makes the call of a write, and returns what it saved. */
async function carryOut(work: Work, attempt: { key: string; user: number }): Promise<Omit<Done, 'kind'>> {
  if (work.kind === 'upload') {
    const { alt, file } = work
    const { url } = await adminCall('POST /api/media', { form: { alt: alt || undefined, file }, ...attempt })
    return { item: null, picture: url }
  }
  if (isFileWork(work)) {
    // Its registry has the texts of whole sites; few queues have files.
    const { removeFile, sendFile, sentVersion } = await import('./file-documents.ts')
    if (work.kind === 'delete') {
      await removeFile(work, attempt)
      return { item: null }
    }
    return { item: sentVersion(work, await sendFile(work, attempt)) }
  }
  if (work.kind === 'create') return { item: (await createOnce(work, attempt)) as unknown as SentItem }
  const { type, item } = work
  if (work.kind === 'delete') {
    await deleteItem(type, work.item, work.revision ?? undefined, attempt)
    return { item: null }
  }
  const { patch, revision } = work
  return { item: (await updateItem(type, Number(item), { patch, revision, ...attempt })) as unknown as SentItem }
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
  else if (isFileWork(work)) void queries.invalidateQueries({ queryKey: [`/api/${work.type}`] })
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
