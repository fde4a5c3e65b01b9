import type { z } from 'zod'
import type { conflictAnswer } from '#domain/content-answers.ts'
import { HttpError } from '../../http/http-error.ts'
import { Conflict } from '../../http/mount-calls.ts'
import type { SaveConflict } from '../saving/save-result.ts'

/** What a save that went well is answered with, or the versions of one that met another. Throws HttpError 404 with `missing`. */
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

/** The same of a write that starts from no revision: what it meets is told in a sentence. Throws HttpError 404 and 409. */
export function unlessRefused<Saved extends { kind: 'saved' }, Answer>(
  result: Saved | { kind: 'missing' } | SaveConflict,
  missing: string,
  answer: (saved: Saved) => Answer,
): Answer {
  if (result.kind === 'missing') throw new HttpError(404, missing)
  if (result.kind === 'conflict') throw new HttpError(409, result.message)
  return answer(result)
}
