/** The server answered, but not with a 2xx status. The message is 'STATUS: BODY' (specification, section 8). */
export class RequestError extends Error {
  readonly status: number
  /** What a person may read: the `message` of the JSON error, else the body, else the status text. */
  readonly reason: string
  /** The parsed JSON of the answer; null when it was none. */
  readonly body: unknown

  constructor(status: number, body: string, statusText: string) {
    const text = body || statusText
    super(`${status}: ${text}`)
    this.name = 'RequestError'
    this.status = status
    this.body = parsed(body)
    this.reason = messageOf(this.body) ?? text
  }
}

/** The server's refusal that is behind an error, or null for anything else, such as a lost network. */
export function refusalOf(error: unknown): RequestError | null {
  for (let one = error; one instanceof Error; one = one.cause) if (one instanceof RequestError) return one
  return null
}

/** The words for a toast: the server's own message where there is one, null for anything else, such as a lost network. */
export function reasonOf(error: unknown): string | null {
  return refusalOf(error)?.reason ?? null
}

export interface RequestOptions {
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  payload?: unknown
  signal?: AbortSignal
  headers?: Record<string, string>
  /** How often a failed network is tried again; auth calls: 2, others: none (specification, section 7). */
  retries?: number
  /** The wait before try N is N times this many milliseconds. */
  retryDelay?: number
}

export const authRetries = 2
export const authRetryDelay = 200

/**
 * Sends one call with cookies and no-cache headers; JSON body and its Content-Type only with a payload. Throws `RequestError` for a non-OK
 * answer, except a 401 or 403 of an auth path, which the caller gets (specification, section 7).
 */
export async function request(path: string, options: RequestOptions = {}): Promise<Response> {
  const isAuth = path.includes('/api/auth/')
  const { retries = isAuth ? authRetries : 0, retryDelay = authRetryDelay } = options
  const response = await fetchWithRetries(path, options, retries, retryDelay)
  if (response.ok || (isAuth && (response.status === 401 || response.status === 403))) return response
  throw new RequestError(response.status, await response.text(), response.statusText)
}

/** A read: GET, answer parsed as JSON. */
export async function read<Answer>(path: string, options: Omit<RequestOptions, 'method' | 'payload'> = {}) {
  const response = await request(path, options)
  return (await response.json()) as Answer
}

async function fetchWithRetries(path: string, options: RequestOptions, retries: number, delay: number) {
  const { method = 'GET', payload, signal, headers } = options
  const body = payload === undefined ? undefined : JSON.stringify(payload)
  for (let attempt = 1; ; attempt++) {
    try {
      return await fetch(path, {
        method,
        credentials: 'include',
        cache: 'no-cache',
        headers: {
          'Cache-Control': 'no-cache',
          Pragma: 'no-cache',
          ...(body !== undefined && { 'Content-Type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body }),
        ...(signal ? { signal } : {}),
      })
    } catch (error) {
      if (attempt > retries || signal?.aborted) throw error
      await new Promise((resolve) => setTimeout(resolve, delay * attempt))
    }
  }
}

/** What the server says about single fields of what was sent; empty when it says nothing. `path` is the field's name, with dots within lists. */
export function issuesOf(error: unknown): Array<{ path: string; message: string }> {
  const { issues } = (refusalOf(error)?.body ?? {}) as { issues?: unknown }
  return Array.isArray(issues) ? issues : []
}

function messageOf(body: unknown): string | null {
  if (typeof body !== 'object' || body === null) return null
  const { message } = body as { message?: unknown }
  return typeof message === 'string' && message ? message : null
}

function parsed(body: string): unknown {
  if (!/^[{[]/.test(body)) return null
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}
