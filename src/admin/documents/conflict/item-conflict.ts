import type { ContentType } from '#domain/content.ts'
import { sameValue } from '#domain/item/merge-fields.ts'
import { changedMeanwhile, type MergeText, mergeItem } from '#domain/item/merge-item.ts'
import type { MergeChunk } from '#domain/markdown/merge-bodies.ts'
import {
  changedFields,
  type DraftValues,
  type ExactValues,
  fieldsOf,
  formName,
  valuesOf,
} from '../draft-values.ts'
import { fieldLabel, fieldText, ownName } from '../field-words.ts'
import {
  type Conflict,
  type ConflictAnswer,
  conflictOf,
  type Version,
  type Versions,
} from './conflict.ts'

/** The conflict of an item, in the fields of the editor. */
export interface ItemInConflict extends Conflict<DraftValues> {
  type: ContentType
  /** Exact values of `theirs`. */
  exact?: ExactValues
}

const byHand: ReadonlySet<string> = new Set<keyof DraftValues>([
  'title',
  'excerpt',
  'metaDescription',
  'imageAlt',
])

/**
 * Builds the conflict of an item. `mergeBodies` merges two bodies that do not conflict. Fields that
 * are equal on the screen (dates that differ in seconds) get the value of theirs.
 */
export function itemConflict(
  type: ContentType,
  answer: ConflictAnswer,
  timeZone: string,
  mergeBodies: MergeText,
): ItemInConflict {
  const values = (version: Version) => valuesOf(type, version, timeZone)
  const [theirs, yours] = [values(answer.theirs), values(answer.yours)]
  const base = answer.base ? values(answer.base) : theirs
  const named = new Set<string>(answer.conflicts.map(({ key }) => formName(key)))
  const chunks = answer.conflicts.find(({ key }) => key === 'content')?.chunks ?? null
  const versions = {
    revision: answer.theirs.revision,
    base,
    hasBase: answer.base !== null,
    theirs,
    yours,
  }
  return {
    ...prepared(type, answer.message, versions, named, chunks, mergeBodies),
    exact: { publishedAt: answer.theirs.publishedAt },
  }
}

/** Merges in the browser: `yours` is based on `base`, `theirs` is the present version. */
export function mergeDraft(
  type: ContentType,
  versions: Omit<Versions<DraftValues>, 'hasBase'>,
  mergeBodies: MergeText,
): ItemInConflict {
  return prepared(type, changedMeanwhile, { ...versions, hasBase: true }, null, null, mergeBodies)
}

/** Whether the merge has no conflict. */
export const isMerged = ({ conflicts }: ItemInConflict): boolean => conflicts.length === 0

function prepared(
  type: ContentType,
  message: string,
  versions: Versions<DraftValues>,
  /**
   * The conflicting fields that the server names; null for none. Those that are found here are
   * shown in any case.
   */
  named: ReadonlySet<string> | null,
  told: Array<MergeChunk> | null,
  mergeBodies: MergeText,
): ItemInConflict {
  const { base, theirs, yours } = versions
  const mergeText: MergeText = (was, mine, other) =>
    told && mine === yours.content && other === theirs.content
      ? { kind: 'conflict', chunks: told }
      : mergeBodies(was, mine, other)
  const merged = mergeItem(base, yours, theirs, mergeText)
  const keys = new Set([...(named ?? []), ...merged.conflicts.map(({ key }) => key)])
  const fields = fieldsOf[type].filter(
    (field) => field !== 'content' && keys.has(field) && !sameValue(theirs[field], yours[field]),
  )
  const chunks = told ?? merged.conflicts.find(({ key }) => key === 'content')?.chunks
  const own = [...new Set([...Object.keys(theirs.fields), ...Object.keys(yours.fields)])].filter(
    (key) => keys.has(ownName(key)) && !sameValue(theirs.fields[key], yours.fields[key]),
  )
  const conflicts = [
    ...own.map((key) => ({
      key: ownName(key),
      base: base.fields[key],
      yours: yours.fields[key],
      theirs: theirs.fields[key],
    })),
    ...fields.map((key) => ({ key, base: base[key], yours: yours[key], theirs: theirs[key] })),
    ...(chunks
      ? [
          {
            key: 'content',
            base: base.content,
            yours: yours.content,
            theirs: theirs.content,
            chunks,
          },
        ]
      : []),
  ]
  const words = {
    label: (key: string) => fieldLabel(type, key as Exclude<keyof DraftValues, 'content'>),
    text: (value: unknown) => fieldText(value as DraftValues['title']),
    byHand,
  }
  return {
    type,
    ...conflictOf(
      message,
      versions,
      { fields: { ...theirs, ...(merged.fields as Partial<DraftValues>) }, conflicts },
      words,
    ),
  }
}

/**
 * The values to show over the answer of a save (`saved`), with text that was typed during the call.
 * The save may have merged changes of others: then the new text is merged on top. Null when that
 * conflicts: the text stays based on the older version, and the next save shows the conflict
 * (rulings, section 4).
 */
export function afterSave(
  type: ContentType,
  { sent, current, saved }: Record<'sent' | 'current' | 'saved', DraftValues>,
  mergeBodies: MergeText,
): DraftValues | null {
  if (changedFields(type, sent, current).length === 0) return saved
  if (changedFields(type, sent, saved).length === 0) return current
  const merge = mergeDraft(
    type,
    { revision: '', base: sent, theirs: saved, yours: current },
    mergeBodies,
  )
  return isMerged(merge) ? merge.merged : null
}
