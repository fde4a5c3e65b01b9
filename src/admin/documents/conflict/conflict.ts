import { isRecord } from '#domain/is-record.ts'
import { decidedItem, type ItemConflict } from '#domain/item/merge-item.ts'
import type { MergeChunk } from '#domain/markdown/merge-bodies.ts'
import { refusalOf } from '../../../api/refusal.ts'
import type { DocumentForm, Version } from '../document-form.ts'
import {
  bodyPlaces,
  bothLists,
  type Choices,
  chosenText,
  decidedValue,
  fieldId,
  type MergePlace,
} from './merge-places.ts'

/** Answer 409 of a write whose file has changed (rulings, section 4). */
export interface ConflictAnswer {
  message: string
  /** The version that the write started from; null when git does not have it. */
  base: Version | null
  theirs: Version & { revision: string }
  yours: Version
  conflicts: Array<{ key: string; yours?: unknown; theirs?: unknown; chunks?: Array<MergeChunk> }>
}

/** The versions of a conflict, in the fields of a screen. */
export interface Versions<Values extends object> {
  /** Revision of `theirs`, on which the result is saved. */
  revision: string
  base: Values
  /** False when git does not have the base; `base` is then `theirs`. */
  hasBase: boolean
  theirs: Values
  yours: Values
}

type FieldWords = Pick<DocumentForm, 'labelOf' | 'textOf' | 'byHand'>

/** A conflict with its state of resolution. Plain JSON. */
export interface Conflict<Values extends object = object> extends Versions<Values> {
  /** `theirs` in the fields of the API; missing for a merge in the browser. */
  version?: Version
  /** Message for the person. */
  message: string
  /** The person's other device that has typed `theirs`; missing for a version in git. */
  device?: string
  /** The merged values; `theirs` in conflicting fields. */
  merged: Values
  /** The conflicting fields; for the body its chunks. */
  conflicts: Array<ItemConflict>
  /** The same as a list of places, fields first. */
  places: Array<MergePlace>
}

/** Parses the body of a 409; null for any other refusal. */
export function conflictAnswer(body: unknown): ConflictAnswer | null {
  if (!isRecord(body)) return null
  const { theirs, yours, conflicts } = body
  const known =
    isRecord(theirs) &&
    isRecord(yours) &&
    Array.isArray(conflicts) &&
    typeof theirs.revision === 'string'
  return known ? (body as unknown as ConflictAnswer) : null
}

/** The conflict in an error, or null. */
export function conflictIn(error: unknown): ConflictAnswer | null {
  const refusal = refusalOf(error)
  const answer = refusal?.status === 409 ? conflictAnswer(refusal.body) : null
  return (
    answer && { ...answer, base: answer.base ?? null, message: refusal?.reason ?? answer.message }
  )
}

/** Builds the conflict of a screen from its versions: what merged, and what is to be chosen. */
export function conflictOf<Values extends object>(
  message: string,
  versions: Versions<Values>,
  { fields, conflicts }: { fields: Values; conflicts: Array<ItemConflict> },
  words: FieldWords,
): Conflict<Values> {
  const { hasBase } = versions
  const places = [
    ...conflicts
      .filter(({ chunks }) => !chunks)
      .map((conflict) => fieldPlace(conflict, hasBase, words)),
    ...conflicts.flatMap(({ chunks }) => (chunks ? bodyPlaces(chunks, hasBase) : [])),
  ]
  return { ...versions, message, merged: fields, conflicts, places }
}

function fieldPlace(
  { key, ...conflict }: ItemConflict,
  hasBase: boolean,
  words: FieldWords,
): MergePlace {
  const both = bothLists(conflict)
  return {
    id: fieldId(key),
    sort: 'field',
    label: words.labelOf(key),
    about: '',
    before: hasBase ? words.textOf(conflict.base) : null,
    yours: words.textOf(conflict.yours),
    theirs: words.textOf(conflict.theirs),
    both: both && words.textOf(both),
    editable: words.byHand.has(key),
    movedBy: null,
    above: '',
    below: '',
  }
}

/** Values to save on `theirs`, according to the choices. */
export function solvedValues<Values extends object>(
  { merged, conflicts }: Pick<Conflict<Values>, 'merged' | 'conflicts'>,
  choices: Choices,
): Values {
  return decidedItem(
    { fields: merged as Record<string, unknown>, conflicts },
    ({ chunks, key, ...versions }) =>
      chunks ? chosenText(chunks, choices) : decidedValue(versions, choices.decided[fieldId(key)]),
  ) as Values
}
