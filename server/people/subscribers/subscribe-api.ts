import { json, type Request, type RequestHandler, type Response, type Router, urlencoded } from 'express'
import { ZodError } from 'zod'
import { subscribeCalls } from '#contract/site.ts'
import { honeypot } from '#domain/honeypot.ts'
import { issueWords } from '#domain/issue-words.ts'
import { formWording, type SubscribeAnswer, subscribeRequest } from '#domain/subscribe.ts'
import type { NewSubscriber } from '#domain/subscriber.ts'
import { HttpError } from '../../http/http-error.ts'
import { type CallGate, mountCalls } from '../../http/mount-calls.ts'
import { networkOf } from '../../http/network-of.ts'
import { createTokenBucket } from '../../platform/token-bucket.ts'
import { requestFromForm } from './subscribe-form.ts'

/** A signed link to a download's file, or null when there is no such download. */
export type DownloadLinkFor = (id: number) => NonNullable<SubscribeAnswer['download']> | null

/** Takes somebody onto the list; on the disk when it resolves. The same comes back for a new and a known address. */
export type Subscribe = (
  application: Pick<NewSubscriber, 'email' | 'source' | 'utm' | 'customFields'> & {
    page: string | null
    wording: string
  },
) => Promise<{ synced?: boolean; confirmation: boolean }>

interface Outcome {
  answer: SubscribeAnswer
  /** The person has to confirm by a link in a mail. */
  confirmation: boolean
}

/**
 * `POST /api/subscribe` (specification, section 7; rulings, sections 6 and 6b): one answer for new, known and returning people. `failed` hears why an
 * address could not be stored where the answer is a page that can't tell. A subscription that names a download answers with a link to its file.
 */
export function subscribeApi(
  subscribe: Subscribe,
  failed: (error: unknown) => void,
  downloadLinkFor: DownloadLinkFor,
  gate: CallGate,
): Router {
  const limit = createTokenBucket({ burst: 60, perSecond: 5 })

  async function take(req: Request, body: unknown): Promise<Outcome> {
    const wait = limit.take(networkOf(req.ip ?? ''))
    if (wait > 0)
      throw new HttpError(429, 'Too many sign-ups from your network. Please try again in a few seconds.', {
        headers: { 'Retry-After': String(Math.min(wait, 5)) },
      })
    const { email, source, utm_source, utm_medium, utm_campaign, custom_fields } = subscribeRequest.parse(body, {
      error: issueWords,
    })
    const { [honeypot]: bait, ...customFields } = custom_fields
    // A program that fills in whatever it finds is told what it wants to hear.
    if (bait) return { answer: { ok: true }, confirmation: false }
    const utm = Object.fromEntries(
      Object.entries({ source: utm_source, medium: utm_medium, campaign: utm_campaign }).filter(([, value]) => value),
    )
    const page = typeof customFields.page_url === 'string' ? withoutSecrets(customFields.page_url) : null
    if (page !== null) customFields.page_url = page
    const application = { email, source, utm, customFields, page, wording: formWording }
    const { synced, confirmation } = await subscribe(application).catch((cause: unknown) => {
      throw new HttpError(503, 'Your address could not be saved just now. Please try again later.', { cause })
    })
    const download = downloadLinkFor(idIn(customFields.download_id))
    return {
      answer: { ok: true, ...(synced !== undefined && { synced }), ...(download && { download }) },
      confirmation,
    }
  }

  /** A form of a browser without script: the answer is a page. */
  async function takeForm(req: Request, res: Response): Promise<void> {
    const request = requestFromForm(req.body, req.get('Referer'))
    const { download_id } = request.custom_fields
    const query = await take(req, request).then(
      ({ answer: { download }, confirmation }) => ({
        ...(confirmation && { confirm: 'mail' }),
        ...(download && { download: download.url }),
      }),
      (error: unknown) => {
        if (error instanceof HttpError && error.status >= 500) failed(error.cause)
        // The form on that page goes on where this one was.
        return { problem: problemOf(error), source: request.source, ...(download_id && { offer: download_id }) }
      },
    )
    const search = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    res.redirect(303, search.length > 0 ? `/subscribed?${search.join('&')}` : '/subscribed')
  }

  const answering: RequestHandler = async (req, res) => {
    if (req.is('urlencoded')) return takeForm(req, res)
    if (req.body === undefined) throw new HttpError(400, 'The request has no JSON body.')
    const { answer, confirmation } = await take(req, req.body)
    // In a header, since the answer's fields are fixed.
    if (confirmation) res.set('X-Confirmation', 'mail')
    res.set('Cache-Control', 'no-store').json(answer)
  }
  // The limit of a network counts before the body is checked.
  return mountCalls(subscribeCalls, gate, {
    'POST /api/subscribe': {
      handle: [json({ limit: '20kb' }), urlencoded({ extended: false, limit: '20kb' }), answering],
    },
  })
}

/** What some pages have in their address and nobody else may read: links of mails and to files, codes to register. */
const secretParameters = ['token', 'download', 'code']

/** A page's address as it may be kept and passed on. */
function withoutSecrets(address: string): string {
  if (!URL.canParse(address)) return address
  const url = new URL(address)
  if (!secretParameters.some((name) => url.searchParams.has(name))) return address
  for (const name of secretParameters) url.searchParams.delete(name)
  return url.href
}

/** Which of the page's texts tells about an error; errors of the server itself go on to the handler. */
function problemOf(error: unknown): 'email' | 'later' {
  if (error instanceof ZodError) return error.issues.some(({ path }) => path[0] === 'email') ? 'email' : 'later'
  if (error instanceof HttpError) return 'later'
  throw error
}

/** A form sends the id as text. */
function idIn(value: unknown): number {
  return typeof value === 'number' || typeof value === 'string' ? Number(value || Number.NaN) : Number.NaN
}
