import './built-pages.ts'
import { renderPage } from 'vite-plugin-ssr/server'
import type { SiteReader, UnpublishedItem } from '#domain/site-reader.ts'
import type { LinkState } from '#domain/subscription-link.ts'
import { HttpError } from '../http/http-error.ts'
import { renderedAddress } from './page-address.ts'
import { type Read, recordReads } from './record-reads.ts'

/**
 * Whether the address contains an invitation code, and whom it lets register. The renderer declares
 * the same type.
 */
type Registration = 'none' | 'first' | 'invited' | 'closed'

/** What the page for a forgotten password offers. The renderer declares the same type. */
export type PasswordReset = 'open' | 'closed' | 'by mail' | 'by hand'

/** Further input of a page, in addition to the site's content. */
export interface RenderExtras {
  /** Set for an item that visitors cannot see. */
  unpublished?: UnpublishedItem
  registration?: Registration
  reset?: PasswordReset
  /** The state of the mail link that leads to this page. */
  subscriptionLink?: LinkState
  /** Whether the site has a model that helps writers. */
  hasModel?: boolean
}

export interface RenderedPage {
  status: number
  html: string
  reads: Array<Read>
  blobs: Array<string>
  /** The origins of the players that the page may load. */
  frames: Array<string>
  /** The page is provisional and must not be cached. */
  provisional: boolean
  /** Milliseconds since 1970. */
  validUntil: number
}

/**
 * Renders the page at a path (with its query), whatever its status. Rejects with HttpError 500 when
 * rendering fails.
 */
export async function renderSitePage(
  url: string,
  source: SiteReader,
  siteUrl: string,
  now: Date,
  extras: RenderExtras = {},
): Promise<RenderedPage> {
  const { site, reads, blobs, frames, isProvisional } = recordReads(source)
  let validUntil = Number.POSITIVE_INFINITY
  const cacheUntil = (date: Date) => {
    validUntil = Math.min(validUntil, date.getTime())
  }
  const context: Record<string, unknown> & Awaited<ReturnType<typeof renderPage>> =
    await renderPage({
      urlOriginal: renderedAddress(url),
      site,
      siteUrl,
      now,
      cacheUntil,
      unpublished: extras.unpublished ?? null,
      registration: extras.registration ?? 'none',
      reset: extras.reset ?? 'by hand',
      subscriptionLink: extras.subscriptionLink ?? null,
      hasModel: extras.hasModel ?? false,
    })
  const response = context.httpResponse
  const cause = context.errorWhileRendering
  const html = response ? completed(response.body, context.completeDocument) : undefined
  if (cause && !context.is404)
    throw new HttpError(500, 'The page could not be made.', { cause, html })
  if (!response || html === undefined) throw new Error(`no page was rendered for ${url}`)
  return {
    status: typeof context.status === 'number' ? context.status : response.statusCode,
    html,
    reads,
    blobs: [...blobs],
    frames: [...frames],
    provisional: isProvisional(),
    // Number.POSITIVE_INFINITY does not survive JSON.
    validUntil: Math.min(validUntil, Number.MAX_SAFE_INTEGER),
  }
}

/** The document with its head and body, if the renderer has left them out of it. */
function completed(html: string, completeDocument: unknown) {
  return typeof completeDocument === 'function' ? completeDocument(html) : html
}
