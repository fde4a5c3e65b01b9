import type { IncomingMessage, ServerResponse } from 'node:http'
import { articleFiltersIn, listHref } from '#domain/article-filters.ts'
import { pageNumber } from '#domain/page-number.ts'
import { privateCaching } from '../http/caching.ts'
import { type Notice, noticePage, type SiteWords } from '../http/notice-page.ts'
import type { Header } from '../http/security-headers.ts'

/** First segments of pages for one visitor. */
const personal = new Set([
  'auth',
  'admin',
  'draft',
  'subscribed',
  'unsubscribe',
  'preferences',
  'confirm',
])

/** First segments of addresses that are not pages, or whose pages are never cached. */
const notCached = new Set([
  'api',
  'media',
  'assets',
  'search',
  'share',
  'theme',
  'downloads',
  ...personal,
])

/** The list of downloads. The pages below it depend on the link that leads to them. */
const downloadsAddress = '/downloads'

/** Whether the page at a path is for one visitor. */
export function isPersonal(path: string): boolean {
  return personal.has(path.split('/', 2)[1] ?? '')
}

/** The feeds, which are made of the content only and cached like pages. */
const feed = /^\/((rss|atom)\.xml|feed\.json|(news|newsletters|category\/[\w%-]{1,700})\/rss\.xml)$/

/** The lists with numbered pages. */
const paged = /^\/(news|newsletters|comparisons|(category|author)\/[^/]+)$/

/**
 * Whether an address names a text by its number, as WordPress does (`/?p=12`). It may redirect, so
 * the cache does not answer it.
 */
export function isNumbered(url: string): boolean {
  return url.startsWith('/?') && /[?&](?:p|page_id)=\d{1,12}(?:&|$)/.test(url)
}

/**
 * The cache key of a page or feed: its path, `?page=N` in lists, and the filters of a category.
 * Other query parameters (utm_* and similar) do not change a page and must not create further
 * entries; a filter that no article matches has no page. Null for an address that is not a
 * cacheable page.
 */
export function pageKey(url: string): string | null {
  const mark = url.indexOf('?')
  const path = mark < 0 ? url : url.slice(0, mark)
  if (feed.test(path)) return isPlainlyEncoded(path) ? path : null
  if (isNumbered(url)) return null
  if (!path.startsWith('/') || path.includes('//') || path.length > 700 || /[.\\]/.test(path))
    return null
  if (path.length > 1 && path.endsWith('/')) return null
  if (!isPlainlyEncoded(path)) return null
  if (path !== downloadsAddress && notCached.has(path.split('/', 2)[1] ?? '')) return null
  if (mark < 0 || !paged.test(path)) return path
  const query = Object.fromEntries(new URLSearchParams(url.slice(mark + 1)))
  const page = pageNumber(query)
  const filters = path.startsWith('/category/') ? articleFiltersIn(query) : {}
  return page === null ? null : listHref(path, filters, page)
}

/**
 * Whether other letters than ASCII are percent-encoded in the one way that pages have, and nothing
 * else is.
 */
function isPlainlyEncoded(path: string): boolean {
  return (
    !/[^!-~]/.test(path) &&
    (!path.includes('%') || (!/%(?![89A-F])/i.test(path) && encodedPath(path) === path))
  )
}

/**
 * A path with other letters than ASCII percent-encoded in the way that pages have it: in capitals,
 * of characters in NFC (RFC 3987, 5.3.2.2). Clients also send them decomposed or in small letters.
 * Escapes of ASCII stay. Null when they are no UTF-8.
 */
export function encodedPath(path: string): string | null {
  if (!path.includes('%')) return path
  try {
    const plain = path.replace(/(?:%[89a-f][0-9a-f])+/gi, decodeURIComponent)
    return plain.normalize('NFC').replace(/[^\0-\x7f]+/g, encodeURIComponent)
  } catch {
    return null
  }
}

/**
 * Paths that vite-plugin-ssr takes for requests of the development server or for its own data. No
 * page has such a path.
 */
const notRendered =
  /^\/(?:@fs\/|@vite\/client|__vite_ping)|\/favicon\.ico$|\.pageContext\.json$|\.well-known\/appspecific\/com\.chrome\.devtools\.json$/

/**
 * Whether the renderer would not render this decoded path as a page. The renderer ignores white
 * space.
 */
export function isBundlersPath(path: string): boolean {
  return notRendered.test(path.replace(/\s/g, ''))
}

/**
 * An address in the form that the renderer accepts: without origin and fragment, and with a
 * normalised query. vite-plugin-ssr also looks for the endings of `isBundlersPath` after the query,
 * and throws for a parameter named like a property of every object.
 */
export function renderedAddress(url: string): string {
  const [address = ''] = url.replace(/^https?:\/\/[^/?#]*/i, '').split('#', 1)
  const mark = address.indexOf('?')
  if (mark < 0) return address
  const query = new URLSearchParams(address.slice(mark + 1))
  for (const name of new Set(query.keys())) if (name in Object.prototype) query.delete(name)
  return query.size === 0 ? address.slice(0, mark) : `${address.slice(0, mark)}?${query}`
}

/**
 * The longest path that is handled, in characters. The longest of the site's own contain a mail
 * token and are shorter. Queries are limited by Node, with all headers, to 16 KB.
 */
const longestPath = 2048
const longNotice: Notice = {
  title: 'addressTooLong',
  text: 'addressTooLongText',
  values: { count: longestPath },
}

/**
 * Answers an address whose path is too long with 414 (RFC 9110, 15.5.15), before any other handler.
 * False when it is short enough.
 */
export function refuseLongAddress(
  req: IncomingMessage,
  res: ServerResponse,
  headers: ReadonlyArray<Header>,
  words: SiteWords | null,
): boolean {
  const { url = '' } = req
  const mark = url.indexOf('?')
  if ((mark < 0 ? url.length : mark) <= longestPath) return false
  const message = `The path of an address has at most ${longestPath} characters.`
  const isCall = url.startsWith('/api/')
  const body = isCall ? JSON.stringify({ message }) : noticePage(words, 414, longNotice)
  res.writeHead(414, [
    ...headers.flat(),
    'Content-Type',
    isCall ? 'application/json; charset=utf-8' : 'text/html; charset=utf-8',
    'Content-Length',
    String(Buffer.byteLength(body)),
    'Cache-Control',
    privateCaching,
  ])
  res.end(body)
  return true
}
