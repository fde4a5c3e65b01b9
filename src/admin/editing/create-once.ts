import type { ContentType } from '#domain/content.ts'
import type { ContentPatch } from '#domain/content-input.ts'
import type { SavedItem } from '../../api/admin-content.ts'
import { createItem, findCreated, findUpdated, updateItem } from '../../api/content-writes.ts'
import type { ItemCreation, QueuedCreation } from '../documents/queue/outgoing.ts'
import { changesOfCreated } from './created-item.ts'

type Attempt = { key: string; user?: number }

/** What an attempt has made: the item, and the fields that it was sent. */
interface MadeItem {
  item: SavedItem<ContentType>
  fields: QueuedCreation['fields']
}

/**
 * Creates an item. When an earlier attempt, which was taken back from the queue, has created it, that item is
 * changed instead, so that only one exists. Throws the errors of these calls.
 */
export async function createOnce(
  { type, fields, instead = [] }: ItemCreation,
  attempt: Attempt,
): Promise<SavedItem<ContentType>> {
  let made: MadeItem | null = null
  for (const earlier of instead) {
    const item: MadeItem['item'] | null = await whatCameOf(type, earlier, made, { ...attempt, key: earlier.key })
    if (item) made = { item, fields: earlier.fields }
  }
  if (!made) return createItem(type, fields as ContentPatch, attempt)
  const change = changeOf(made, fields)
  return change ? updateItem(type, made.item.id, { ...attempt, ...change }) : made.item
}

/**
 * Sends an earlier attempt again, which returns the item that it created or changed; null when it never
 * reached the server.
 */
async function whatCameOf(
  type: ContentType,
  { fields }: QueuedCreation,
  made: MadeItem | null,
  attempt: Attempt,
): Promise<MadeItem['item'] | null> {
  if (!made) return findCreated(type, fields, attempt)
  const change = changeOf(made, fields)
  return change && findUpdated(type, made.item.id, { ...attempt, ...change })
}

function changeOf({ item, fields: before }: MadeItem, fields: QueuedCreation['fields']) {
  const changes = changesOfCreated(before, fields, new Date())
  return changes && { patch: changes.patch, revision: item.revision }
}
