import { once } from 'node:events'
import { request as ask, type IncomingMessage, type RequestOptions } from 'node:http'
import { connect } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'

export interface Answer {
  status: number
  /** Names and values in turn, as sent, without those of the connection. */
  headers: Array<string>
  etag: string
  /** As transferred. */
  body: Buffer
  text(): string
}

type Request = Pick<RequestOptions, 'method' | 'headers' | 'agent'>

/** Node adds these to every response. */
const ofTheConnection = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding'])
const uncompressed = new Map([
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
])

/**
 * Sends one request with a browser's Accept-Encoding. Rejects when nobody listens. Opens a new connection unless an
 * agent is given.
 */
export function get(url: string, options: Request = {}): Promise<Answer> {
  const headers = Object.assign({ 'Accept-Encoding': 'gzip, deflate, br' }, options.headers)
  return request(url, { ...options, headers })
}

export async function request(url: string, options: Request & { body?: string }): Promise<Answer> {
  const asking = ask(url, { agent: false, ...options })
  asking.end(options.body)
  const [answer] = (await once(asking, 'response')) as [IncomingMessage]
  const body = await buffer(answer)
  const { etag = '', 'content-encoding': coding = '' } = answer.headers
  const { rawHeaders } = answer
  return {
    status: answer.statusCode ?? 0,
    headers: rawHeaders.filter((_, at) => !ofTheConnection.has(rawHeaders[at - (at % 2)]!.toLowerCase())),
    etag,
    body,
    text: () => (uncompressed.get(coding)?.(body) ?? body).toString(),
  }
}

/** Whether a connection can be made. */
export async function connects(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

/**
 * The time of the first 200 response that contains `text`, on the clock of `performance.now()`. Tries to connect
 * every millisecond, which costs the starting process next to nothing.
 */
export async function firstAnswer(port: number, path: string, text: string, timeoutMs = 60_000): Promise<number> {
  const end = performance.now() + timeoutMs
  while (performance.now() < end) {
    const answer = await get(`http://127.0.0.1:${port}${path}`).catch(nullWhenRefused)
    const arrived = performance.now()
    if (answer?.status === 200 && answer.text().includes(text)) return arrived
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
  throw new Error(`${path} was not served within ${timeoutMs} ms`)
}

function nullWhenRefused(error: NodeJS.ErrnoException): null {
  if (error.code === 'ECONNREFUSED' || error.code === 'ECONNRESET') return null
  throw error
}
