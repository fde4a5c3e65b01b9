import OpenAI, {
  APIConnectionError,
  APIConnectionTimeoutError,
  APIError,
  APIUserAbortError,
} from 'openai'
import type { ChatCompletion, ChatCompletionContentPart } from 'openai/resources/chat/completions'
import { z } from 'zod'
import { AnalysisError } from '#domain/analysis.ts'
import { askedWait } from '../platform/asked-wait.ts'

export interface ModelSettings {
  /** Null for servers without authentication. */
  apiKey: string | null
  /** Null for OpenAI's own service. */
  baseURL: string | null
  /** Null for a small model that accepts pictures. */
  model: string | null
  /** Time limit for one answer, including retries. */
  timeoutMs?: number
  maxRetries?: number
  maxAnswerBytes?: number
}

export interface Question {
  name: string
  schema: z.ZodType
  instructions: string
  parts: Array<ChatCompletionContentPart>
}

/**
 * Ways to request JSON from the server, in order; a way that the server rejects is not tried again.
 */
const modes = ['json_schema', 'json_object', 'text'] as const

const openAiUrl = 'https://api.openai.com/v1'
const defaultModel = 'gpt-4o-mini'
/**
 * The number of tokens is not limited, because servers name that parameter differently. This limit
 * in bytes applies to all.
 */
const defaultAnswerBytes = 2_000_000

/** The longest `Retry-After`, in milliseconds, that an analysis waits for by itself. */
const longestWaitMs = 3_000

const cancelled = 'The analysis was cancelled.'
const nonsense = 'The analysis service gave an answer that can not be used.'

/**
 * Creates a function that asks an OpenAI-compatible server for a JSON object and returns it
 * unchecked. Rejects with `AnalysisError`.
 */
export function createModelClient(
  settings: ModelSettings,
): (question: Question, signal: AbortSignal) => Promise<unknown> {
  const {
    apiKey,
    baseURL,
    model,
    timeoutMs = 30_000,
    maxRetries = 1,
    maxAnswerBytes = defaultAnswerBytes,
  } = settings
  // Every option is set, because the package reads missing ones from the environment.
  const client = new OpenAI({
    apiKey: apiKey ?? 'none',
    baseURL: baseURL ?? openAiUrl,
    organization: null,
    project: null,
    webhookSecret: null,
    adminAPIKey: null,
    logLevel: 'off',
    timeout: timeoutMs,
    maxRetries,
    fetch: limitedFetch(maxAnswerBytes),
  })
  let mode = 0

  async function ask(question: Question, signal: AbortSignal) {
    for (;;) {
      const tried = mode
      try {
        return await client.chat.completions.create(requestOf(question, tried), { signal })
      } catch (error) {
        if (!isAboutFormat(error) || tried === modes.length - 1) throw error
        mode = Math.max(mode, tried + 1)
      }
    }
  }

  function requestOf({ name, schema, instructions, parts }: Question, at: number) {
    const shape = z.toJSONSchema(schema)
    // Servers without schema support get the schema in the prompt.
    const system =
      at === 0
        ? instructions
        : `${instructions}\nJSON schema of the object: ${JSON.stringify(shape)}`
    const format =
      at === 0
        ? {
            response_format: {
              type: 'json_schema' as const,
              json_schema: { name, strict: true, schema: shape },
            },
          }
        : at === 1
          ? { response_format: { type: 'json_object' as const } }
          : {}
    return {
      model: model ?? defaultModel,
      messages: [
        { role: 'system' as const, content: system },
        // Text alone is sent as a string, because small servers do not support content parts.
        {
          role: 'user' as const,
          content: parts.every((part) => part.type === 'text') ? textOf(parts) : parts,
        },
      ],
      ...format,
    }
  }

  return async (question, signal) => {
    const limit = AbortSignal.timeout(timeoutMs)
    try {
      return readAnswer(await ask(question, AbortSignal.any([signal, limit])))
    } catch (error) {
      throw asAnalysisError(error, { gone: signal.aborted, late: limit.aborted, secret: apiKey })
    }
  }
}

function textOf(parts: ReadonlyArray<ChatCompletionContentPart>) {
  return parts.map((part) => (part.type === 'text' ? part.text : '')).join('\n\n')
}

/** The JSON object in an answer. Small models put it into a code fence or a sentence. */
function readAnswer(completion: ChatCompletion): unknown {
  const choice = completion?.choices?.[0]
  if (choice?.message?.refusal || choice?.finish_reason === 'content_filter')
    throw new AnalysisError(
      'refused',
      'The analysis service declined to analyze this.',
      choice.message?.refusal,
    )
  const text = choice?.message?.content
  if (typeof text !== 'string')
    throw new AnalysisError('nonsense', nonsense, 'no text in the answer')
  const object = text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)
  try {
    return JSON.parse(object)
  } catch (error) {
    throw new AnalysisError('nonsense', nonsense, error)
  }
}

function isAboutFormat(error: unknown): boolean {
  if (!(error instanceof APIError) || ![400, 404, 415, 422, 501].includes(error.status ?? 0))
    return false
  return /response_format|json_schema|json_object|json mode|structured|grammar|schema/i.test(
    `${error.message} ${error.param ?? ''}`,
  )
}

function asAnalysisError(
  error: unknown,
  { gone, late, secret }: { gone: boolean; late: boolean; secret: string | null },
) {
  if (gone) return new AnalysisError('cancelled', cancelled)
  if (error instanceof AnalysisError) return error
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

/**
 * A `fetch` that follows no redirect, because it would send the key along, and aborts answers
 * larger than `max` bytes. Answers that ask for a longer wait are not tried again.
 */
function limitedFetch(max: number): typeof fetch {
  return async (input, init) => {
    const response = await fetch(input, { ...init, redirect: 'error' })
    if (!response.body) return response
    let size = 0
    const counted = response.body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          size += chunk.length
          if (size > max)
            controller.error(
              new AnalysisError('nonsense', nonsense, `an answer of more than ${max} bytes`),
            )
          else controller.enqueue(chunk)
        },
      }),
    )
    const { status, statusText } = response
    const headers = new Headers(response.headers)
    // The package would wait in place of the person, who is told to come back.
    if ((askedWait(headers.get('retry-after'), Date.now()) ?? 0) > longestWaitMs)
      headers.set('x-should-retry', 'false')
    return new Response(counted, { status, statusText, headers })
  }
}
