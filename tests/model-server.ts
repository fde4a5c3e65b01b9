import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { listening } from './listening-server.ts'

/** A request that the model got. */
export interface Asked extends Pick<IncomingMessage, 'method' | 'url' | 'headers'> {
  body: Record<string, unknown>
  text: string
}

/** How the model answers one request. */
export interface Answering {
  asked: Asked
  res: ServerResponse
  /** Sends one more piece of a streamed text. */
  say(text: string): void
  /** Ends the streamed text as the protocol does. */
  finish(reason?: string): void
}

/** An answer that is one streamed text. */
export const saying =
  (text: string) =>
  ({ say, finish }: Answering): void => {
    say(text)
    finish()
  }

/** An OpenAI-compatible server that records its requests. */
export async function modelServer() {
  const asked: Array<Asked> = []
  let answer: (answering: Answering) => void = saying('')
  const left = new Map<typeof answer, number>()
  const server = createServer(async (req, res) => {
    const answering = answer
    res.on('close', () => {
      if (!res.writableEnded) left.set(answering, (left.get(answering) ?? 0) + 1)
    })
    let text = ''
    for await (const chunk of req) text += chunk
    const { method, url, headers } = req
    const request = { method, url, headers, text, body: JSON.parse(text) }
    asked.push(request)
    const send = (choice: object) => {
      if (!res.headersSent) res.writeHead(200, { 'Content-Type': 'text/event-stream' })
      res.write(`data: ${JSON.stringify({ choices: [choice] })}\n\n`)
    }
    answering({
      asked: request,
      res,
      say: (content) => send({ delta: { content }, finish_reason: null }),
      finish(reason = 'stop') {
        send({ delta: {}, finish_reason: reason })
        res.end('data: [DONE]\n\n')
      },
    })
  })
  const { url, ...rest } = await listening(server)
  return {
    ...rest,
    url: `${url}/v1`,
    asked,
    /** How many answers of the present kind the other side left before their end. */
    left: () => left.get(answer) ?? 0,
    /** Sets what it does with the next requests. */
    answerWith(next: typeof answer) {
      answer = next
    },
  }
}
