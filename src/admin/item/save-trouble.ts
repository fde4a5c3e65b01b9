import type { FieldPath, UseFormReturn } from 'react-hook-form'
import type { ContentType } from '#domain/content.ts'
import { issuesOf } from '../../api/request.ts'
import type { ItemInConflict } from './conflict/item-conflict.ts'
import type { Choices } from './conflict/merge-places.ts'
import { type DraftValues, fieldsOf } from './draft-values.ts'

/** What keeps the text from being saved. */
export type SaveTrouble =
  | { kind: 'none' }
  /** The server's own sentence. */
  | { kind: 'refused'; message: string }
  | { kind: 'offline' }
  /** The change waits on this device until the server can be reached; `parked`: it was sent, and needs a decision before it can go on. */
  | { kind: 'queued'; parked?: 'conflict' | 'refused' | 'gone' }
  /** Somebody has deleted the item. */
  | { kind: 'deleted'; type: ContentType }
  /** `sent` is what could not be saved, `choices` what was chosen so far. */
  | { kind: 'conflict'; conflict: ItemInConflict; choices: Choices; sent: DraftValues }

export const unreachable =
  'The server could not be reached. Your text is still here: save again when the network is back.'

export const queued =
  'Your last change waits on this device. It is saved as soon as the server can be reached; you can go on, or leave.'

export const queuedBehind =
  'Your change waits on this device, with one that needs a decision of yours first. You can go on, or leave.'

export const deleted =
  "Somebody has deleted this meanwhile. Your text is still here: restore the content from 'Recently deleted', then save again."

/** Puts what the server says about fields to them; true when something is left that none of the shown fields is about. */
export function putIssues(
  form: UseFormReturn<DraftValues>,
  type: ContentType,
  error: unknown,
  shown: ReadonlyArray<keyof DraftValues> = fieldsOf[type],
): boolean {
  const issues = issuesOf(error)
  for (const [index, { path, message }] of issues.entries()) {
    const field = (type === 'newsletters' && path === 'description' ? 'excerpt' : path) as FieldPath<DraftValues>
    const known = (shown as ReadonlyArray<string>).includes(field.split('.')[0] ?? '')
    if (!known) return true
    form.setError(field, { type: 'server', message }, { shouldFocus: index === 0 })
  }
  return issues.length === 0
}
