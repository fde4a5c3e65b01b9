import type { ContentType } from '#domain/content.ts'
import { emptyIssue, saysSomething } from '#domain/issue-text.ts'
import type { FieldValues } from './field-values.ts'
import { SaveRefused } from './save-refused.ts'

/** Throws SaveRefused for an issue that would be public, now or later, without a text (rulings, section 9). */
export function refuseEmptyIssue(type: ContentType, fields: FieldValues, markdown: string): void {
  if (isEmptyAndPublic(type, fields, markdown)) throw new SaveRefused([{ path: 'content', message: emptyIssue }])
}

/** Whether an issue without a text is public, now or later: a writer may have committed it so. */
export function isEmptyAndPublic(type: ContentType, fields: FieldValues, markdown: string): boolean {
  if (type !== 'newsletters' || fields.draft === true || (fields.publishedAt ?? null) === null) return false
  return !saysSomething({ markdown, articles: fields.articles as Array<{ content?: string }> | undefined })
}
