import { json, type Request, type RequestHandler, Router } from 'express'
import { HttpError } from './http-error.ts'

export const noJson = 'The body has to be JSON in UTF-8, sent with `Content-Type: application/json`.'

/** Reads a JSON body of at most `limit`. Throws HttpError 415 for a body of another kind: taken for none, a change of it would seem to be saved. */
export function jsonBody(limit: string): RequestHandler {
  return Router().use(json({ limit, reviver: wellFormed }), (req, _res, next) => {
    if (req.body === undefined && hasBody(req)) throw new HttpError(415, noJson)
    next()
  })
}

function hasBody({ headers }: Request): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/** Half of a surrogate pair has no bytes in UTF-8: taken here for what a file would hold, so that an answer never differs from the file. */
function wellFormed(_: string, value: unknown): unknown {
  return typeof value === 'string' ? value.toWellFormed() : value
}
