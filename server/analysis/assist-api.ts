import type { Response, Router } from 'express'
import { assistCalls } from '#contract/site.ts'
import { hasModel } from '#domain/analysis.ts'
import type { AssistEvent } from '#domain/assist.ts'
import { beginEvents, sendEvent } from '../http/event-stream.ts'
import { HttpError } from '../http/http-error.ts'
import { type CallGate, mountCalls, sent } from '../http/mount-calls.ts'
import { requestIdOf } from '../http/request-parts.ts'
import { takeTokenOf } from '../http/take-token.ts'
import type { Log } from '../platform/log.ts'
import type { RateLimit } from '../platform/token-bucket.ts'
import { asHttpError, disconnected } from './analysis-api.ts'
import type { AssistOptions } from './assist.ts'

/** The call that lets a model write. */
export function assistApi(
  { model, perPerson, log }: { model: AssistOptions; perPerson: RateLimit; log: Log },
  gate: CallGate,
): Router {
  return mountCalls(assistCalls, gate, {
    async 'POST /api/assist'({ body, person, res }) {
      if (!hasModel(model.openai))
        throw new HttpError(404, 'This site has no model that could help.')
      const key = String(person.user.id)
      await takeTokenOf(key, perPerson, 'You have asked the model as often as this site allows.')
      const gone = disconnected(res)
      try {
        const { assistWith } = await import('./assist.ts')
        await stream(assistWith(model, body, gone), { res, gone, log })
      } catch (error) {
        // Nothing was written for it.
        await perPerson.refund(key)
        throw error
      }
      return sent
    },
  })
}

/** Sends the pieces as they come. A failure before the first one is an answer of its own. */
async function stream(
  pieces: AsyncIterable<string>,
  { res, gone, log }: { res: Response; gone: AbortSignal; log: Log },
) {
  const send = (event: AssistEvent) => sendEvent(res, event)
  try {
    for await (const text of pieces) {
      if (!res.headersSent) beginEvents(res)
      send({ kind: 'text', text })
    }
    send({ kind: 'end', text: '' })
  } catch (error) {
    // The client has disconnected.
    if (gone.aborted) return
    const failure = asHttpError(error)
    if (!res.headersSent) throw failure
    log.warn({ err: error, request: requestIdOf(res) }, 'an answer of the model broke off')
    const isKnown = failure instanceof HttpError
    send({ kind: 'failed', text: isKnown ? failure.message : 'Something went wrong.' })
  }
  res.end()
}
