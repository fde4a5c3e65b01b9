import type { z } from 'zod'
import type { AssistEvent, assistRequest } from '#domain/assist.ts'
import { adminResponse } from './admin-call.ts'
import { RequestError } from './refusal.ts'

const brokenOff = 'The answer broke off. Please try again.'

/**
 * Lets the model write, and passes on the whole of its answer so far with each piece that comes.
 * Resolves with all of it. Throws as `call`.
 */
export async function askModel(
  body: z.input<typeof assistRequest>,
  onText: (sofar: string) => void,
  signal: AbortSignal,
): Promise<string> {
  const { body: stream } = await adminResponse('POST /api/assist', { body, signal })
  if (!stream) throw new RequestError(502, brokenOff, '')
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader()
  let answer = ''
  let unread = ''
  for (;;) {
    const { value, done } = await reader.read()
    // A server that stops or a network that is lost ends the stream without its last event.
    if (done) throw new RequestError(502, brokenOff, '')
    const events = (unread + value).split('\n\n')
    unread = events.pop() ?? ''
    for (const event of events) {
      const { kind, text } = JSON.parse(event.replace(/^data: /, '')) as AssistEvent
      if (kind === 'end') return answer
      if (kind === 'failed') throw new RequestError(502, text, '')
      answer += text
      onText(answer)
    }
  }
}
