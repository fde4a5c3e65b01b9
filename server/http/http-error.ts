/** An answer that is not a success. Thrown anywhere below a router; `error-handler.ts` turns it into JSON or a page. */
export class HttpError extends Error {
  readonly status: number
  readonly issues: Array<{ path: string; message: string }> | undefined
  readonly headers: Record<string, string>

  constructor(
    status: number,
    message: string,
    more: { issues?: Array<{ path: string; message: string }>; headers?: Record<string, string> } = {},
  ) {
    super(message)
    this.status = status
    this.issues = more.issues
    this.headers = more.headers ?? {}
  }
}
