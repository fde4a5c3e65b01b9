import type { ContentType } from '#domain/content.ts'
import type { AdminItem } from '../../api/admin-content.ts'
import type { KeptDraft } from '../offline/kept-draft.ts'
import { carriedOver } from '../offline/kept-format.ts'
import type { Attempt } from './attempt.ts'
import { changedFields, type DraftValues, valuesOf } from './draft-values.ts'

/** What an earlier visit has left behind, as far as this screen can read it. */
export type Restored = KeptDraft<DraftValues>

/**
 * The draft that an editor begins with, or null for one that says just what the file says. What another version of the screen has written is carried over: fields that
 * it did not know are the file's.
 */
export function restoredDraft(
  type: ContentType,
  item: AdminItem,
  kept: KeptDraft | null,
  timeZone: string,
): Restored | null {
  const file = valuesOf(type, item, timeZone)
  const read = kept && carriedOver(file, kept.base, kept.values)
  if (!read || changedFields(type, file, read.values).length === 0) return null
  const { attempt, ...rest } = kept
  const lost = carriedAttempt(file, attempt)
  return { ...rest, ...read, ...(lost && { attempt: lost }) }
}

/** A save whose answer never came, in the shape of the fields. */
function carriedAttempt(file: DraftValues, attempt: unknown): Attempt | null {
  if (typeof attempt !== 'object' || attempt === null) return null
  const { key, revision, base, sent, exact } = attempt as Partial<Attempt>
  const read = carriedOver(file, base, sent)
  if (!read || typeof key !== 'string' || typeof revision !== 'string') return null
  return { key, revision, base: read.base, sent: read.values, ...(exact && { exact }) }
}
