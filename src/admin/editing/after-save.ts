import type { ContentType } from '#domain/content.ts'
import type { MergeText } from '#domain/item/merge-item.ts'
import { isMerged, mergeDraft } from '../documents/conflict/item-conflict.ts'
import { changedFields, type DraftValues } from '../documents/draft-values.ts'

/**
 * The values to show over the answer of a save (`saved`), with text that was typed during the call. The save
 * may have merged changes of others: then the new text is merged on top. Null when that conflicts: the text
 * stays based on the older version, and the next save shows the conflict (rulings, section 4).
 */
export function afterSave(
  type: ContentType,
  { sent, current, saved }: Record<'sent' | 'current' | 'saved', DraftValues>,
  mergeBodies: MergeText,
): DraftValues | null {
  if (changedFields(type, sent, current).length === 0) return saved
  if (changedFields(type, sent, saved).length === 0) return current
  const merge = mergeDraft(type, { revision: '', base: sent, theirs: saved, yours: current }, mergeBodies)
  return isMerged(merge) ? merge.merged : null
}
