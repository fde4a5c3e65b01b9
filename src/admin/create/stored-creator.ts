import type { StoredDraft } from '../documents/stored-draft.ts'
import { carriedOver } from '../documents/stored-format.ts'
import {
  type CreatedType,
  type CreatorEdit,
  type CreatorState,
  emptyState,
  emptyValues,
} from '../editing/creator-state.ts'

/** Converts a stored draft of the creator, also one of an older version, to the present format; null for anything else. */
export function readableCreator(kept: StoredDraft | null): StoredDraft<CreatorState> | null {
  const [base, values] = [readableState(kept?.base), readableState(kept?.values)]
  return kept && base && values ? { ...kept, base, values } : null
}

function readableState(value: unknown): CreatorState | null {
  if (typeof value !== 'object' || value === null) return null
  const kept = value as Partial<CreatorState>
  const type: CreatedType = kept.type === 'news' ? 'news' : 'articles'
  const empty = emptyState(type)
  const edit = readableEdit(type, kept.edit ?? null)
  const phase = kept.phase === 'editing' && edit ? 'editing' : 'input'
  return { ...empty, ...kept, type, phase, input: { ...empty.input, ...kept.input }, edit }
}

function readableEdit(type: CreatedType, edit: CreatorEdit | null): CreatorEdit | null {
  const read = edit && carriedOver(emptyValues(type), edit.base, edit.values)
  return read ? { ...edit, ...read } : null
}
