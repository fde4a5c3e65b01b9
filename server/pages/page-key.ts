/** First segments of addresses that are not pages, or whose pages are never cached. */
const notCached = new Set([
  'api',
  'admin',
  'media',
  'assets',
  'search',
  'auth',
  'share',
  'downloads',
  'subscribed',
  'unsubscribe',
  'confirm',
])

/** The feeds, which are made of the content only and cached like pages. */
const feed = /^\/((rss|atom)\.xml|feed\.json|(news|newsletters|category\/[a-z_-]{1,40})\/rss\.xml)$/

/** The lists with numbered pages. */
const paged = /^\/(news|newsletters|category\/[^/]+)$/

/**
 * The cache key of a page or feed: its path, and `?page=N` in lists. Other query parameters (utm_* and similar) do
 * not change a page and must not create further entries. Null for an address that is not a cacheable page.
 */
export function pageKey(url: string): string | null {
  const mark = url.indexOf('?')
  const path = mark < 0 ? url : url.slice(0, mark)
  if (feed.test(path)) return path
  if (!path.startsWith('/') || path.includes('//') || path.length > 300 || /[.%\\]/.test(path)) return null
  if (path.length > 1 && path.endsWith('/')) return null
  if (notCached.has(path.split('/', 2)[1] ?? '')) return null
  if (mark < 0 || !paged.test(path)) return path
  const page = new URLSearchParams(url.slice(mark + 1)).get('page')
  if (page === null || page === '1') return path
  return /^[1-9]\d{0,5}$/.test(page) ? `${path}?page=${page}` : null
}
