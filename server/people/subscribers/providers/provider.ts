import type { Subscriber } from '#domain/subscriber.ts'
import { askedWait } from '../../../platform/asked-wait.ts'
import { AttemptError } from '../retries.ts'

/** Time limit of one call, including its answer. */
const longestCallMs = 10_000
const longestAnswer = 1024 * 1024

export interface ServiceAnswer {
  status: number
  /** The parsed JSON; null when the answer is not JSON. */
  json: unknown
}

/**
 * Calls a newsletter service. Resolves with answers that the caller handles; rejects with
 * AttemptError otherwise: unreachable, too slow, rate limited, server error, or key refused.
 * Messages never quote the answer, because it may contain personal data.
 */
export async function callService(
  name: string,
  request: { method: string; url: string; headers: Record<string, string>; body?: string },
  signal: AbortSignal,
  limitMs = longestCallMs,
): Promise<ServiceAnswer> {
  const limit = AbortSignal.timeout(limitMs)
  const { url, ...options } = request
  let response: Response
  let text: string
  try {
    response = await fetch(url, {
      ...options,
      redirect: 'manual',
      signal: AbortSignal.any([signal, limit]),
    })
    text = await boundedText(response)
  } catch (error) {
    if (limit.aborted)
      throw new AttemptError(
        `${name} did not answer within ${limitMs / 1000} seconds.`,
        'service',
        { slow: true },
      )
    const { cause } = error as { cause?: { code?: string } }
    throw new AttemptError(
      `${name} is out of reach${cause?.code ? ` (${cause.code})` : ''}.`,
      'service',
    )
  }
  const { status } = response
  const asked = { askedWaitMs: askedWait(response.headers.get('Retry-After'), Date.now()) }
  if (status === 401 || status === 403)
    throw new AttemptError(`${name} refuses the key of NEWSLETTER_API_KEY (${status}).`, 'service')
  if (status === 408 || status === 425 || status === 429)
    throw new AttemptError(`${name} is busy (${status}).`, 'service', asked)
  if (status >= 500)
    throw new AttemptError(`${name} has an internal error (${status}).`, 'service', asked)
  if (status >= 300 && status < 400)
    throw new AttemptError(
      `${name} redirects to another address (${status}); set NEWSLETTER_URL to that one.`,
      'service',
    )
  return { status, json: parsed(text) }
}

/**
 * The same for a service that always answers JSON. An answer without JSON comes from another
 * program at that address, such as a proxy, and must not count as a success.
 */
export async function callJsonService(
  ...call: Parameters<typeof callService>
): Promise<ServiceAnswer> {
  const answer = await callService(...call)
  if (answer.status !== 204 && (typeof answer.json !== 'object' || answer.json === null))
    throw new AttemptError(
      `The server at NEWSLETTER_URL is not ${call[0]} (${answer.status}).`,
      'service',
    )
  return answer
}

/** Error for an answer that refuses only this person. */
export function refused(name: string, status: number): AttemptError {
  return new AttemptError(`${name} rejects this person (${status}).`, 'person')
}

async function boundedText(response: Response): Promise<string> {
  const chunks: Array<Uint8Array> = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > longestAnswer) break
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Somebody to unsubscribe. Of an erased person only the address is known. */
export type Leaver = Pick<Subscriber, 'email'> &
  Partial<Pick<Subscriber, 'subscribedAt' | 'source' | 'customFields'>>

/** A newsletter service. Both calls are idempotent and reject with AttemptError. */
export interface Provider {
  /** Name in messages for administrators. */
  name: string
  /** Identifies the service and the account. With another key, nobody is synced yet. */
  key: string
  subscribe(person: Subscriber, signal: AbortSignal): Promise<void>
  /** Ends the subscription. Succeeds when the service does not know the person. */
  unsubscribe(person: Leaver, signal: AbortSignal): Promise<void>
}
