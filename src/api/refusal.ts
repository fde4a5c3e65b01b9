import { isRecord } from '#domain/is-record.ts'

/**
 * The server answered, but not with a 2xx status. The message is 'STATUS: BODY' (specification,
 * section 8).
 */
export class RequestError extends Error {
  readonly status: number
  /**
   * What a person may read: the `message` of the JSON error, else the body, else the status text.
   */
  readonly reason: string
  /** The parsed JSON of the answer; null when it was none. */
  readonly body: unknown

  constructor(status: number, body: string, statusText: string) {
    const text = body || statusText
    super(`${status}: ${text}`)
    this.name = 'RequestError'
    this.status = status
    this.body = parsed(body)
    this.reason = messageIn(this.body) ?? text
  }
}

/**
 * The server's refusal that is behind an error, or null for anything else, such as a lost network.
 */
export function refusalOf(error: unknown): RequestError | null {
  for (let one = error; one instanceof Error; one = one.cause)
    if (one instanceof RequestError) return one
  return null
}

/**
 * The words for a toast: the server's own message where there is one, null for anything else, such
 * as a lost network.
 */
export function reasonOf(error: unknown): string | null {
  return refusalOf(error)?.reason ?? null
}

/** Why a call failed, for the person at the screen. */
export function messageOf(error: unknown): string {
  return reasonOf(error) ?? 'The server could not be reached. Please try again.'
}

/**
 * Logs why a call failed and throws it as a message, for a dialog that shows what its action
 * throws.
 */
export function throwMessage(error: unknown): never {
  console.error(error)
  throw new Error(messageOf(error), { cause: error })
}

/**
 * The kind of a refusal, for those that the browser answers by itself; undefined for all others.
 */
export function kindOf(error: unknown): unknown {
  return valueIn(error, 'kind')
}

/** A value in the body of a refusal. */
export function valueIn(error: unknown, name: string): unknown {
  const body = refusalOf(error)?.body
  return isRecord(body) ? body[name] : undefined
}

/**
 * Whether the server answered that the repository that stores saves can't be reached: the save may
 * be made or not, and is sent again with its key.
 */
export function isAway(error: unknown): boolean {
  return kindOf(error) === 'away'
}

/**
 * Whether a save was not made because the site is busy with other saves: the same request with its
 * key succeeds some seconds later.
 */
export function isCrowded(error: unknown): boolean {
  return kindOf(error) === 'busy'
}

/** Whether the password was right, and the code of an authenticator app is needed. */
export function needsCode(error: unknown): boolean {
  return kindOf(error) === 'code'
}

/**
 * What the server says about single fields of what was sent; empty when it says nothing. `path` is
 * the field's name, with dots within lists.
 */
export function issuesOf(error: unknown): Array<{ path: string; message: string }> {
  const issues = valueIn(error, 'issues')
  return Array.isArray(issues) ? issues : []
}

function messageIn(body: unknown): string | null {
  return isRecord(body) && typeof body.message === 'string' && body.message ? body.message : null
}

function parsed(body: string): unknown {
  if (!/^[{[]/.test(body)) return null
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}
