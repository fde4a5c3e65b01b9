/** First parts of addresses that are not pages, or whose pages are never kept. */
const notKept = new Set([
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

/** The feeds: made of the content alone, and kept like pages. */
const feed = /^\/((rss|atom)\.xml|feed\.json|(news|newsletters|category\/[a-z_-]{1,40})\/rss\.xml)$/

/** The lists, whose pages have numbers. */
const paged = /^\/(news|newsletters|category\/[^/]+)$/

/**
 * The key under which a page or a feed is kept: its path, and `?page=N` in lists. Other query parameters (utm_* and the like) do not change a page, and
 * must not make more of it. Null for what is not a page that may be kept.
 */
export function pageKey(url: string): string | null {
  const mark = url.indexOf('?')
  const path = mark < 0 ? url : url.slice(0, mark)
  if (feed.test(path)) return path
  if (!path.startsWith('/') || path.includes('//') || path.length > 300 || /[.%\\]/.test(path)) return null
  if (path.length > 1 && path.endsWith('/')) return null
  if (notKept.has(path.split('/', 2)[1] ?? '')) return null
  if (mark < 0 || !paged.test(path)) return path
  const page = new URLSearchParams(url.slice(mark + 1)).get('page')
  if (page === null || page === '1') return path
  return /^[1-9]\d{0,5}$/.test(page) ? `${path}?page=${page}` : null
}
