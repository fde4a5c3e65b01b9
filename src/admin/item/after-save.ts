import type { ContentType } from '#domain/content.ts'
import type { MergeText } from '#domain/item/merge-item.ts'
import { isMerged, mergeDraft } from './conflict/item-conflict.ts'
import { changedFields, type DraftValues } from './draft-values.ts'

/** What the screen goes on with after a save. */
export interface AfterSave {
  base: DraftValues
  values: DraftValues
  /** Whether `base` is what the answer holds, so that its revision counts from now on. */
  adopted: boolean
}

/**
 * Joins the answer of a save (`saved`) with what was typed while it was on its way. The save may have merged somebody else's changes in: what was typed
 * meanwhile is then put on top, and where that can't be, it still belongs to the older base, and the next save leaves it to choose (rulings, section 4).
 */
export function afterSave(
  type: ContentType,
  { base, sent, current, saved }: { base: DraftValues; sent: DraftValues; current: DraftValues; saved: DraftValues },
  mergeBodies: MergeText,
): AfterSave {
  if (changedFields(type, sent, current).length === 0) return { base: saved, values: saved, adopted: true }
  if (changedFields(type, sent, saved).length === 0) return { base: saved, values: current, adopted: true }
  const merge = mergeDraft(type, { revision: '', base: sent, theirs: saved, yours: current }, mergeBodies)
  if (isMerged(merge)) return { base: saved, values: merge.merged, adopted: true }
  return { base, values: current, adopted: false }
}
