import {
  json,
  type Request,
  type RequestHandler,
  type Response,
  type Router,
  urlencoded,
} from 'express'
import { ZodError, z } from 'zod'
import { subscribeCalls } from '#contract/site.ts'
import { honeypot } from '#domain/honeypot.ts'
import { issueWords } from '#domain/issue-words.ts'
import { formWording, type SubscribeAnswer, subscribeRequest } from '#domain/subscribe.ts'
import { sourceOfPage } from '#domain/subscribe-source.ts'
import { HttpError } from '../../http/http-error.ts'
import { type CallGate, mountCalls } from '../../http/mount-calls.ts'
import { networkOf } from '../../http/network-of.ts'
import type { RateLimits } from '../../platform/token-bucket.ts'
import type { createSubscribing } from './subscribing.ts'

const text = z
  .string()
  .transform((whole) => whole.slice(0, 2000))
  .optional()

/** Fields of the subscribe form, as sent without script. */
const formFields = z.object({
  email: z.string(),
  source: text,
  subscription_type: text,
  download_id: text,
  [honeypot]: text,
})

/**
 * Converts a plain form post to the body of `POST /api/subscribe`. The `Referer` header replaces
 * what the script would read from the address of the page. The route validates the result.
 */
function requestFromForm(body: unknown, referer: string | undefined) {
  const { email, source, subscription_type, download_id, [honeypot]: bait } = formFields.parse(body)
  const page = referer !== undefined && URL.canParse(referer) ? new URL(referer) : null
  const utm = (name: string) => page?.searchParams.get(name)?.slice(0, 300) || null
  return {
    email,
    source: source?.slice(0, 100) || (page ? sourceOfPage(page.pathname).slice(0, 100) : 'form'),
    utm_source: utm('utm_source'),
    utm_medium: utm('utm_medium'),
    utm_campaign: utm('utm_campaign'),
    custom_fields: {
      page_url: page?.href.slice(0, 2000) ?? null,
      subscription_type: subscription_type ?? 'newsletter',
      ...(download_id && { download_id }),
      ...(bait && { [honeypot]: bait }),
    },
  }
}

/** Creates a signed link to a download's file; null when there is no such download. */
export type DownloadLinkFor = (id: number) => NonNullable<SubscribeAnswer['download']> | null

/**
 * `POST /api/subscribe` (specification, section 7; rulings, sections 6 and 6b). The answer is the
 * same for new, known and returning people. `failed` gets storage errors of form posts, which are
 * answered with a page. A subscription for a download is answered with a link to its file.
 */
export function subscribeApi(
  subscribe: ReturnType<typeof createSubscribing>['subscribe'],
  failed: (error: unknown) => void,
  downloadLinkFor: DownloadLinkFor,
  limits: RateLimits,
  gate: CallGate,
): Router {
  const limit = limits('subscribe', { burst: 60, perSecond: 5 })
  const unsaved = (cause: unknown): never => {
    throw new HttpError(503, 'Your address could not be saved just now. Please try again later.', {
      cause,
    })
  }

  /** `confirmation`: the person has to confirm by a link in a mail. */
  async function handleRequest(req: Request, body: unknown) {
    const wait = await limit.take(networkOf(req.ip)).catch(unsaved)
    if (wait > 0)
      throw new HttpError(
        429,
        'Too many sign-ups from your network. Please try again in a few seconds.',
        { retryAfter: Math.min(wait, 5) },
      )
    const { email, source, utm_source, utm_medium, utm_campaign, custom_fields } =
      subscribeRequest.parse(body, {
        error: issueWords,
      })
    const { [honeypot]: bait, ...customFields } = custom_fields
    // A bot that filled in the hidden field gets the usual answer.
    if (bait) return { answer: { ok: true } as SubscribeAnswer, confirmation: false }
    const utm = Object.fromEntries(
      Object.entries({ source: utm_source, medium: utm_medium, campaign: utm_campaign }).filter(
        ([, value]) => value,
      ),
    )
    const page =
      typeof customFields.page_url === 'string' ? withoutSecrets(customFields.page_url) : null
    if (page !== null) customFields.page_url = page
    const application = { email, source, utm, customFields, page, wording: formWording }
    const { synced, confirmation } = await subscribe(application).catch(unsaved)
    const download = downloadLinkFor(idIn(customFields.download_id))
    return {
      answer: { ok: true, ...(synced !== undefined && { synced }), ...(download && { download }) },
      confirmation,
    }
  }

  /** Handles a form post without script: the answer is a redirect to a page. */
  async function takeForm(req: Request, res: Response) {
    const request = requestFromForm(req.body, req.get('Referer'))
    const { download_id } = request.custom_fields
    const query = await handleRequest(req, request).then(
      ({ answer: { download }, confirmation }) => ({
        ...(confirmation && { confirm: 'mail' }),
        ...(download && { download: download.url }),
      }),
      (error: unknown) => {
        if (error instanceof HttpError && error.status >= 500) failed(error.cause)
        // The form on that page then continues with the same source and download.
        return {
          problem: problemOf(error),
          source: request.source,
          ...(download_id && { offer: download_id }),
        }
      },
    )
    const search = Object.entries(query).map(
      ([name, value]) => `${name}=${encodeURIComponent(value)}`,
    )
    res.redirect(303, search.length > 0 ? `/subscribed?${search.join('&')}` : '/subscribed')
  }

  const answering: RequestHandler = async (req, res) => {
    if (req.is('urlencoded')) return takeForm(req, res)
    if (req.body === undefined) throw new HttpError(400, 'The request has no JSON body.')
    const { answer, confirmation } = await handleRequest(req, req.body)
    // In a header, because the specification fixes the fields of the answer.
    if (confirmation) res.set('X-Confirmation', 'mail')
    res.json(answer)
  }
  // The rate limit counts before the body is validated.
  return mountCalls(subscribeCalls, gate, {
    'POST /api/subscribe': {
      handle: [json({ limit: '20kb' }), urlencoded({ extended: false, limit: '20kb' }), answering],
    },
  })
}

/** Query parameters with secrets: tokens of mail links, file links, invitation codes. */
const secretParameters = ['token', 'download', 'code']

/** Removes secrets from the address of a page before it is stored. */
function withoutSecrets(address: string): string {
  if (!URL.canParse(address)) return address
  const url = new URL(address)
  if (!secretParameters.some((name) => url.searchParams.has(name))) return address
  for (const name of secretParameters) url.searchParams.delete(name)
  return url.href
}

/** The message on the page for an error; throws server errors on to the error handler. */
function problemOf(error: unknown): 'email' | 'later' {
  if (error instanceof ZodError)
    return error.issues.some(({ path }) => path[0] === 'email') ? 'email' : 'later'
  if (error instanceof HttpError) return 'later'
  throw error
}

/** A form sends the id as text; NaN for anything else. */
function idIn(value: unknown): number {
  return typeof value === 'number' || typeof value === 'string'
    ? Number(value || Number.NaN)
    : Number.NaN
}
