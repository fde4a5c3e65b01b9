import { APIConnectionError, APIConnectionTimeoutError, APIError, APIUserAbortError } from 'openai'
import { AnalysisError } from '#domain/analysis.ts'
import { askedWait } from '../platform/asked-wait.ts'

const cancelled = 'The analysis was cancelled.'
export const nonsense = 'The analysis service gave an answer that can not be used.'
export const brokenOff = 'The answer of the analysis service broke off. Please try again.'

/** What went wrong with a request to the model, in a sentence for the person who made it. */
export function asAnalysisError(
  error: unknown,
  { gone, late, secret }: { gone: boolean; late: boolean; secret: string | null },
) {
  if (gone) return new AnalysisError('cancelled', cancelled)
  if (error instanceof AnalysisError && !late) return error
  // The key must not reach a log, even when the server repeats it.
  const message =
    `${error instanceof Error ? `${error.message} ${causeOf(error)}` : String(error)}`.slice(0, 500)
  const cause = new Error(secret ? message.replaceAll(secret, '…') : message)
  if (late || error instanceof APIConnectionTimeoutError || error instanceof APIUserAbortError)
    return new AnalysisError(
      'timeout',
      'The analysis service took too long to answer. Please try again.',
      cause,
    )
  const [kind, sentence] = failureOf(error)
  const wait = sentence.includes('try again later') ? askedSeconds(error) : null
  const whole =
    wait === null
      ? sentence
      : sentence.replace('try again later', `try again in ${durationOf(wait)}`)
  return new AnalysisError(kind, whole, cause, wait)
}

/** `Retry-After` of the service's answer in seconds; null without one. */
function askedSeconds(error: unknown): number | null {
  if (!(error instanceof APIError)) return null
  const wait = askedWait(error.headers?.get('retry-after') ?? null, Date.now())
  return wait === null ? null : Math.max(1, Math.ceil(wait / 1000))
}

function durationOf(seconds: number): string {
  if (seconds > 90) return `${Math.ceil(seconds / 60)} minutes`
  return seconds === 1 ? '1 second' : `${seconds} seconds`
}

function causeOf(error: Error) {
  return error.cause instanceof Error ? `(${error.cause.message})` : ''
}

function failureOf(error: unknown): [kind: AnalysisError['kind'], message: string] {
  if (error instanceof APIConnectionError)
    return ['unavailable', 'The analysis service could not be reached. Please try again later.']
  // What `fetch` throws when the connection ends within the answer.
  if (error instanceof TypeError) return ['unavailable', brokenOff]
  if (!(error instanceof APIError)) return ['nonsense', nonsense]
  if (error.status === 401 || error.status === 403)
    return ['unavailable', 'The analysis service does not accept the API key of this site.']
  if (error.status === 429)
    return [
      'unavailable',
      'The analysis service is busy or its quota is used up. Please try again later.',
    ]
  if (error.status === 404)
    return ['unavailable', 'The analysis service does not know the model that this site asks for.']
  if (error.status === 413) return ['too-large', 'This is too large for the analysis service.']
  if (error.status !== undefined && error.status < 500)
    return ['refused', 'The analysis service did not accept this request.']
  return ['unavailable', 'The analysis service has a problem. Please try again later.']
}
