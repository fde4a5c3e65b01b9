import type { ContentType } from '#domain/content.ts'
import type { ContentPatch } from '#domain/content-input.ts'
import { type AdminItem, createItem, findCreated, findUpdated, updateItem } from '../../api/admin-content.ts'
import { refusalOf } from '../../api/request.ts'
import type { QueuedCreation, Work } from '../offline/queue/outgoing.ts'
import { changesOfCreated } from './created-item.ts'

type Attempt = { key: string; user?: number }

/**
 * Creates an item. Where an earlier try of it had reached the server unseen, that item is changed instead: one comes of all. Throws as those calls do.
 */
export async function createOnce<Type extends ContentType>(
  { type, fields, instead = [] }: Pick<Extract<Work, { kind: 'create' }>, 'fields' | 'instead'> & { type: Type },
  attempt: Attempt,
): Promise<AdminItem<Type>> {
  let made: { item: AdminItem<Type>; fields: QueuedCreation['fields'] } | null = null
  for (const earlier of instead) {
    const item: AdminItem<Type> | null = await whatCameOf(type, earlier, made, { ...attempt, key: earlier.key })
    if (item) made = { item, fields: earlier.fields }
  }
  if (!made) return createItem(type, fields as ContentPatch, attempt)
  const change = changeOf(made, fields)
  return change ? updateItem(type, made.item.id, { ...attempt, ...change }) : made.item
}

/** What an earlier try has made: the item, or a change of the one that a try before it had made. Null when it never reached the server. */
async function whatCameOf<Type extends ContentType>(
  type: Type,
  { fields }: QueuedCreation,
  made: { item: AdminItem<Type>; fields: QueuedCreation['fields'] } | null,
  attempt: Attempt,
): Promise<AdminItem<Type> | null> {
  if (!made) return findCreated(type, fields, attempt)
  const change = changeOf(made, fields)
  return change && findUpdated(type, made.item.id, { ...attempt, ...change })
}

function changeOf(made: { item: { revision: string }; fields: QueuedCreation['fields'] }, fields: ContentFields) {
  const changes = changesOfCreated(made.fields, fields, new Date())
  return changes && { patch: changes.patch, revision: made.item.revision }
}
type ContentFields = Readonly<Record<string, unknown>>

/** The tries of one creation, without one that the server has refused: nothing came of that. Any other may have been made unseen. */
export function withoutRefused(
  tries: ReadonlyArray<QueuedCreation>,
  key: string,
  error: unknown,
): ReadonlyArray<QueuedCreation> {
  const status = refusalOf(error)?.status ?? 0
  // 409 is also what a second request is told while the first one is under way.
  const refused = status >= 400 && status < 500 && status !== 409
  return refused ? tries.filter((one) => one.key !== key) : tries
}

/** The tries that a draft was kept with. */
export function triesIn(attempt: unknown): ReadonlyArray<QueuedCreation> {
  return Array.isArray(attempt) ? (attempt as Array<QueuedCreation>) : []
}
