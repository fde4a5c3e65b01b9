import type { ErrorRequestHandler } from 'express'
import { ZodError } from 'zod'
import { type RefusalKind, RefusedError, RepositoryError, UnreadableFile } from '../platform/errors.ts'
import type { Log } from '../platform/log.ts'
import { HttpError } from './http-error.ts'
import { noJson } from './json-body.ts'

/** The one place where an error becomes an answer: status and JSON `{message, issues?, kind?}` (rulings, section 6). */
export function createErrorHandler(log: Log): ErrorRequestHandler {
  return (error: unknown, req, res, next) => {
    if (res.headersSent) return next(error)
    const failure =
      asHttpError(error) ??
      unreadable(error, req.method) ??
      new HttpError(500, 'Something went wrong on the server.', { cause: error })
    const { status, message, issues, kind, headers, html, cause } = failure
    // What can't be read was told when it was found.
    const level = cause instanceof UnreadableFile ? 'debug' : 'error'
    if (status >= 500) log[level]({ err: cause ?? failure, method: req.method, path: req.path }, 'request failed')
    res.status(status).set({ 'Cache-Control': 'no-store', ...headers })
    if (/^\/api(\/|$)/.test(req.path)) res.json({ message, ...(issues && { issues }), ...(kind && { kind }) })
    else if (html !== undefined) res.type('html').send(html)
    else res.type('text').send(`${message}\n`)
  }
}

function asHttpError(error: unknown): HttpError | null {
  if (error instanceof HttpError) return error
  if (error instanceof ZodError) {
    const issues = error.issues.map((issue) => ({ path: issue.path.join('.'), message: issue.message }))
    return new HttpError(400, issues[0]?.message ?? 'The request is not valid.', { issues })
  }
  return refusal(error) ?? storageError(error) ?? bodyError(error)
}

/** A `failed` has none: it is a fault of the server. */
const refusalStatus: Readonly<Record<Exclude<RefusalKind, 'failed'>, number>> = {
  busy: 503,
  // RFC 4918, section 11.5.
  'disk-full': 507,
  'not-stored': 503,
  conflict: 409,
  uncommitted: 409,
  shape: 409,
  path: 400,
  invalid: 422,
  'too-large': 422,
  'too-deep': 422,
  'too-slow': 422,
  'picture-format': 415,
  'picture-damaged': 422,
  'picture-size': 413,
}

function refusal(error: unknown): HttpError | null {
  if (!(error instanceof RefusedError) || error.kind === 'failed') return null
  const { kind, issues } = error
  const status = refusalStatus[kind]
  return new HttpError(status, error.message, {
    ...(issues && { issues }),
    ...((kind === 'uncommitted' || kind === 'shape') && { kind }),
    ...(status === 503 && { headers: { 'Retry-After': '5' } }),
    cause: error,
  })
}

/** The repository can't be read: the answer to a save says why, as for other shapes that can't be written to. */
function unreadable(error: unknown, method: string): HttpError | null {
  if (!(error instanceof RepositoryError)) return null
  if (method === 'GET' || method === 'HEAD')
    return new HttpError(503, 'The repository of the site can’t be read just now.', { cause: error })
  const reason = error.message.replace(/\.$/, '')
  const message = `The repository of the site cannot be read: ${reason}; repair it, then save again.`
  return new HttpError(409, message, { kind: 'shape', cause: error })
}

/** A disk that has no room or takes nothing, met somewhere below; and data that can't be read. */
function storageError(error: unknown): HttpError | null {
  if (error instanceof UnreadableFile)
    return new HttpError(
      503,
      'The data that this needs can not be read just now; the log of the server names the file.',
      {
        cause: error,
      },
    )
  for (let one = error; one instanceof Error; one = one.cause) {
    const code = 'code' in one ? one.code : null
    if (code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG')
      return new HttpError(507, diskFull, { cause: error })
  }
  return null
}

const diskFull = 'Nothing was changed, because the disk of the server is full; please make room on it and try again.'

/** Errors of Express's body parsers and of paths that can't be decoded. */
function bodyError(error: unknown): HttpError | null {
  if (!(error instanceof Error) || !('status' in error) || typeof error.status !== 'number') return null
  if (error.status === 413) return new HttpError(413, 'The request is too large.')
  if (error.status === 400 && 'type' in error && error.type === 'entity.parse.failed')
    return new HttpError(400, 'The request body is not valid JSON.')
  if (error.status === 415) return new HttpError(415, noJson)
  return error.status >= 400 && error.status < 500 ? new HttpError(error.status, 'The request is not valid.') : null
}
