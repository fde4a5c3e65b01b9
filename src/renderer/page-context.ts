import type { ComponentType, ReactNode } from 'react'
import type { SiteReader, UnpublishedItem } from '#domain/site-reader.ts'
import type { LinkState } from '#domain/subscription-link.ts'
import type { PageHead } from './page-head.ts'

/** What the server hands to a render; it never reaches the browser. */
export interface RenderInput {
  urlOriginal: string
  site: SiteReader
  /** Origin of the site, without a slash at the end. */
  siteUrl: string
  now: Date
  /** Whether the address carries a code with which somebody may register. */
  registration: 'none' | 'open' | 'closed'
  /** Tells the page cache that the page may change at this moment. */
  keepUntil(date: Date): void
  /** Set when the page is that of an item that visitors can't see, shown to an administrator. */
  unpublished: UnpublishedItem | null
  /** What became of the link that leads to this page; null where no link does. */
  subscriptionLink: LinkState | null
}

/** What a page's `+onBeforeRender` answers. */
export interface PageData<Props> {
  pageContext: {
    pageProps: Props
    head: PageHead
    /** HTTP status of the page, 200 when left out. */
    status?: number
    /** Sends the visitor elsewhere instead; a path on this site. */
    redirectTo?: string
  }
}

/** The context of a render, as `+onBeforeRender`, the layout and the shell see it. */
export interface PageContext extends RenderInput {
  Page: ComponentType<Record<string, unknown>>
  pageProps: Record<string, unknown>
  head?: PageHead
  status?: number
  redirectTo?: string
  routeParams: Record<string, string>
  urlPathname: string
  urlParsed: { pathname: string; search: Record<string, string> }
  config: { Layout?: ComponentType<{ pageContext: PageContext; children: ReactNode }> }
  is404?: boolean
}
