import type { MergeChunk, MergedBody } from '#domain/markdown/merge-bodies.ts'
import { type FieldConflict, mergeFields, sameValue } from '#domain/merge-fields.ts'
import type { TextWork } from '../markdown/text-work.ts'
import type { FieldValues } from './field-values.ts'

/** What an item says: its fields and its body. */
export interface Version {
  fields: FieldValues
  markdown: string
}

export type Conflict =
  | FieldConflict
  | { key: 'content'; base: string | null; yours: string; theirs: string; chunks: Array<MergeChunk> }

export type MergedItem =
  /** `changed` are the fields in which the result differs from theirs. */
  | { kind: 'merged'; changed: Record<string, unknown>; markdown: string }
  | { kind: 'conflict'; conflicts: Array<Conflict> }

/**
 * Merges an edit that started from `base` onto `theirs`, by field and by block (rulings, section 4). Without a base, whatever differs is a conflict.
 */
export async function mergeItem(
  base: Version | null,
  yours: Version,
  theirs: Version,
  texts: Pick<TextWork, 'merge'>,
): Promise<MergedItem> {
  const merged = mergeFields(base?.fields ?? {}, yours.fields, theirs.fields)
  const conflicts: Array<Conflict> = merged.kind === 'conflict' ? [...merged.conflicts] : []
  const body = await mergeMarkdown(base?.markdown ?? null, yours.markdown, theirs.markdown, texts)
  if (body.kind === 'conflict')
    conflicts.push({
      key: 'content',
      base: base?.markdown ?? null,
      yours: yours.markdown,
      theirs: theirs.markdown,
      chunks: body.chunks,
    })
  if (conflicts.length > 0 || body.kind === 'conflict') return { kind: 'conflict', conflicts }
  const changed = Object.entries(merged.fields).filter(([name, value]) => !sameValue(value, theirs.fields[name]))
  return { kind: 'merged', changed: Object.fromEntries(changed), markdown: body.text }
}

async function mergeMarkdown(
  base: string | null,
  yours: string,
  theirs: string,
  texts: Pick<TextWork, 'merge'>,
): Promise<MergedBody> {
  if (base !== null) return texts.merge(base, yours, theirs)
  if (yours === theirs) return { kind: 'merged', text: yours }
  return { kind: 'conflict', chunks: [{ kind: 'conflict', base: '', yours, theirs }] }
}
