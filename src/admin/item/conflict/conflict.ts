import { decidedItem, type ItemConflict } from '#domain/item/merge-item.ts'
import type { MergeChunk } from '#domain/markdown/merge-bodies.ts'
import { refusalOf } from '../../../api/request.ts'
import {
  bodyPlaces,
  bothLists,
  type Choices,
  chosenText,
  decidedValue,
  fieldId,
  type MergePlace,
} from './merge-places.ts'

/** A version in a conflict, as the API answers it. */
export type Version = Readonly<Record<string, unknown>>

/** The answer 409 of a write whose file was changed meanwhile (rulings, section 4). */
export interface ConflictAnswer {
  message: string
  /** What the write began from; null when git does not know it. */
  base: Version | null
  theirs: Version & { revision: string }
  yours: Version
  conflicts: Array<{ key: string; yours?: unknown; theirs?: unknown; chunks?: Array<MergeChunk> }>
}

/** The versions of something that both sides changed, in the fields of a screen. */
export interface Versions<Values extends object> {
  /** Of theirs: what the solved version is saved on. */
  revision: string
  base: Values
  /** Whether git knows what was there before; `base` is theirs otherwise. */
  hasBase: boolean
  theirs: Values
  yours: Values
}

/** A conflict as it is solved: plain JSON. */
export interface Conflict<Values extends object = object> extends Versions<Values> {
  /** The sentence for the person who chooses. */
  message: string
  /** Everything that merged by itself; theirs where it did not. */
  merged: Values
  /** The fields to choose from, the body with its parts. */
  conflicts: Array<ItemConflict>
  /** The same as they are shown, fields first. */
  places: Array<MergePlace>
}

/** How a screen names and shows its fields. */
export interface FieldWords {
  label(key: string): string
  text(value: unknown): string
  /** The fields that may also be written by hand; of the others one of the versions is taken. */
  byHand: ReadonlySet<string>
}

/** The conflict in the body of an answer, or null for every other refusal: those only carry a sentence. */
export function conflictAnswer(body: unknown): ConflictAnswer | null {
  if (typeof body !== 'object' || body === null) return null
  const { theirs, yours, conflicts } = body as Partial<ConflictAnswer>
  const known =
    isMap(theirs) && isMap(yours) && Array.isArray(conflicts) && typeof (theirs as Version).revision === 'string'
  return known ? (body as ConflictAnswer) : null
}

/** The conflict that a write was refused with, or null. */
export function conflictIn(error: unknown): ConflictAnswer | null {
  const refusal = refusalOf(error)
  const answer = refusal?.status === 409 ? conflictAnswer(refusal.body) : null
  return answer && { ...answer, base: answer.base ?? null, message: refusal?.reason ?? answer.message }
}

const isMap = (value: unknown) => typeof value === 'object' && value !== null

/** What is to be chosen, and what merged by itself. */
export function conflictOf<Values extends object>(
  message: string,
  versions: Versions<Values>,
  { fields, conflicts }: { fields: Values; conflicts: Array<ItemConflict> },
  words: FieldWords,
): Conflict<Values> {
  const { hasBase } = versions
  const places = [
    ...conflicts.filter(({ chunks }) => !chunks).map((conflict) => fieldPlace(conflict, hasBase, words)),
    ...conflicts.flatMap(({ chunks }) => (chunks ? bodyPlaces(chunks, hasBase) : [])),
  ]
  return { ...versions, message, merged: fields, conflicts, places }
}

function fieldPlace({ key, ...conflict }: ItemConflict, hasBase: boolean, words: FieldWords): MergePlace {
  const both = bothLists(conflict)
  return {
    id: fieldId(key),
    sort: 'field',
    label: words.label(key),
    about: '',
    before: hasBase ? words.text(conflict.base) : null,
    yours: words.text(conflict.yours),
    theirs: words.text(conflict.theirs),
    both: both && words.text(both),
    editable: words.byHand.has(key),
    above: '',
    below: '',
  }
}

/** The values that are saved on theirs, by what was chosen. */
export function solvedValues<Values extends object>(
  { merged, conflicts }: Pick<Conflict<Values>, 'merged' | 'conflicts'>,
  choices: Choices,
): Values {
  return decidedItem({ fields: merged as Record<string, unknown>, conflicts }, ({ chunks, key, ...versions }) =>
    chunks ? chosenText(chunks, choices) : decidedValue(versions, choices.decided[fieldId(key)]),
  ) as Values
}
