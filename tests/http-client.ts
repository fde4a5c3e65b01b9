import { type IncomingHttpHeaders, request } from 'node:http'
import { connect } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'

export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  /** Names and values in turn, as sent. */
  rawHeaders: Array<string>
  /** As transferred. */
  body: Buffer
  /** The decoded body. */
  text: string
}

export interface Question {
  method?: string
  headers?: Record<string, string>
  body?: string | Buffer
}

/** The cookie that an answer sets, as a browser sends it; empty without one. */
export const cookieIn = ({ headers }: Pick<Answer, 'headers'>): string =>
  headers['set-cookie']?.[0]?.split(';')[0] ?? ''

/**
 * Sends one request on a new connection. The path is sent as it is, without resolving or escaping,
 * unlike `fetch`.
 */
export function ask(
  base: string,
  path: string,
  { method = 'GET', headers = {}, body }: Question = {},
): Promise<Answer> {
  const { hostname, port } = new URL(base)
  return new Promise((resolve, reject) => {
    const asking = request({ hostname, port, path, method, headers, agent: false }, (res) => {
      const chunks: Array<Buffer> = []
      res.on('data', (chunk: Buffer) => chunks.push(chunk))
      res.on('error', reject)
      res.on('end', () => {
        const bytes = Buffer.concat(chunks)
        resolve({
          status: res.statusCode ?? 0,
          headers: res.headers,
          rawHeaders: res.rawHeaders,
          body: bytes,
          text: decoded(bytes, res.headers['content-encoding']).toString(),
        })
      })
    })
    asking.on('error', reject)
    asking.end(body)
  })
}

/** The JSON of a response. Throws with the text when it is not JSON. */
export async function askJson<Shape = unknown>(
  base: string,
  path: string,
  question?: Question,
): Promise<Shape> {
  const { text, status } = await ask(base, path, question)
  try {
    return JSON.parse(text) as Shape
  } catch {
    throw new Error(`${path} answered ${status} without JSON: ${text.slice(0, 200)}`)
  }
}

export function post(
  base: string,
  path: string,
  value: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const body = typeof value === 'string' ? value : JSON.stringify(value)
  return ask(base, path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body,
  })
}

/**
 * Sends bytes that need not be HTTP and returns everything received until the connection closes.
 */
export function sendBytes(base: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(base)
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect(Number(port), hostname, () => socket.write(bytes))
    socket.on('data', (chunk) => {
      answer += chunk
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(answer))
  })
}

function decoded(bytes: Buffer, coding: string | undefined): Buffer {
  if (bytes.length === 0) return bytes
  if (coding === 'br') return brotliDecompressSync(bytes)
  return coding === 'gzip' ? gunzipSync(bytes) : bytes
}

/**
 * Sends requests, a hundred at once, until one is refused: a limit is filled again while a slow
 * machine answers. Returns all answers.
 */
export async function untilRefused(send: (at: number) => Promise<Answer>): Promise<Array<Answer>> {
  const answers: Array<Answer> = []
  while (answers.length < 6000 && !answers.some(({ status }) => status === 429))
    answers.push(...(await Promise.all(Array.from({ length: 100 }, (_, at) => send(at)))))
  return answers
}
