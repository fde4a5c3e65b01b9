import { json, type Request, type Response, Router, urlencoded } from 'express'
import { ZodError } from 'zod'
import { type SubscribeAnswer, type Subscriber, subscribeRequest } from '#domain/subscribe.ts'
import { HttpError } from './http-error.ts'
import { networkOf } from './network-of.ts'
import { requestFromForm } from './subscribe-form.ts'
import { createTokenBucket } from './token-bucket.ts'

/** A signed link to a download's file, or null when there is no such download. */
export type DownloadLinkFor = (id: number) => SubscribeAnswer['download'] | null

export interface SubscriberSink {
  /** Stores the address durably before it answers; a known address stays one. */
  add(subscription: Pick<Subscriber, 'email' | 'source' | 'utm' | 'customFields'>): Promise<void>
}

/**
 * `POST /api/subscribe` (specification, section 7; rulings, sections 6 and 6b): one answer for new and known addresses. `failed` hears why an
 * address could not be stored where the answer is a page that can't tell. A
 * subscription that names a download answers with a link to its file.
 */
export function subscribeApi(
  subscribers: SubscriberSink,
  now: () => number,
  failed: (error: unknown) => void,
  downloadLinkFor: DownloadLinkFor,
): Router {
  const limit = createTokenBucket({ burst: 60, perSecond: 5 })
  const router = Router()

  async function subscribe(req: Request, body: unknown): Promise<SubscribeAnswer> {
    const wait = limit.take(networkOf(req.ip ?? ''), now())
    if (wait > 0)
      throw new HttpError(429, 'Too many sign-ups from your network. Please try again in a few seconds.', {
        headers: { 'Retry-After': String(Math.min(wait, 5)) },
      })
    const { email, source, utm_source, utm_medium, utm_campaign, custom_fields } = subscribeRequest.parse(body)
    const utm = Object.fromEntries(
      Object.entries({ source: utm_source, medium: utm_medium, campaign: utm_campaign }).filter(([, value]) => value),
    )
    await subscribers.add({ email, source, utm, customFields: custom_fields }).catch((cause: unknown) => {
      throw new HttpError(503, 'Your address could not be saved just now. Please try again later.', { cause })
    })
    const download = downloadLinkFor(idIn(custom_fields.download_id))
    return { ok: true, ...(download && { download }) }
  }

  /** A form of a browser without script: the answer is a page. */
  async function subscribeByForm(req: Request, res: Response): Promise<void> {
    const page = await subscribe(req, requestFromForm(req.body, req.get('Referer'))).then(
      ({ download }) => (download ? `/subscribed?download=${encodeURIComponent(download.url)}` : '/subscribed'),
      (error: unknown) => {
        if (error instanceof HttpError && error.status >= 500) failed(error.cause)
        return `/subscribed?problem=${problemOf(error)}`
      },
    )
    res.redirect(303, page)
  }

  router.post(
    '/subscribe',
    json({ limit: '20kb' }),
    urlencoded({ extended: false, limit: '20kb' }),
    async (req, res) => {
      if (req.is('urlencoded')) return subscribeByForm(req, res)
      if (req.body === undefined) throw new HttpError(400, 'The request has no JSON body.')
      res.set('Cache-Control', 'no-store').json(await subscribe(req, req.body))
    },
  )
  return router
}

/** Which of the page's texts tells about an error; errors of the server itself go on to the handler. */
function problemOf(error: unknown): 'email' | 'later' {
  if (error instanceof ZodError) return 'email'
  if (error instanceof HttpError) return 'later'
  throw error
}

/** A form sends the id as text. */
function idIn(value: unknown): number {
  return typeof value === 'number' || typeof value === 'string' ? Number(value || Number.NaN) : Number.NaN
}
