import { json, Router } from 'express'
import { type SubscribeAnswer, type Subscriber, subscribeRequest } from '#domain/subscribe.ts'
import { HttpError } from './http-error.ts'
import { networkOf } from './network-of.ts'
import { createTokenBucket } from './token-bucket.ts'

export interface SubscriberSink {
  /** Stores the address durably before it answers; a known address stays one. */
  add(subscription: Pick<Subscriber, 'email' | 'source' | 'utm' | 'customFields'>): Promise<void>
}

/** `POST /api/subscribe` (specification, section 7; rulings, sections 6 and 6b): one answer for new and known addresses. */
export function subscribeApi(subscribers: SubscriberSink, now: () => number): Router {
  const limit = createTokenBucket({ burst: 60, perSecond: 5 })
  const router = Router()
  router.post('/subscribe', json({ limit: '20kb' }), async (req, res) => {
    const wait = limit.take(networkOf(req.ip ?? ''), now())
    if (wait > 0)
      throw new HttpError(429, 'Too many sign-ups from your network. Please try again in a few seconds.', {
        headers: { 'Retry-After': String(Math.min(wait, 5)) },
      })
    if (req.body === undefined) throw new HttpError(400, 'The request has no JSON body.')
    const { email, source, utm_source, utm_medium, utm_campaign, custom_fields } = subscribeRequest.parse(req.body)
    const utm = Object.fromEntries(
      Object.entries({ source: utm_source, medium: utm_medium, campaign: utm_campaign }).filter(([, value]) => value),
    )
    await subscribers.add({ email, source, utm, customFields: custom_fields }).catch((cause: unknown) => {
      throw new HttpError(503, 'Your address could not be saved just now. Please try again later.', { cause })
    })
    const answer: SubscribeAnswer = { ok: true }
    res.set('Cache-Control', 'no-store').json(answer)
  })
  return router
}
