import type { ContentType } from '#domain/content.ts'
import { sameValue } from '#domain/item/merge-fields.ts'
import { type MergeText, mergeItem } from '#domain/item/merge-item.ts'
import type { MergeChunk } from '#domain/markdown/merge-bodies.ts'
import { type DraftValues, type ExactValues, fieldsOf, type ItemVersion, valuesOf } from '../draft-values.ts'
import { fieldLabel, fieldText } from '../field-words.ts'
import {
  bodyPlaces,
  bothLists,
  type Choices,
  chosenText,
  decidedValue,
  fieldId,
  type MergePlace,
} from './merge-places.ts'

/** Texts that can also be written by hand; of the others one of the versions is taken. */
const written: ReadonlySet<keyof DraftValues> = new Set(['title', 'excerpt', 'metaDescription', 'imageAlt'])

/** The answer 409 of a write whose item was changed meanwhile (rulings, section 4). */
export interface ConflictAnswer {
  message: string
  base: ItemVersion | null
  theirs: ItemVersion & { revision?: string }
  yours: ItemVersion
  conflicts: Array<{ key: string; chunks?: Array<MergeChunk> }>
}

/** A conflict as it is solved: plain JSON, so that it can be kept. */
export interface ConflictDraft {
  type: ContentType
  /** Of theirs: what the solved item is saved on. */
  revision: string
  base: DraftValues
  /** Whether git knows what was there before; `base` is theirs otherwise. */
  hasBase: boolean
  theirs: DraftValues
  yours: DraftValues
  /** Of theirs. */
  exact?: ExactValues
  /** Everything that merged by itself; theirs where it did not. */
  merged: DraftValues
  /** The fields to choose from, without the body. */
  fields: Array<Exclude<keyof DraftValues, 'content'>>
  /** The parts of the body; null when the body is in no conflict. */
  chunks: Array<MergeChunk> | null
}

/** Whether an answer's body is that of a conflict with versions to choose from; other 409 answers only carry a sentence. */
export function isConflictAnswer(body: unknown): body is ConflictAnswer {
  if (typeof body !== 'object' || body === null) return false
  const { theirs, yours, conflicts } = body as Partial<ConflictAnswer>
  return (
    typeof theirs === 'object' &&
    typeof yours === 'object' &&
    Array.isArray(conflicts) &&
    typeof theirs?.revision === 'string'
  )
}

/**
 * Prepares what is to be chosen. `mergeBodies` merges bodies that both changed without a conflict. Fields of which the screen sees no difference (seconds
 * of a date) are theirs.
 */
export function conflictDraft(
  type: ContentType,
  answer: ConflictAnswer,
  timeZone: string,
  mergeBodies: MergeText,
): ConflictDraft {
  const values = (version: ItemVersion) => valuesOf(type, version, timeZone)
  const [theirs, yours] = [values(answer.theirs), values(answer.yours)]
  const base = answer.base ? values(answer.base) : theirs
  const keys = new Set(
    answer.conflicts.map(({ key }) => (type === 'newsletters' && key === 'description' ? 'excerpt' : key)),
  )
  const told = answer.conflicts.find(({ key }) => key === 'content')?.chunks ?? null
  const hasBase = answer.base !== null
  return prepared(
    {
      ...{ type, revision: answer.theirs.revision ?? '', base, hasBase, theirs, yours },
      exact: { publishedAt: answer.theirs.publishedAt },
    },
    keys,
    told,
    mergeBodies,
  )
}

/** The same, made here: `yours` began from `base`, and `theirs` is what the file has become meanwhile. */
export function mergeDraft(
  versions: Pick<ConflictDraft, 'type' | 'revision' | 'base' | 'theirs' | 'yours'>,
  mergeBodies: MergeText,
): ConflictDraft {
  return prepared({ ...versions, hasBase: true }, null, null, mergeBodies)
}

/** Whether everything was put together without a question. */
export const isMerged = ({ fields, chunks }: ConflictDraft): boolean => fields.length === 0 && chunks === null

function prepared(
  versions: Pick<ConflictDraft, 'type' | 'revision' | 'base' | 'hasBase' | 'theirs' | 'yours' | 'exact'>,
  /** The fields that the server names, or null to find them here. */
  named: ReadonlySet<string> | null,
  told: Array<MergeChunk> | null,
  mergeBodies: MergeText,
): ConflictDraft {
  const { type, base, theirs, yours } = versions
  const mergeText: MergeText = told ? () => ({ kind: 'conflict', chunks: told }) : mergeBodies
  const merged = mergeItem(base, yours, theirs, mergeText)
  const keys = named ?? new Set(merged.conflicts.map(({ key }) => key))
  const fields = fieldsOf[type].filter(
    (field): field is Exclude<keyof DraftValues, 'content'> =>
      field !== 'content' && keys.has(field) && !sameValue(theirs[field], yours[field]),
  )
  return {
    ...versions,
    merged: { ...theirs, ...(merged.fields as Partial<DraftValues>) },
    fields,
    chunks: told ?? merged.conflicts.find(({ key }) => key === 'content')?.chunks ?? null,
  }
}

/** The places to choose from: fields as the screen names them, then the parts of the body. */
export function placesOf({ type, base, hasBase, yours, theirs, fields, chunks }: ConflictDraft): Array<MergePlace> {
  return [
    ...fields.map((field): MergePlace => {
      const versions = { base: hasBase ? base[field] : undefined, yours: yours[field], theirs: theirs[field] }
      const both = bothLists(versions)
      return {
        id: fieldId(field),
        sort: 'field',
        label: fieldLabel(type, field),
        about: '',
        before: hasBase ? fieldText(base[field]) : null,
        yours: fieldText(yours[field]),
        theirs: fieldText(theirs[field]),
        both: both && fieldText(both),
        editable: written.has(field),
        above: '',
        below: '',
      }
    }),
    ...bodyPlaces(chunks ?? [], hasBase),
  ]
}

/** The values that are saved on theirs. */
export function solvedValues(conflict: ConflictDraft, choices: Choices): DraftValues {
  const { base, yours, theirs, merged, fields, chunks } = conflict
  const decided = fields.map((field) => [
    field,
    decidedValue({ base: base[field], yours: yours[field], theirs: theirs[field] }, choices.decided[fieldId(field)]),
  ])
  return {
    ...merged,
    ...(Object.fromEntries(decided) as Partial<DraftValues>),
    ...(chunks && { content: chosenText(chunks, choices) }),
  }
}
