import { z } from 'zod'
import { honeypot } from '#domain/honeypot.ts'
import { sourceOfPage } from '#domain/subscribe-source.ts'

const text = z
  .string()
  .transform((whole) => whole.slice(0, 2000))
  .optional()

/** What a subscribe form sends when no script runs: its fields and hidden values. */
const formFields = z.object({
  email: z.string(),
  source: text,
  subscription_type: text,
  download_id: text,
  [honeypot]: text,
})

/**
 * The body of `POST /api/subscribe` from a plain form post; the page that sent it (its address, from the `Referer` header) gives what the script
 * would have read there. Whether it is valid is checked with the rest.
 */
export function requestFromForm(body: unknown, referer: string | undefined) {
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
