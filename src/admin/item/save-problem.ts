import type { FieldPath, UseFormReturn } from 'react-hook-form'
import type { ContentType } from '#domain/content.ts'
import { issuesOf } from '../../api/refusal.ts'
import type { ItemInConflict } from './conflict/item-conflict.ts'
import type { Choices } from './conflict/merge-places.ts'
import { type DraftValues, fieldsOf, formName } from './draft-values.ts'

/** The reason why the text is not saved. */
export type SaveProblem =
  | { kind: 'none' }
  /** The message is the server's. */
  | { kind: 'refused'; message: string }
  | { kind: 'offline' }
  /** The change is queued in this browser; `parked`: it was sent and needs a decision. */
  | { kind: 'queued'; parked?: 'conflict' | 'refused' | 'gone' }
  /** Somebody has deleted the item. */
  | { kind: 'deleted'; type: ContentType }
  /** `sent` are the values of the save, `choices` the decisions so far. */
  | { kind: 'conflict'; conflict: ItemInConflict; choices: Choices; sent: DraftValues }

export const unreachable =
  'The server could not be reached. Your text is still here: save again when the network is back.'

export const queued =
  'Your last change waits on this device. It is saved as soon as the server can be reached; you can go on, or leave.'

export const queuedBehind =
  'Your change waits on this device, with one that needs a decision of yours first. You can go on, or leave.'

export const deleted =
  "Somebody has deleted this meanwhile. Your text is still here: restore the content from 'Recently deleted', then save again."

/** Shows the server's messages at their fields; true when some belong to no visible field. */
export function putIssues(
  form: UseFormReturn<DraftValues>,
  type: ContentType,
  error: unknown,
  shown: ReadonlyArray<keyof DraftValues> = fieldsOf[type],
): boolean {
  const issues = issuesOf(error)
  for (const [index, { path, message }] of issues.entries()) {
    const field = formName(path) as FieldPath<DraftValues>
    const known = (shown as ReadonlyArray<string>).includes(field.split('.')[0] ?? '')
    if (!known) return true
    form.setError(field, { type: 'server', message }, { shouldFocus: index === 0 })
  }
  return issues.length === 0
}
