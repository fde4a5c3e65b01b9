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
      html?: string
      /** The original error, for the log only. */
      cause?: unknown
    } = {},
  ) {
    super(message, { cause: more.cause })
    this.status = status
    this.issues = more.issues
    this.kind = more.kind
    this.headers = more.headers ?? {}
    this.html = more.html
  }
}
