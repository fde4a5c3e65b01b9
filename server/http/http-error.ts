/** An answer that is not a success. Thrown anywhere below a router; `error-handler.ts` turns it into JSON or a page. */
export class HttpError extends Error {
  readonly status: number
  readonly issues: Array<{ path: string; message: string }> | undefined
  readonly headers: Record<string, string>
  /** The page that says so to a visitor; without one the message is shown as text. */
  readonly html: string | undefined

  constructor(
    status: number,
    message: string,
    more: {
      issues?: Array<{ path: string; message: string }>
      headers?: Record<string, string>
      html?: string
      /** What went wrong, for the log alone. */
      cause?: unknown
    } = {},
  ) {
    super(message, { cause: more.cause })
    this.status = status
    this.issues = more.issues
    this.headers = more.headers ?? {}
    this.html = more.html
  }
}
