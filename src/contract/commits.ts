import { conflictAnswer } from '#domain/content-answers.ts'

/** What a commit may meet: other changes, or a repository that is busy or can’t be written to. */
export const gitErrors = [409, 503] as const

/**
 * What every call has that changes a document by one commit, from the version that the client
 * knows.
 */
export const versioned = {
  headers: ['If-Match', 'Idempotency-Key'],
  conflict: conflictAnswer,
  errors: [...gitErrors, 404],
} as const
