import { isRecord } from '../is-record.ts'
import type { MergeChunk, MergedBody } from '../markdown/merge-bodies.ts'
import {
  type FieldConflict,
  type MergedFields,
  type MergeText,
  mergeFields,
  sameValue,
} from './merge-fields.ts'

export type { MergeText }

/**
 * A field that both sides changed to different values. `chunks` are the parts of the text, for the
 * body.
 */
export type ItemConflict = FieldConflict & { chunks?: Array<MergeChunk> }

export interface MergedItem {
  /** The merged fields; conflicting ones have the value of theirs. */
  fields: Record<string, unknown>
  /** The conflicts to resolve; empty when everything merged. */
  conflicts: Array<ItemConflict>
}

type Version = Readonly<Record<string, unknown>>

/**
 * The only three-way merge of the site (rulings, section 4): for items, site files, descriptions of
 * downloads, forms and queued saves. Versions are flat records of JSON values. Fields are merged by
 * key; the field called `text` and the texts of pieces are merged by blocks of Markdown with
 * `mergeText`, which is called only when both sides changed one. Records such as `fields` are
 * merged by key as well. Without a base, every difference is a conflict.
 */
export function mergeItem(
  base: object | null,
  yours: object,
  theirs: object,
  mergeText: MergeText,
  text = 'content',
): MergedItem {
  const merged = nested(
    mergeFields(flatVersion({ ...base }), flatVersion(yours), flatVersion(theirs), mergeText),
    [base, yours, theirs],
  )
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

/**
 * Records whose values are merged by key: the fields that a site adds to items, and those of
 * `site.yaml`. The outer ones come first.
 */
const groups = [
  'fields',
  'theme',
  'theme.colors',
  'theme.fonts',
  'parts',
  'footer',
  'texts',
  'formerCategories',
]

/** A version with the values of the groups beside its fields, as `fields.KEY`. */
export function flatVersion(version: object): Version {
  let all = version as Version
  for (const group of groups) {
    const { [group]: inner, ...named } = all
    if (isRecord(inner))
      all = {
        ...named,
        ...Object.fromEntries(
          Object.entries(inner).map(([key, value]) => [`${group}.${key}`, value]),
        ),
      }
  }
  return all
}

/**
 * The opposite of `flatVersion`, for the result of a merge. A group that is empty now stays where a
 * version had it.
 */
function nested(merged: MergedFields, versions: ReadonlyArray<object | null>): MergedFields {
  let fields = merged.fields
  for (const group of groups.toReversed()) {
    const entries = Object.entries(fields)
    const inner = entries.filter(([key]) => key.startsWith(`${group}.`))
    if (
      inner.length === 0 &&
      !versions.some((version) => version && isRecord((version as Version)[group]))
    )
      continue
    fields = Object.fromEntries(entries.filter(([key]) => !key.startsWith(`${group}.`)))
    fields[group] = Object.fromEntries(
      inner.map(([key, value]) => [key.slice(group.length + 1), value]),
    )
  }
  return { ...merged, fields }
}

/** A conflict of two whole texts without a known base. */
function wholeConflict(yours: string, theirs: string): MergedBody {
  return { kind: 'conflict', chunks: [{ kind: 'conflict', base: '', yours, theirs }] }
}

/**
 * The merged fields with all conflicts resolved: `decide` returns the value of a field, `undefined`
 * for that of theirs.
 */
export function decidedItem(
  { fields, conflicts }: MergedItem,
  decide: (conflict: ItemConflict) => unknown,
): Record<string, unknown> {
  const decided = conflicts.flatMap((conflict) => {
    const value = decide(conflict)
    return value === undefined ? [] : [[conflict.key, value] as const]
  })
  const all = { ...flatVersion(fields), ...Object.fromEntries(decided) }
  return nested({ kind: 'merged', fields: all }, [fields]).fields
}

/** One side's value of a conflicting field; for a text, the merged parts with that side's parts. */
export function sideOf({ chunks, ...values }: ItemConflict, side: 'yours' | 'theirs'): unknown {
  return chunks
    ? chunks.map((chunk) => (chunk.kind === 'agreed' ? chunk.text : chunk[side])).join('')
    : values[side]
}

/** The fields in which `after` differs from `before`. */
export function changedFrom(before: object, after: object): Record<string, unknown> {
  const known = before as Version
  return Object.fromEntries(
    Object.entries(after).filter(([name, value]) => !sameValue(value, known[name])),
  )
}

/** Message of a conflict. */
export const changedMeanwhile =
  'Somebody has changed this meanwhile. Choose what to keep, then save again.'

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
