import type { ComponentType, ReactNode } from 'react'
import type { SiteReader, UnpublishedItem } from '#domain/site-reader.ts'
import type { LinkState } from '#domain/subscription-link.ts'
import type { PageHead } from './page-head.ts'

/** The server's input of a render; it never reaches the browser. */
export interface RenderInput {
  urlOriginal: string
  site: SiteReader
  /** Origin of the site, without a trailing slash. */
  siteUrl: string
  now: Date
  /**
   * Whether the address contains an invitation code, and whom that code lets register; `first` also
   * at the login while nobody has registered.
   */
  registration: 'none' | 'first' | 'invited' | 'closed'
  /**
   * What the page for a forgotten password offers: a code that works or does not, or how a link is
   * got.
   */
  reset: 'open' | 'closed' | 'by mail' | 'by hand'
  /** The time at which the page may change, for the page cache. */
  cacheUntil(date: Date): void
  /** Set when an administrator views an item that visitors cannot see. */
  unpublished: UnpublishedItem | null
  /** The state of the mail link that leads to this page; null for other pages. */
  subscriptionLink: LinkState | null
  /** Whether the site has a model that helps writers, for screens of the admin. */
  hasModel: boolean
}

/** The result of a page's `+onBeforeRender`. */
export interface PageData<Props> {
  pageContext: {
    pageProps: Props
    head: PageHead
    /** HTTP status, 200 by default. */
    status?: number
  }
}

/** The context of a render, for `+onBeforeRender`, the layout and the document. */
export interface PageContext extends RenderInput {
  Page: ComponentType<Record<string, unknown>>
  pageProps: Record<string, unknown>
  head?: PageHead
  /** The language of the page where it is not that of the site. */
  language?: string
  status?: number
  routeParams: Record<string, string>
  urlPathname: string
  urlParsed: { pathname: string; search: Record<string, string> }
  config: { Layout?: ComponentType<{ pageContext: PageContext; children: ReactNode }> }
  is404?: boolean
}
