import { RequestError, type RequestOptions, request } from './request.ts'
import { type FormOptions, sendForm } from './send-form.ts'

/**
 * Told to the document when a call of the admin was answered with 401. Whoever can let the person sign in again hands over a promise: true when they
 * have, false when they would not.
 */
export class SessionExpired extends Event {
  static readonly type = 'session-notes:session-expired'
  renewal: Promise<boolean> | null = null

  constructor() {
    super(SessionExpired.type)
  }

  signInAgain(renewal: Promise<boolean>): void {
    this.renewal = renewal
  }
}

/**
 * A call that needs a session. When it has ended, the person is asked to sign in and the very same call (its `Idempotency-Key` too) is sent again
 * after that, so that nothing typed is lost. Throws `RequestError` for every other answer that is not OK.
 */
export function adminRequest(path: string, options: RequestOptions = {}): Promise<Response> {
  return whileSignedIn(() => send(path, options), options.signal)
}

/** The same for a form with a file, which tells how much of it is sent. */
export function adminSendForm(path: string, form: FormData, options: FormOptions = {}): Promise<Response> {
  return whileSignedIn(async () => {
    const response = await sendForm(path, form, options)
    return response.ok ? response : refusalIn(response)
  }, options.signal)
}

async function whileSignedIn(attempt: () => Promise<Response | RequestError>, signal?: AbortSignal): Promise<Response> {
  for (;;) {
    const answer = await attempt()
    if (answer instanceof Response) return answer
    if (answer.status !== 401 || !(await renewed()) || signal?.aborted) throw answer
  }
}

/** Without it, some calls would answer what a visitor may see. */
const sessionRequired = { 'X-Session': 'required' }

/** A read that needs a session. */
export async function adminRead<Answer>(
  path: string,
  options: Omit<RequestOptions, 'method' | 'payload'> = {},
): Promise<Answer> {
  return (await (await adminRequest(path, options)).json()) as Answer
}

/** A write that needs a session. */
export async function adminWrite<Answer>(
  method: 'POST' | 'PATCH' | 'DELETE',
  path: string,
  options: Omit<RequestOptions, 'method'> = {},
): Promise<Answer> {
  return (await (await adminRequest(path, { ...options, method })).json()) as Answer
}

/** A key for one attempt of a person to write something; sending it again with the same key does it once. */
export function newIdempotencyKey(): string {
  // `randomUUID` is missing on pages that came by plain http from another machine.
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

async function send(path: string, options: RequestOptions): Promise<Response | RequestError> {
  try {
    const response = await request(path, { ...options, headers: { ...options.headers, ...sessionRequired } })
    // Auth paths hand their 401 and 403 over.
    return response.ok ? response : await refusalIn(response)
  } catch (error) {
    if (error instanceof RequestError) return error
    throw error
  }
}

async function refusalIn(response: Response): Promise<RequestError> {
  return new RequestError(response.status, await response.text(), response.statusText)
}

function renewed(): Promise<boolean> {
  const event = new SessionExpired()
  document.dispatchEvent(event)
  return event.renewal ?? Promise.resolve(false)
}
