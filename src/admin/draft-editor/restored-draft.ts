import type { ContentType } from '#domain/content.ts'
import { sameValue } from '#domain/merge-fields.ts'
import type { AdminItem } from '../../api/admin-content.ts'
import type { KeptDraft } from '../local/kept-draft.ts'
import { changedFields, type DraftValues, valuesOf } from './draft-values.ts'

/** What an earlier visit has left behind, as far as this screen can read it. */
export type Restored = KeptDraft<DraftValues>

/**
 * The draft that an editor begins with, or null: what another version of the screen has written is not taken, and neither is one that says just what the
 * file says.
 */
export function restoredDraft(
  type: ContentType,
  item: AdminItem,
  kept: KeptDraft | null,
  timeZone: string,
): Restored | null {
  const file = valuesOf(type, item, timeZone)
  if (!kept || !hasShape(file, kept.base) || !hasShape(file, kept.values)) return null
  return changedFields(type, file, kept.values).length === 0 ? null : { ...kept, base: kept.base, values: kept.values }
}

/** Whether a value has the same keys as another, of the same kinds. */
function hasShape<Values extends object>(sample: Values, value: unknown): value is Values {
  if (typeof value !== 'object' || value === null) return false
  const kinds = (one: object) =>
    Object.entries(one)
      .map(([key, part]) => `${key} ${Array.isArray(part) ? 'list' : typeof part}`)
      .sort()
  return sameValue(kinds(sample), kinds(value))
}
