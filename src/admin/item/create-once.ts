import type { ContentType } from '#domain/content.ts'
import type { ContentPatch } from '#domain/content-input.ts'
import { newIdempotencyKey } from '../../api/admin-call.ts'
import type { SavedItem } from '../../api/admin-content.ts'
import { createItem, findCreated, findUpdated, updateItem } from '../../api/content-writes.ts'
import { refusalOf } from '../../api/refusal.ts'
import type { ItemCreation, QueuedCreation } from '../offline/queue/outgoing.ts'
import { changesOfCreated } from './created-item.ts'

type Attempt = { key: string; user?: number }

/**
 * Creates an item. When an earlier attempt created it without an answer, that item is changed instead, so that only one exists. Throws the errors of these calls.
 */
export async function createOnce<Type extends ContentType>(
  { type, fields, instead = [] }: Pick<ItemCreation, 'fields' | 'instead'> & { type: Type },
  attempt: Attempt,
): Promise<SavedItem<Type>> {
  let made: { item: SavedItem<Type>; fields: QueuedCreation['fields'] } | null = null
  for (const earlier of instead) {
    const item: SavedItem<Type> | null = await whatCameOf(type, earlier, made, { ...attempt, key: earlier.key })
    if (item) made = { item, fields: earlier.fields }
  }
  if (!made) return createItem(type, fields as ContentPatch, attempt)
  const change = changeOf(made, fields)
  return change ? updateItem(type, made.item.id, { ...attempt, ...change }) : made.item
}

/**
 * Creates a newsletter of a mail: a draft with the date of the mail. `tries` are earlier attempts whose answer never came; `onTry` is called with this one before it
 * is sent. Throws as `createOnce`.
 */
export function createImported(
  issue: {
    title: string
    description: string
    issueNumber: number
    messageId: string
    date: string | null
    markdown: string
  },
  tries: ReadonlyArray<QueuedCreation>,
  onTry: (sent: QueuedCreation) => void,
): Promise<SavedItem<'newsletters'>> {
  const { title, description, issueNumber, messageId, date, markdown } = issue
  const fields = {
    title,
    description,
    issueNumber,
    messageId,
    content: markdown,
    contentFormat: 'markdown' as const,
    draft: true,
    ...(date && { publishedAt: date }),
  } satisfies ContentPatch
  const key = newIdempotencyKey()
  onTry({ key, fields })
  return createOnce({ type: 'newsletters', fields, instead: tries }, { key })
}

/** Sends an earlier attempt again, which returns the item that it created or changed; null when it never reached the server. */
async function whatCameOf<Type extends ContentType>(
  type: Type,
  { fields }: QueuedCreation,
  made: { item: SavedItem<Type>; fields: QueuedCreation['fields'] } | null,
  attempt: Attempt,
): Promise<SavedItem<Type> | null> {
  if (!made) return findCreated(type, fields, attempt)
  const change = changeOf(made, fields)
  return change && findUpdated(type, made.item.id, { ...attempt, ...change })
}

function changeOf(made: { item: { revision: string }; fields: QueuedCreation['fields'] }, fields: ContentFields) {
  const changes = changesOfCreated(made.fields, fields, new Date())
  return changes && { patch: changes.patch, revision: made.item.revision }
}
type ContentFields = Readonly<Record<string, unknown>>

/** The attempts without one that the server refused, which created nothing. Any other may have created the item. */
export function withoutRefused(
  tries: ReadonlyArray<QueuedCreation>,
  key: string,
  error: unknown,
): ReadonlyArray<QueuedCreation> {
  const status = refusalOf(error)?.status ?? 0
  // 409 may mean that the first request with the key is still running.
  const refused = status >= 400 && status < 500 && status !== 409
  return refused ? tries.filter((one) => one.key !== key) : tries
}

/** The attempts that were stored with a draft. */
export function triesIn(attempt: unknown): ReadonlyArray<QueuedCreation> {
  return Array.isArray(attempt) ? (attempt as Array<QueuedCreation>) : []
}
