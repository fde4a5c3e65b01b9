import { useCallback, useRef } from 'react'
import type { ContentType } from '#domain/content.ts'
import { sameValue } from '#domain/item/merge-fields.ts'
import type { MergeText } from '#domain/item/merge-item.ts'
import { newIdempotencyKey } from '../../api/admin-request.ts'
import type { Outgoing } from '../offline/queue/outgoing.ts'
import { isMerged, mergeDraft } from './conflict/item-conflict.ts'
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

/**
 * The key of what is sent: the same sent again is the same attempt, so that a lost answer does not make two commits. With the name of a draft, that holds
 * also after a crash: a second send of the same draft gets the answer that was lost.
 */
export function useAttemptKey(draft: string | null = null): (sent: unknown) => string {
  const attempt = useRef<{ sent: string; key: string } | null>(null)
  return useCallback(
    (what) => {
      const sent = JSON.stringify(what)
      const fresh = () => (draft === null ? newIdempotencyKey() : `${draft}-${digestOf(sent)}`)
      if (attempt.current?.sent !== sent) attempt.current = { sent, key: fresh() }
      return attempt.current.key
    },
    [draft],
  )
}

/** Tells the few texts apart that one draft is sent with; no secret depends on it. */
function digestOf(text: string): string {
  let [high, low] = [0xdeadbeef, 0x41c6ce57]
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    high = Math.imul(high ^ code, 2654435761)
    low = Math.imul(low ^ code, 1597334677)
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909)
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909)
  return (high >>> 0).toString(16).padStart(8, '0') + (low >>> 0).toString(16).padStart(8, '0')
}

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
