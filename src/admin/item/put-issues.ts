import type { FieldPath, UseFormReturn } from 'react-hook-form'
import type { ContentType } from '#domain/content.ts'
import { issuesOf } from '../../api/request.ts'
import { type DraftValues, fieldsOf } from './draft-values.ts'

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
