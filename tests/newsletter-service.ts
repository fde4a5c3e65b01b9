import { createServer, type IncomingMessage } from 'node:http'
import { type ListeningServer, listening } from './listening-server.ts'

export interface ServiceCall {
  method: string
  url: string
  headers: IncomingMessage['headers']
  body: string
  json: Record<string, unknown>
}

interface ServiceAnswer {
  status: number
  json?: unknown
  text?: string
  headers?: Record<string, string>
}

export interface NewsletterService extends ListeningServer {
  calls: Array<ServiceCall>
  /** Sets how calls are answered from now on: with JSON, with `text`, or not at all. */
  answer(how: ((call: ServiceCall) => ServiceAnswer) | 'hang'): void
}

/** A newsletter service on this machine that records its calls. `port` 0 picks a free one. */
export async function newsletterService(port = 0): Promise<NewsletterService> {
  const calls: Array<ServiceCall> = []
  let answer: Parameters<NewsletterService['answer']>[0] = () => ({ status: 200 })
  const server = createServer(async (req, res) => {
    const chunks: Array<Buffer> = []
    for await (const chunk of req) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks).toString()
    const { method = '', url = '', headers } = req
    const call = {
      method,
      url,
      headers,
      body,
      json: body ? (JSON.parse(body) as Record<string, unknown>) : {},
    }
    calls.push(call)
    if (answer === 'hang') return
    const { status, json = {}, text = JSON.stringify(json), headers: more = {} } = answer(call)
    res.writeHead(status, { 'Content-Type': 'application/json', ...more }).end(text)
  })
  return {
    ...(await listening(server, port)),
    calls,
    answer(how) {
      answer = how
    },
  }
}
