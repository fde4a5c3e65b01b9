import type { MergeChunk, MergedBody } from '../markdown/merge-bodies.ts'
import { type FieldConflict, mergeFields, sameValue } from './merge-fields.ts'

/** Merges two edits of one Markdown text by block: `mergeBodies`, or its answer when that was computed elsewhere. */
export type MergeText = (base: string, yours: string, theirs: string) => MergedBody

/** A field that both sides changed to different values. `chunks` are the parts of the text, for the field that holds it. */
export type ItemConflict = FieldConflict & { chunks?: Array<MergeChunk> }

export interface MergedItem {
  /** All fields as they merged; those in conflict have the value of theirs. */
  fields: Record<string, unknown>
  /** What a person has to choose; empty when everything merged. */
  conflicts: Array<ItemConflict>
}

type Version = Readonly<Record<string, unknown>>

/**
 * The one merge of the site (rulings, section 4): items, site files, descriptions of downloads, forms over any of them, and saves that wait. Versions are flat
 * records of JSON values. Fields merge by key; the field called `text` merges by block of Markdown, and `mergeText` is called for it only when both sides
 * changed it. Without a base, whatever differs is a conflict.
 */
export function mergeItem(
  base: object | null,
  yours: object,
  theirs: object,
  mergeText: MergeText,
  text = 'content',
): MergedItem {
  const merged = mergeFields({ ...base }, yours as Version, theirs as Version)
  const conflicts: Array<ItemConflict> = merged.kind === 'conflict' ? merged.conflicts : []
  const at = conflicts.findIndex(({ key }) => key === text)
  const texts = conflicts[at]
  if (!texts) return { fields: merged.fields, conflicts }
  const body = base
    ? mergeText(textOf(texts.base), textOf(texts.yours), textOf(texts.theirs))
    : wholeConflict(textOf(texts.yours), textOf(texts.theirs))
  if (body.kind === 'conflict')
    return {
      fields: merged.fields,
      conflicts: conflicts.with(at, { ...texts, base: texts.base ?? null, chunks: body.chunks }),
    }
  return { fields: { ...merged.fields, [text]: body.text }, conflicts: conflicts.toSpliced(at, 1) }
}

/** Two texts of which it is not known what they have in common. */
function wholeConflict(yours: string, theirs: string): MergedBody {
  return { kind: 'conflict', chunks: [{ kind: 'conflict', base: '', yours, theirs }] }
}

/** The merged fields with every conflict decided: `decide` answers the value of a field, `undefined` for that of theirs. */
export function decidedItem(
  { fields, conflicts }: MergedItem,
  decide: (conflict: ItemConflict) => unknown,
): Record<string, unknown> {
  const decided = conflicts.flatMap((conflict) => {
    const value = decide(conflict)
    return value === undefined ? [] : [[conflict.key, value] as const]
  })
  return { ...fields, ...Object.fromEntries(decided) }
}

/** The value of a field in conflict on one side; of a text, what merged and that side's parts. */
export function sideOf({ chunks, ...values }: ItemConflict, side: 'yours' | 'theirs'): unknown {
  return chunks ? chunks.map((chunk) => (chunk.kind === 'agreed' ? chunk.text : chunk[side])).join('') : values[side]
}

/** The fields in which a version differs from another. */
export function changedFrom(before: object, after: object): Record<string, unknown> {
  const known = before as Version
  return Object.fromEntries(Object.entries(after).filter(([name, value]) => !sameValue(value, known[name])))
}

/** The sentence for a person who has to choose. */
export const changedMeanwhile = 'Somebody has changed this meanwhile. Choose what to keep, then save again.'

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
