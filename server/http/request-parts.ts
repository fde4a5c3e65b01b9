import { randomUUID } from 'node:crypto'
import { json, type Request, type RequestHandler, type Response, Router } from 'express'
import type { z } from 'zod'
import { issueWords } from '#domain/issue-words.ts'
import { HttpError } from './http-error.ts'

/**
 * The revision in the `If-Match` header; undefined without the header or for `*`. Throws HttpError
 * 400.
 */
export function ifMatch(req: Request): string | undefined {
  const header = req.get('If-Match')?.trim()
  if (!header || header === '*') return undefined
  const revision = /^(?:W\/)?"([0-9a-f]{40})"$|^([0-9a-f]{40})$/.exec(header)
  if (!revision)
    throw new HttpError(400, 'If-Match must contain the revision of an answer, in quotes.')
  return revision[1] ?? revision[2]
}

/** Names the next page of a list in the header `Link`; `next` is its query, null for none. */
export function linkNext(res: Response, next: URLSearchParams | string | null): void {
  if (next !== null) res.links({ next: `${res.req.baseUrl}${res.req.path}?${next}` })
}

export const noJson =
  'The body has to be JSON in UTF-8, sent with `Content-Type: application/json`.'

/**
 * Parses a JSON body of at most `limit`. Throws HttpError 415 for another content type, which must
 * not count as an empty body.
 */
export function jsonBody(limit: string): RequestHandler {
  return Router().use(json({ limit, reviver: wellFormed }), (req, _res, next) => {
    if (req.body === undefined && hasBody(req)) throw new HttpError(415, noJson)
    next()
  })
}

function hasBody({ headers }: Request) {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/**
 * Replaces lone surrogates, which UTF-8 cannot encode, so that an answer never differs from the
 * file.
 */
function wellFormed(_: string, value: unknown): unknown {
  return typeof value === 'string' ? value.toWellFormed() : value
}

/** Validates a body with a schema. Throws HttpError 422 with every issue. */
export function parseBody<Schema extends z.ZodType>(
  schema: Schema,
  body: unknown,
): z.infer<Schema> {
  const parsed = schema.safeParse(body ?? {}, { error: issueWords })
  if (parsed.success) return parsed.data
  const issues = parsed.error.issues.map((issue) => ({
    path: issue.path.join('.'),
    message: issue.message,
  }))
  throw new HttpError(422, issues[0]?.message ?? 'The request is not valid.', { issues })
}

/** The form of an accepted id: a token that cannot contain a mail or IP address. */
const safeId = /^[A-Za-z0-9_-]{8,64}$/

/**
 * Sets the id of a request in `X-Request-Id` of the answer: the id of a proxy if it is a safe
 * token, otherwise a new one.
 */
export const setRequestId: RequestHandler = (req, res, next) => {
  const sent = req.get('X-Request-Id') ?? ''
  const id = safeId.test(sent) ? sent : randomUUID()
  res.locals.requestId = id
  res.set('X-Request-Id', id)
  next()
}

/** The id of the request that a response answers. */
export function requestIdOf(res: Response): string {
  return String(res.locals.requestId)
}

/**
 * The page of a list from an index on, by the `limit` of a request; without one, all the rest.
 * `next` is the query of the following page, or null: `query` with a cursor, which contains
 * `placeOf` the last item of this page.
 */
export function pageFrom<Item>(
  items: ReadonlyArray<Item>,
  from: number,
  limit: number | undefined,
  placeOf: (last: Item) => object,
  query: Record<string, string>,
): { items: Array<Item>; total: number; next: string | null } {
  const page = items.slice(from, limit === undefined ? undefined : from + limit)
  const total = items.length
  const last = page.at(-1)
  if (limit === undefined || !last || from + limit >= total)
    return { items: page, total, next: null }
  const cursor = Buffer.from(JSON.stringify(placeOf(last))).toString('base64url')
  const next = new URLSearchParams({ limit: String(limit), cursor, ...query })
  return { items: page, total, next: next.toString() }
}

/** Parses a cursor. Throws HttpError 400. */
export function decodeCursor<Schema extends z.ZodType>(
  schema: Schema,
  text: string,
): z.infer<Schema> {
  try {
    return schema.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
  } catch {
    throw new HttpError(400, 'The cursor is not one of ours.')
  }
}
