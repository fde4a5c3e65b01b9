/** What a page says about itself to browsers, feed readers, search engines and link previews. */
export interface PageHead {
  /** Without the site's name; the shell adds it. */
  title: string
  description: string
  /** Canonical path with its query, for example '/news?page=2'. None where there is no canonical address (not-found pages). */
  path?: string
  /** Share picture: a path on this site or a whole address. */
  image?: { url: string; width: number; height: number; alt: string }
  type?: 'website' | 'article'
  publishedTime?: string
  modifiedTime?: string
  tags?: Array<string>
  noindex?: boolean
  jsonLd?: Array<object>
  /** Paths of the neighbours in a paged list. */
  prev?: string
  next?: string
  /** The feed of this part of the site, besides the site's own. */
  feed?: { title: string; path: string }
}
