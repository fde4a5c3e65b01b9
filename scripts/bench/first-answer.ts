import { once } from 'node:events'
import { type Agent, type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
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

/** Node adds these to every response. */
const ofTheConnection = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding'])

/**
 * Sends one request with a browser's Accept-Encoding. Rejects when nobody listens. Opens a new connection unless an
 * agent is given.
 */
export async function get(
  url: string,
  options: { headers?: Record<string, string>; agent?: Agent } = {},
): Promise<Answer> {
  const headers = { 'Accept-Encoding': 'gzip, deflate, br', ...options.headers }
  const asking = request(url, { headers, agent: options.agent ?? false })
  asking.end()
  const [answer] = (await once(asking, 'response')) as [IncomingMessage]
  const chunks: Array<Buffer> = []
  for await (const chunk of answer) chunks.push(chunk as Buffer)
  const body = Buffer.concat(chunks)
  const coding = answer.headers['content-encoding']
  return {
    status: answer.statusCode ?? 0,
    headers: withoutConnection(answer.rawHeaders),
    etag: answer.headers.etag ?? '',
    body,
    text: () => (coding === 'br' ? brotliDecompressSync(body) : coding === 'gzip' ? gunzipSync(body) : body).toString(),
  }
}

function withoutConnection(raw: ReadonlyArray<string>): Array<string> {
  return raw.filter((_, at) => !ofTheConnection.has((raw[at - (at % 2)] ?? '').toLowerCase()))
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
