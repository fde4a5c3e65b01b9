import type { ErrorKind } from '#contract/call.ts'

/**
 * A response that is not a success. Thrown anywhere below a router; `error-handler.ts` turns it
 * into JSON or a page.
 */
export class HttpError extends Error {
  readonly status: number
  readonly issues: Array<{ path: string; message: string }> | undefined
  /** Kind of the error, for errors that a client handles in a special way. */
  readonly kind: ErrorKind | undefined
  readonly headers: Record<string, string>
  /** The error page for a visitor; without one the response is the message as text. */
  readonly html: string | undefined

  constructor(
    status: number,
    message: string,
    more: {
      issues?: Array<{ path: string; message: string }>
      kind?: ErrorKind
      headers?: Record<string, string>
      /** The seconds to wait before the next try. */
      retryAfter?: number | undefined
      html?: string
      /** The original error, for the log only. */
      cause?: unknown
    } = {},
  ) {
    super(message, { cause: more.cause })
    this.status = status
    this.issues = more.issues
    this.kind = more.kind
    this.headers = {
      ...more.headers,
      ...(more.retryAfter !== undefined && { 'Retry-After': String(more.retryAfter) }),
    }
    this.html = more.html
  }
}

/** Whether a request was refused because there were too many. */
export const isLimit = (error: unknown) => error instanceof HttpError && error.status === 429

/** A field of the body that can't be taken: 422 with the message beside it. */
export const invalidField = (path: string, message: string) =>
  new HttpError(422, message, { issues: [{ path, message }] })
