/** The metadata of a page for browsers, feed readers, search engines and link previews. */
export interface PageHead {
  /** Without the site's name, which the document adds. */
  title: string
  description: string
  /**
   * Canonical path with its query, for example '/news?page=2'. Undefined without a canonical
   * address (not-found pages).
   */
  path?: string
  /** Share picture: a path on this site or an absolute address. */
  image?: { url: string; width: number; height: number; alt: string }
  type?: 'website' | 'article'
  publishedTime?: string | null
  modifiedTime?: string | null
  tags?: Array<string>
  noindex?: boolean
  /**
   * Path of the answer that the page's script needs first, so that the browser asks for both at
   * once.
   */
  preload?: string
  jsonLd?: Array<object>
  /** Path of the previous page of a list. */
  prev?: string
  next?: string
  /** The feed of this part of the site, in addition to the site's feed. */
  feed?: { title: string; path: string }
}
