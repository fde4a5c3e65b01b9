import { changedNames } from './document-form.ts'
import type { StoredDraft } from './stored-draft.ts'
import { carriedOver } from './stored-format.ts'

/** Whether a draft can be read and holds nothing in the named fields that the file lacks. */
export function isSaved<Values extends object>(
  file: Values,
  draft: StoredDraft,
  names: ReadonlyArray<string> | null = null,
): boolean {
  const read = carriedOver(file, draft.base, draft.values)
  return read !== null && changedNames({ names }, file, read.values).length === 0
}

/**
 * The draft to start a form with; null for none, and for one that equals the file. Drafts of other
 * versions of the program are converted: fields that they lack come from the file.
 */
export function readableDraft<Values extends object>(
  file: Values,
  kept: StoredDraft | null,
  names: ReadonlyArray<string> | null = null,
): StoredDraft<Values> | null {
  const read = kept && carriedOver(file, kept.base, kept.values)
  if (!read || changedNames({ names }, file, read.values).length === 0) return null
  const { attempt, ...rest } = kept
  const sent = savedInAttempt(file, attempt, names)
  return { ...rest, ...read, ...(sent && { base: sent }) }
}

/**
 * What an earlier version has stored of a save whose answer never came: the sent values, if the
 * file holds them. Nobody conflicts with themselves.
 */
function savedInAttempt<Values extends object>(
  file: Values,
  attempt: unknown,
  names: ReadonlyArray<string> | null,
): Values | null {
  const { base, sent } = (attempt ?? {}) as Record<string, unknown>
  const read = carriedOver(file, base, sent)
  if (!read) return null
  const sentNames = changedNames({ names }, read.base, read.values)
  return changedNames({ names: sentNames }, file, read.values).length === 0 ? read.values : null
}
