import type { RequestHandler, Response } from 'express'
import { type Idempotency, type KeyedWrite, keyedAnswer, replay } from './idempotency.ts'
import { personOf } from './signed-in.ts'

/** For routes that are not mounted from the contract: makes a write with an `Idempotency-Key` happen once. Mount behind the session check and the body's parser. */
export function onceMiddleware(idempotency: Idempotency): RequestHandler {
  return async (req, res, next) => {
    const begun = await idempotency.begin(req, personOf(res).user.id)
    if (begun === null) return next()
    if (begun.kind !== 'begun') return replay(res, begun)
    res.locals.begunWrite = begun
    const send = res.json.bind(res)
    res.json = (body: unknown) => {
      res.json = send
      void begun.end(keyedAnswer(res, res.statusCode, body)).then(() => send(body))
      return res
    }
    next()
  }
}

/** What the write of this request came to when a process that died before it could answer had done it; else what `work` comes to. */
export async function doneOnce<Outcome>(
  res: Response,
  work: (write: KeyedWrite | null) => Promise<Outcome>,
): Promise<Outcome> {
  const begun = res.locals.begunWrite as { write: KeyedWrite; before: { outcome: Outcome } | null } | undefined
  return begun?.before ? begun.before.outcome : work(begun?.write ?? null)
}
