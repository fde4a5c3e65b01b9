import type { z } from 'zod'
import { issueWords } from '#domain/issue-words.ts'
import { HttpError } from './http-error.ts'

/** The body of a request as a schema says, or HttpError 422 with every issue. */
export function parseBody<Schema extends z.ZodType>(schema: Schema, body: unknown): z.infer<Schema> {
  const parsed = schema.safeParse(body ?? {}, { error: issueWords })
  if (parsed.success) return parsed.data
  const issues = parsed.error.issues.map((issue) => ({ path: issue.path.join('.'), message: issue.message }))
  throw new HttpError(422, issues[0]?.message ?? 'The request is not valid.', { issues })
}
