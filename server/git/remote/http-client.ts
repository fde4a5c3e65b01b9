import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { RemoteError } from './remote-error.ts'

export interface HttpQuestion {
  method: 'GET' | 'POST'
  url: URL
  headers: Record<string, string>
  /** Sent piece by piece, as fast as it is taken. */
  body?: AsyncIterable<Buffer>
}

export interface HttpAnswer {
  status: number
  headers: http.IncomingHttpHeaders
  body: AsyncIterable<Buffer>
}

export interface HttpClientOptions {
  signal: AbortSignal
  /** Milliseconds without a sign of life after which a connection is given up. */
  idle?: number
  /** Milliseconds that one question may take in all. */
  total?: number
}

/** What fits into one piece is sent with its length; some servers want to know it. */
const wholeBody = 1024 * 1024

/** Asks over http or https, with limits for everything: a server that accepts and never answers must not hold the sync up. Throws a RemoteError. */
export function createHttpClient({ signal, idle = 30_000, total = 600_000 }: HttpClientOptions) {
  return async ({ method, url, headers, body }: HttpQuestion): Promise<HttpAnswer> => {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(total)])
    const failure = (error: unknown): RemoteError => asRemoteError(error, url, signal)
    try {
      let isAnswered = false
      const answer = await new Promise<IncomingMessage>((resolve, reject) => {
        const { request } = url.protocol === 'https:' ? https : http
        const asking = request(url, { method, headers, agent: false, signal: limit })
        asking.setTimeout(idle, () => asking.destroy(Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' })))
        asking.on('error', reject)
        asking.on('response', (response) => {
          isAnswered = true
          resolve(response)
        })
        // A server may refuse before it has read everything: then its answer counts.
        send(asking, body).catch((error: unknown) => isAnswered || asking.destroy(error as Error))
      })
      return { status: answer.statusCode ?? 0, headers: answer.headers, body: piecesOf(answer, failure) }
    } catch (error) {
      throw failure(error)
    }
  }
}

async function send(asking: http.ClientRequest, body: AsyncIterable<Buffer> | undefined): Promise<void> {
  const held: Array<Buffer> = []
  let size = 0
  let isStreaming = false
  for await (const piece of body ?? []) {
    if (asking.destroyed) return
    held.push(piece)
    size += piece.length
    if (size < wholeBody) continue
    isStreaming = true
    await write(asking, Buffer.concat(held.splice(0)))
    size = 0
  }
  const rest = Buffer.concat(held)
  if (!isStreaming && body !== undefined) asking.setHeader('Content-Length', rest.length)
  asking.end(rest)
}

function write(asking: http.ClientRequest, bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    asking.write(bytes, (error) => (error ? reject(error) : resolve()))
  })
}

async function* piecesOf(answer: IncomingMessage, failure: (error: unknown) => RemoteError): AsyncGenerator<Buffer> {
  try {
    for await (const piece of answer) yield piece as Buffer
  } catch (error) {
    throw failure(error)
  }
}

function asRemoteError(error: unknown, { host }: URL, signal: AbortSignal): RemoteError {
  if (error instanceof RemoteError) return error
  if (signal.aborted) return new RemoteError('stopped', 'The server is shutting down.')
  const { code, name } = error as NodeJS.ErrnoException
  const isLate = code === 'ETIMEDOUT' || name === 'TimeoutError' || name === 'AbortError'
  const what = isLate ? 'does not answer in time' : `can't be reached (${code ?? 'the connection broke'})`
  return new RemoteError('unreachable', `The remote ${host} ${what}.`, { cause: error })
}
