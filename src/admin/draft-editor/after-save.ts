import type { ContentType } from '#domain/content.ts'
import { changedFields, type DraftValues } from './draft-values.ts'

/** What the screen goes on with after a save. */
export interface AfterSave {
  base: DraftValues
  values: DraftValues
  /** Whether `base` is what the answer holds, so that its revision counts from now on. */
  adopted: boolean
}

/**
 * Joins the answer of a save (`saved`) with what was typed while it was on its way. The save may have merged somebody else's changes in; what was typed
 * meanwhile then still belongs to the older base, and the next save merges it there (rulings, section 4).
 */
export function afterSave(
  type: ContentType,
  { base, sent, current, saved }: { base: DraftValues; sent: DraftValues; current: DraftValues; saved: DraftValues },
): AfterSave {
  if (changedFields(type, sent, current).length === 0) return { base: saved, values: saved, adopted: true }
  if (changedFields(type, sent, saved).length === 0) return { base: saved, values: current, adopted: true }
  return { base, values: current, adopted: false }
}
