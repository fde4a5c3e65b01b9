import type { UseFormReturn } from 'react-hook-form'
import { issuesOf, reasonOf, refusalOf } from '../../api/request.ts'
import type { FieldName, ItemForm } from './item-form.ts'

/** Shown when the server gave no reason (specification, section 8). */
const fallbacks = {
  delete: 'There was an error deleting the content.',
  create: 'There was an error creating the content.',
  update: 'There was an error updating the content.',
} as const

/** Why a write failed, in the server's words where it gave any. */
export function reasonOfFailure(error: unknown, kind: keyof typeof fallbacks): string {
  return reasonOf(error) ?? fallbacks[kind]
}

/** A save that met somebody else's change of the same. */
export interface Conflict {
  message: string
  conflicts: Array<{ key: string; theirs: unknown }>
  theirs: { revision: string }
}

/** The versions in the answer to a save that could not be merged, or null for any other failure. */
export function conflictOf(error: unknown): Conflict | null {
  const refusal = refusalOf(error)
  const answer = refusal?.body as Partial<Conflict> | null | undefined
  return refusal?.status === 409 && Array.isArray(answer?.conflicts) ? (answer as Conflict) : null
}

/** Puts what the server said about fields beside them and the focus on the first; true when all of it found its field. */
export function showIssues(form: UseFormReturn<ItemForm>, fields: ReadonlyArray<FieldName>, error: unknown): boolean {
  const issues = issuesOf(error)
  let placed = 0
  for (const { path, message } of issues) {
    const name = fields.find((field) => path === field || path.startsWith(`${field}.`))
    if (!name) continue
    form.setError(name, { type: 'server', message }, { shouldFocus: placed === 0 })
    placed += 1
  }
  return issues.length > 0 && placed === issues.length
}
