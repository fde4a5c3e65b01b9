import type { ContentType } from '#domain/content.ts'
import { sameValue } from '#domain/item/merge-fields.ts'
import type { Outgoing } from '../offline/queue/outgoing.ts'
import { changedFields, type DraftValues, type ExactValues, patchOf } from './draft-values.ts'

/** A save whose answer never came: the server may have made it or not. Its key lets it be asked for again. Plain JSON. */
export interface Attempt {
  key: string
  revision: string
  base: DraftValues
  sent: DraftValues
  exact?: ExactValues
}

/** Whether a version of the item holds everything that the attempt would have saved. */
export function holds(type: ContentType, { base, sent }: Attempt, version: DraftValues): boolean {
  return changedFields(type, base, sent).every((field) => sameValue(version[field], sent[field]))
}

/** A save as an entry of the queue; null when it changes nothing. */
export function entryOf(
  type: ContentType,
  item: number,
  { key, revision, base, sent, exact }: Attempt,
  timeZone: string,
): Pick<Outgoing, 'key' | 'title' | 'work'> | null {
  const patch = patchOf(type, base, sent, timeZone, exact)
  const from = patchOf(type, sent, base, timeZone, exact) ?? {}
  return patch && { key, title: sent.title, work: { kind: 'save', type, item, revision, patch, from } }
}
