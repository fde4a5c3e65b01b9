/** An answer that is not a success. Thrown anywhere below a router; `error-handler.ts` turns it into JSON or a page. */
export class HttpError extends Error {
  readonly status: number
  readonly issues: Array<{ path: string; message: string }> | undefined
  /** What kind of trouble it is, where a client does something about it. */
  readonly kind: 'uncommitted' | 'shape' | undefined
  readonly headers: Record<string, string>
  /** The page that says so to a visitor; without one the message is shown as text. */
  readonly html: string | undefined

  constructor(
    status: number,
    message: string,
    more: {
      issues?: Array<{ path: string; message: string }>
      kind?: 'uncommitted' | 'shape'
      headers?: Record<string, string>
      html?: string
      /** What went wrong, for the log alone. */
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
