import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A call as it has reached the server. */
export interface Seen {
  method: string
  url: string
  headers: IncomingMessage['headers']
  body: string
}

/**
 * For tests: a real server on a free port. Relative paths of the calls are sent to it, as a browser
 * would send them to its page's origin.
 */
export async function serve(answer: (seen: Seen, response: ServerResponse) => void) {
  const seen: Array<Seen> = []
  const server = createServer(async (incoming, response) => {
    const chunks: Array<Buffer> = []
    for await (const chunk of incoming) chunks.push(chunk as Buffer)
    const one = {
      method: incoming.method ?? '',
      url: incoming.url ?? '',
      headers: incoming.headers,
      body: Buffer.concat(chunks).toString(),
    }
    seen.push(one)
    answer(one, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const original = globalThis.fetch
  globalThis.fetch = (input, init) => original(new URL(String(input), origin), init)
  return {
    seen,
    async [Symbol.asyncDispose]() {
      globalThis.fetch = original
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export const json = (response: ServerResponse, status: number, value: unknown) =>
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(value))
