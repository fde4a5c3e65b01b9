import type { z } from 'zod'
import type { conflictAnswer } from '#domain/content-answers.ts'
import { HttpError } from '../../http/http-error.ts'
import { Conflict } from '../../http/mount-calls.ts'
import type { SaveConflict } from '../save/committing.ts'

/**
 * The answer of a successful save, or the versions of a conflict. Throws HttpError 404 with the
 * message `missing`.
 */
export function unlessConflict<Saved extends { kind: 'saved' }, Answer>(
  result: Saved | { kind: 'missing' } | SaveConflict,
  missing: string,
  answer: (saved: Saved) => Answer,
): Answer | Conflict<z.output<typeof conflictAnswer>> {
  if (result.kind === 'missing') throw new HttpError(404, missing)
  if (result.kind === 'saved') return answer(result)
  const { kind: _, conflicts, ...versions } = result
  return new Conflict({ ...versions, conflicts: [...conflicts] } as z.output<typeof conflictAnswer>)
}

/**
 * The same for a write without a revision: a conflict is thrown as HttpError 409. Throws HttpError
 * 404 with the message `missing`.
 */
export function unlessRefused<Saved extends { kind: 'saved' }, Answer>(
  result: Saved | { kind: 'missing' } | SaveConflict,
  missing: string,
  answer: (saved: Saved) => Answer,
): Answer {
  if (result.kind === 'missing') throw new HttpError(404, missing)
  if (result.kind === 'conflict') throw new HttpError(409, result.message)
  return answer(result)
}
