import type { ContentPatch } from '#domain/content-input.ts'
import { createItem, findCreated, updateItem } from '../../../api/admin-content.ts'
import { changesOfCreated } from '../../creator/created-item.ts'
import type { Work } from './outgoing.ts'

/**
 * Creates an item. Where an earlier creation of it was taken back, but had reached the server unseen, that item is changed instead: one comes of both.
 * Throws as those calls do.
 */
export async function createOnce(
  { type, fields, instead = [] }: Extract<Work, { kind: 'create' }>,
  attempt: { key: string; user?: number },
) {
  for (const earlier of instead) {
    const made = await findCreated(type, earlier.fields, { ...attempt, key: earlier.key })
    if (!made) continue
    const changes = changesOfCreated(earlier.fields, fields, new Date())
    return changes ? updateItem(type, made.id, { ...attempt, patch: changes.patch, revision: made.revision }) : made
  }
  return createItem(type, fields as ContentPatch, attempt)
}
