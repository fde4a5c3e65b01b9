import type { Request } from 'express'
import type { Call } from '#contract/call.ts'
import { issueWords } from '#domain/issue-words.ts'
import { HttpError } from './http-error.ts'
import { ifMatch, parseBody } from './request-parts.ts'

/**
 * The parameters of an address, and the 404 for one that matches nothing. Throws HttpError for a
 * parameter that is refused with another status.
 */
export function paramsIn({ params = {} }: Call, found: Request['params']) {
  let missing: HttpError | null = null
  const entries = Object.entries(params).map(([name, { schema, refusal }]) => {
    const parsed = schema.safeParse([found[name]].flat().join('/'))
    if (parsed.success) return [name, parsed.data]
    const message = parsed.error.issues[0]?.message ?? 'The address is not valid.'
    const refused = new HttpError(
      refusal,
      message,
      refusal === 422 ? { issues: [{ path: name, message }] } : {},
    )
    if (refusal !== 404) throw refused
    missing = refused
    return [name, undefined]
  })
  return {
    params: Object.fromEntries(entries) as Record<string, unknown>,
    missing: missing as HttpError | null,
  }
}

/** Validates the query. Throws HttpError 400. */
export function queryIn({ query }: Call, found: unknown): unknown {
  const parsed = query?.safeParse(found, { error: issueWords })
  if (parsed && !parsed.success)
    throw new HttpError(400, `Not a valid list query: ${parsed.error.issues[0]?.message}`)
  return parsed?.data
}

/** Validates the body. Throws HttpError 422. */
export async function bodyIn(
  { form, body }: Call,
  req: Request,
  prepare: (whole: unknown) => unknown,
): Promise<unknown> {
  // Express makes the fields of a form an object without prototype, which zod does not accept as an
  // object.
  if (form && req.is('multipart/form-data')) return parseBody(form, await prepare({ ...req.body }))
  return body && parseBody(body, await prepare(req.body))
}

/** The revision that a write is based on: `If-Match`, otherwise the one in its body. */
export function revisionIn(req: Request, body: unknown): string | undefined {
  return ifMatch(req) ?? (body as { revision?: string } | undefined)?.revision
}
