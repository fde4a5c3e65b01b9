import OpenAI, { APIError } from 'openai'
import type {
  ChatCompletion,
  ChatCompletionChunk,
  ChatCompletionContentPart,
} from 'openai/resources/chat/completions'
import { z } from 'zod'
import { AnalysisError } from '#domain/analysis.ts'
import { askedWait } from '../platform/asked-wait.ts'
import { asAnalysisError, brokenOff, nonsense } from './model-failures.ts'

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

/** Asks an OpenAI-compatible server. Both functions fail with `AnalysisError`. */
interface ModelClient {
  /** The JSON object of an answer, unchecked. */
  ask(question: Question, signal: AbortSignal): Promise<unknown>
  /** The pieces of an answer that is text, as they come. */
  write(
    question: Pick<Question, 'instructions' | 'parts'>,
    signal: AbortSignal,
  ): AsyncGenerator<string, void>
}

export function createModelClient(settings: ModelSettings): ModelClient {
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
    return { ...messagesOf(system, parts), ...format }
  }

  function messagesOf(system: string, parts: Question['parts']) {
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
    }
  }

  return {
    async ask(question, signal) {
      const limit = AbortSignal.timeout(timeoutMs)
      try {
        return readAnswer(await ask(question, AbortSignal.any([signal, limit])))
      } catch (error) {
        throw asAnalysisError(error, { gone: signal.aborted, late: limit.aborted, secret: apiKey })
      }
    },
    async *write({ instructions, parts }, signal) {
      const late = new AbortController()
      const silence = setTimeout(() => late.abort(), timeoutMs)
      try {
        const request = { ...messagesOf(instructions, parts), stream: true as const }
        const either = AbortSignal.any([signal, late.signal])
        const chunks = await client.chat.completions.create(request, { signal: either })
        yield* piecesOf(chunks, () => silence.refresh())
      } catch (error) {
        const ends = { gone: signal.aborted, late: late.signal.aborted, secret: apiKey }
        throw asAnalysisError(error, ends)
      } finally {
        clearTimeout(silence)
      }
    },
  }
}

/**
 * The pieces of a streamed text; `heard` is called with each chunk, also one of the model's
 * thoughts. Throws when the stream ends before the text does.
 */
async function* piecesOf(
  chunks: AsyncIterable<ChatCompletionChunk>,
  heard: () => void,
): AsyncGenerator<string, void> {
  let ending: string | null = null
  let isEmpty = true
  for await (const chunk of chunks) {
    heard()
    const choice = chunk?.choices?.[0]
    ending = choice?.finish_reason ?? ending
    if (choice?.delta?.refusal) ending = 'content_filter'
    const piece = choice?.delta?.content
    if (typeof piece !== 'string' || piece === '') continue
    isEmpty &&= piece.trim() === ''
    yield piece
  }
  if (ending === 'content_filter')
    throw new AnalysisError('refused', 'The analysis service declined to answer this.')
  if (isEmpty) throw new AnalysisError('nonsense', nonsense, 'an answer without text')
  if (ending !== 'stop') throw new AnalysisError('unavailable', brokenOff, `ended by ${ending}`)
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
