import type { ErrorRequestHandler } from 'express'
import { ZodError } from 'zod'
import {
  isForAWhile,
  type RefusalKind,
  RefusedError,
  RepositoryError,
  UnreadableFile,
} from '../platform/errors.ts'
import type { Log } from '../platform/log.ts'
import { diskFull, isDiskFull } from '../platform/storage-error.ts'
import { setPrivate } from './caching.ts'
import { HttpError } from './http-error.ts'
import { type Notice, noticePage, type SiteWords } from './notice-page.ts'
import { noJson, requestIdOf } from './request-parts.ts'

/**
 * The only place that turns an error into a response: status and JSON `{message, issues?, kind?}`
 * (rulings, section 6); browsers get a page in the words of the site.
 */
export function createErrorHandler(
  log: Log,
  words: () => SiteWords | null = () => null,
): ErrorRequestHandler {
  return (error: unknown, req, res, next) => {
    if (res.headersSent) return next(error)
    const failure =
      asHttpError(error) ??
      unreadable(error, req.method) ??
      new HttpError(500, 'Something went wrong on the server.', { cause: error })
    const { status, message, issues, kind, headers, html, cause } = failure
    if (status >= 500) {
      const request = {
        request: requestIdOf(res),
        method: req.method,
        path: withoutAddresses(req.path),
        status,
      }
      // An unreadable file was logged as an error when it was found.
      if (cause instanceof UnreadableFile) log.warn(request, 'request failed')
      else if (isForAWhile(cause)) log.warn({ ...request, err: cause }, 'request failed')
      else log.error({ ...request, err: cause ?? failure }, 'request failed')
    }
    setPrivate(res)
    res.status(status).set(headers)
    if (/^\/api(\/|$)/.test(req.path))
      res.json({ message, ...(issues && { issues }), ...(kind && { kind }) })
    else if (html !== undefined) res.type('html').send(html)
    else if (req.accepts(['text', 'html']) === 'html')
      res.type('html').send(noticePage(words(), status, noticeOf(status)))
    else res.type('text').send(`${message}\n`)
  }
}

/**
 * What a browser shows of an answer with a status: our sentences are for programs and
 * administrators, and English.
 */
function noticeOf(status: number): Notice {
  if (status === 404) return { title: 'pageNotFound', text: 'pageNotFoundText' }
  if (status >= 500) return { title: 'pageFailed', text: 'pageFailedText' }
  return { title: 'badRequest', text: 'badRequestText' }
}

/** A path without segments that look like a mail address, which somebody may have typed. */
function withoutAddresses(path: string): string {
  return path
    .split('/')
    .map((segment) => (/@|%40/.test(segment) ? '[address]' : segment))
    .join('/')
}

function asHttpError(error: unknown): HttpError | null {
  if (error instanceof HttpError) return error
  if (error instanceof ZodError) {
    const issues = error.issues.map((issue) => ({
      path: issue.path.join('.'),
      message: issue.message,
    }))
    return new HttpError(400, issues[0]?.message ?? 'The request is not valid.', { issues })
  }
  return refusal(error) ?? storageError(error) ?? bodyError(error)
}

/** Status of each kind of refusal. `failed` has none: it is an error of the server. */
const refusalStatus: Readonly<Record<Exclude<RefusalKind, 'failed'>, number>> = {
  busy: 503,
  // RFC 4918, section 11.5.
  'disk-full': 507,
  'not-stored': 503,
  away: 503,
  crowded: 503,
  conflict: 409,
  uncommitted: 409,
  shape: 409,
  path: 400,
  invalid: 422,
  role: 403,
  'too-large': 422,
  'too-deep': 422,
  'too-slow': 422,
  'upload-format': 415,
  'upload-damaged': 422,
  'upload-size': 413,
}

/** What some kinds of refusals are called in the answer. */
const answeredKind: Partial<Record<RefusalKind, HttpError['kind']>> = {
  uncommitted: 'uncommitted',
  shape: 'shape',
  away: 'away',
  crowded: 'busy',
}

function refusal(error: unknown): HttpError | null {
  if (!(error instanceof RefusedError) || error.kind === 'failed') return null
  const { kind, issues } = error
  const status = refusalStatus[kind]
  return new HttpError(status, error.message, {
    ...(issues && { issues }),
    kind: answeredKind[kind],
    retryAfter: status === 503 ? 5 : undefined,
    cause: error,
  })
}

/** A repository that can't be read: a save gets a 409 that names the reason, other calls a 503. */
function unreadable(error: unknown, method: string): HttpError | null {
  if (!(error instanceof RepositoryError)) return null
  if (method === 'GET' || method === 'HEAD')
    return new HttpError(503, 'The repository of the site can’t be read just now.', {
      cause: error,
    })
  const reason = error.message.replace(/\.$/, '')
  const message = `The repository of the site cannot be read: ${reason}; repair it, then save again.`
  return new HttpError(409, message, { kind: 'shape', cause: error })
}

/**
 * A full or read-only disk, found anywhere in the chain of causes, or a data file that can't be
 * read.
 */
function storageError(error: unknown): HttpError | null {
  if (error instanceof UnreadableFile)
    return new HttpError(
      503,
      'The data that this needs can not be read just now; the log of the server names the file.',
      {
        cause: error,
      },
    )
  for (let one = error; one instanceof Error; one = one.cause)
    if (isDiskFull(one)) return new HttpError(507, diskFull, { cause: error })
  return null
}

/** Errors of Express's body parsers and of invalid percent-encoding in paths. */
function bodyError(error: unknown): HttpError | null {
  if (!(error instanceof Error) || !('status' in error) || typeof error.status !== 'number')
    return null
  if (error.status === 413) return new HttpError(413, 'The request is too large.')
  if (error.status === 400 && 'type' in error && error.type === 'entity.parse.failed')
    return new HttpError(400, 'The request body is not valid JSON.')
  if (error.status === 415) return new HttpError(415, noJson)
  return error.status >= 400 && error.status < 500
    ? new HttpError(error.status, 'The request is not valid.')
    : null
}
