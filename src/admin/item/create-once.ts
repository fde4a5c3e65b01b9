import type { ContentType } from '#domain/content.ts'
import type { ContentPatch } from '#domain/content-input.ts'
import type { SavedItem } from '../../api/admin-content.ts'
import { createItem, findCreated, findUpdated, updateItem } from '../../api/content-writes.ts'
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

/** The attempts that were stored with a draft. */
export function triesIn(attempt: unknown): ReadonlyArray<QueuedCreation> {
  return Array.isArray(attempt) ? (attempt as Array<QueuedCreation>) : []
}
