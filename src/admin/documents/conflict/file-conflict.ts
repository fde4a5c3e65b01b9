import { type MergeText, mergeItem } from '#domain/item/merge-item.ts'
import { type Conflict, type ConflictAnswer, conflictOf, type Version } from './conflict.ts'

/**
 * The conflict of a file of the site or of a download, in the fields of the API. `labels` are the
 * names of the fields on the screen.
 */
export function fileConflict(
  { message, base, theirs, yours, conflicts }: ConflictAnswer,
  labels: Readonly<Record<string, string>>,
  mergeBodies: MergeText,
): Conflict<Version> {
  const versions = {
    revision: theirs.revision,
    base: base ?? theirs,
    hasBase: base !== null,
    theirs,
    yours,
  }
  const { fields } = mergeItem(versions.base, yours, theirs, mergeBodies, 'markdown')
  const named = conflicts.map(({ key, chunks, yours, theirs }) => ({
    // In versions, the key of the body is `markdown`.
    key: chunks ? 'markdown' : key,
    base: base?.[key],
    yours,
    theirs,
    ...(chunks && { chunks }),
  }))
  const words = {
    label: (key: string) => labels[key] ?? key,
    text: valueText,
    byHand: new Set<string>(),
  }
  return conflictOf(message, versions, { fields, conflicts: named }, words)
}

/**
 * A value of a field of a file as text, for comparison word by word: one line for each entry of a
 * list.
 */
export function valueText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (Array.isArray(value)) return value.map(entryText).join('\n')
  return entryText(value)
}

function entryText(value: unknown): string {
  return typeof value === 'object' && value !== null
    ? Object.values(value).map(valueText).join(': ')
    : String(value)
}
