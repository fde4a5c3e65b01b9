import { Trouble } from '../trouble.ts'

/** How long one call may take, its answer included. */
const longestCallMs = 10_000
const longestAnswer = 1024 * 1024
/** So long at most a service is left alone, whatever it asks for. */
const longestAskedWaitMs = 60 * 60 * 1000

export interface ServiceAnswer {
  status: number
  /** The parsed JSON; null when it is none. */
  json: unknown
}

/**
 * One call of a newsletter service. Resolves with answers that a caller can act on; rejects with Trouble for the rest: out of reach, too slow, busy, broken, or a
 * key that is refused. Nothing of the answer gets into a message, since it may name the person.
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
    response = await fetch(url, { ...options, redirect: 'manual', signal: AbortSignal.any([signal, limit]) })
    text = await boundedText(response)
  } catch (error) {
    if (limit.aborted)
      throw new Trouble(`${name} did not answer within ${limitMs / 1000} seconds.`, 'service', { slow: true })
    const { cause } = error as { cause?: { code?: string } }
    throw new Trouble(`${name} is out of reach${cause?.code ? ` (${cause.code})` : ''}.`, 'service')
  }
  const { status } = response
  const asked = { askedWaitMs: askedWait(response.headers.get('Retry-After'), Date.now()) }
  if (status === 401 || status === 403)
    throw new Trouble(`${name} refuses the key of NEWSLETTER_API_KEY (${status}).`, 'service')
  if (status === 408 || status === 425 || status === 429)
    throw new Trouble(`${name} is busy (${status}).`, 'service', asked)
  if (status >= 500) throw new Trouble(`${name} is out of order (${status}).`, 'service', asked)
  if (status >= 300 && status < 400)
    throw new Trouble(`${name} leads to another address (${status}); set NEWSLETTER_URL to that one.`, 'service')
  return { status, json: parsed(text) }
}

/**
 * The same for a service whose every answer is JSON. What is none comes from something else at that address: a start page, a proxy's own words. Taken for a
 * yes, somebody would count as told who is not.
 */
export async function callJsonService(...call: Parameters<typeof callService>): Promise<ServiceAnswer> {
  const answer = await callService(...call)
  if (answer.status !== 204 && (typeof answer.json !== 'object' || answer.json === null))
    throw new Trouble(`What answers at NEWSLETTER_URL is not ${call[0]} (${answer.status}).`, 'service')
  return answer
}

/** For answers that say no to this person alone. */
export function refused(name: string, status: number): Trouble {
  return new Trouble(`${name} does not take this person (${status}).`, 'person')
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

/** `Retry-After` in milliseconds: seconds or a date; null for none and for nonsense. */
export function askedWait(header: string | null, now: number): number | null {
  if (header === null) return null
  const wait = /^\d{1,9}$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now
  return wait >= 0 ? Math.min(wait, longestAskedWaitMs) : null
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
