import { sameValue } from '#domain/item/merge-fields.ts'
import {
  changedMeanwhile,
  flatVersion,
  type MergeText,
  mergeItem,
} from '#domain/item/merge-item.ts'
import type { MergeChunk } from '#domain/markdown/merge-bodies.ts'
import { changedNames, type DocumentForm, type Version } from '../document-form.ts'
import { type Conflict, type ConflictAnswer, conflictOf, type Versions } from './conflict.ts'

/**
 * Builds the conflict of a document, in the fields of its form. `mergeBodies` merges two bodies
 * that do not conflict. Fields that are equal on the screen (dates that differ in seconds) get the
 * value of theirs.
 */
export function documentConflict<Values extends object>(
  form: DocumentForm<Values>,
  { message, base, conflicts, ...sides }: ConflictAnswer,
  mergeBodies: MergeText,
): Conflict<Values> {
  // Versions have no bytes of a file; its conflict names the two files.
  const file = conflicts.find(({ key }) => key === 'file')
  const version = (side: 'yours' | 'theirs'): Version => ({
    ...(file && { file: file[side] }),
    ...sides[side],
  })
  const theirs = form.valuesOf(version('theirs'))
  const versions = {
    revision: sides.theirs.revision,
    base: base ? form.valuesOf(base) : theirs,
    hasBase: base !== null,
    theirs,
    yours: form.valuesOf(version('yours')),
  }
  const named = conflicts.map(({ key }) => form.nameOf(key))
  const chunks = conflicts.find((one) => one.chunks)?.chunks ?? null
  return { ...prepared(form, message, versions, named, chunks, mergeBodies), version: sides.theirs }
}

/** Merges in the browser: `yours` is based on `base`, `theirs` is the present version. */
export function mergeVersions<Values extends object>(
  form: DocumentForm<Values>,
  versions: Omit<Versions<Values>, 'hasBase'>,
  mergeBodies: MergeText,
): Conflict<Values> {
  return prepared(form, changedMeanwhile, { ...versions, hasBase: true }, [], null, mergeBodies)
}

/** Whether the merge has no conflict. */
export const isMerged = ({ conflicts }: Conflict): boolean => conflicts.length === 0

function prepared<Values extends object>(
  form: DocumentForm<Values>,
  message: string,
  versions: Versions<Values>,
  /** The conflicting fields that the server names. Those that are found here are shown, too. */
  named: ReadonlyArray<string>,
  known: Array<MergeChunk> | null,
  mergeBodies: MergeText,
): Conflict<Values> {
  const [base, yours, theirs] = [versions.base, versions.yours, versions.theirs].map(flatVersion)
  const mergeText: MergeText = (was, mine, other) =>
    known && mine === yours?.content && other === theirs?.content
      ? { kind: 'conflict', chunks: known }
      : mergeBodies(was, mine, other)
  const merged = mergeItem(versions.base, versions.yours, versions.theirs, mergeText)
  const order = form.names ?? Object.keys(versions.theirs)
  const keys = new Set([...named, ...merged.conflicts.map(({ key }) => key)])
  const versionsOf = (key: string) => ({
    key,
    base: base?.[key],
    yours: yours?.[key],
    theirs: theirs?.[key],
  })
  const fields = [...keys]
    .filter((key) => key !== 'content' && !sameValue(theirs?.[key], yours?.[key]))
    // What is merged by itself comes first.
    .sort((one, other) => order.indexOf(one) - order.indexOf(other))
    .map(versionsOf)
  const chunks = known ?? merged.conflicts.find(({ key }) => key === 'content')?.chunks
  const conflicts = [...fields, ...(chunks ? [{ ...versionsOf('content'), chunks }] : [])]
  const values = { ...versions.theirs, ...(merged.fields as Partial<Values>) }
  return conflictOf(message, versions, { fields: values, conflicts }, form)
}

/**
 * `yours`, based on `base`, over a newer version: what a form shows with text that was typed during
 * a save, which may have merged changes of others. Null when that conflicts: the text stays based
 * on the older version, and the next save shows the conflict (rulings, section 4).
 */
export async function rebased<Values extends object>(
  form: DocumentForm<Values>,
  { base, yours, theirs }: Record<'base' | 'yours' | 'theirs', Values>,
): Promise<Values | null> {
  if (changedNames(form, base, yours).length === 0) return theirs
  if (changedNames(form, base, theirs).length === 0) return yours
  const { mergeBodies } = await import('#domain/markdown/merge-bodies.ts')
  const merge = mergeVersions(form, { revision: '', base, theirs, yours }, mergeBodies)
  return isMerged(merge) ? merge.merged : null
}
