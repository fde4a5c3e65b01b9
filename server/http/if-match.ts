import type { Request } from 'express'
import { HttpError } from './http-error.ts'

/** The revision that a write starts from, as its `If-Match` says; undefined when it says none or any. Throws HttpError 400. */
export function ifMatch(req: Request): string | undefined {
  const header = req.get('If-Match')?.trim()
  if (!header || header === '*') return undefined
  const revision = /^(?:W\/)?"([0-9a-f]{40})"$|^([0-9a-f]{40})$/.exec(header)
  if (!revision) throw new HttpError(400, 'If-Match must hold the revision that an answer carried, in quotes.')
  return revision[1] ?? revision[2]
}
