import { Router } from 'express'
import type { createDerived } from '../http/derived.ts'
import { type FeedParts, feedAddresses, makeFeed } from './feeds.ts'
import { pageKey } from './page-address.ts'
import type { PageCache } from './page-cache.ts'
import { sitemap } from './sitemap.ts'

/** Addresses that feed readers try, or that other systems gave to their feeds. */
export const otherFeeds: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    [
      '/feed.xml',
      '/feed',
      '/feed/rss',
      '/feed/rss2',
      '/rss',
      '/rss2.xml',
      '/rss/index.xml',
      '/index.xml',
      '/blog/rss.xml',
      '/blog/feed',
      '/blog/feed.xml',
      '/blog/index.xml',
      '/posts/index.xml',
    ].map((address) => [address, '/rss.xml']),
  ),
  ...Object.fromEntries(
    ['/feed/atom', '/atom', '/feed/atom.xml', '/blog/atom.xml'].map((address) => [
      address,
      '/atom.xml',
    ]),
  ),
}

/** Feeds, sitemap and robots.txt. Feeds are stored in the page cache if there is one. */
export function discovery(
  parts: FeedParts & {
    cache: PageCache | null
    derived: ReturnType<typeof createDerived>
  },
): Router {
  const { content, cache, siteUrl, derived } = parts
  const { site } = content
  const router = Router({ strict: true, caseSensitive: true })
  router.get(feedAddresses, async (req, res, next) => {
    const make = () => makeFeed(parts, req.path)
    let feed: Awaited<ReturnType<typeof make>> = null
    const key = cache && pageKey(req.path)
    const isSent =
      cache && key !== null
        ? await cache.fill(key, req, res, async () => {
            feed = await make()
            return feed?.provisional ? null : feed
          })
        : false
    if (isSent) return
    // A request that shared an uncacheable feed makes its own.
    feed ??= await make()
    if (feed === null) return next()
    res.set('Content-Type', feed.type).send(feed.text)
  })
  for (const [alias, feed] of Object.entries(otherFeeds)) {
    router.get([alias, `${alias}/`], (_req, res) => res.redirect(301, feed))
  }
  router.get(
    /^\/sitemap(?:-\d{1,5})?\.xml$/,
    derived('application/xml; charset=utf-8', (path) => sitemap(site, siteUrl, path)),
  )
  router.get('/robots.txt', (_req, res) => {
    res.type('text/plain').set('Cache-Control', 'public, max-age=3600')
    res.send(
      `User-agent: *\nDisallow: /admin\nDisallow: /api/\nDisallow: /search\n\nSitemap: ${siteUrl}/sitemap.xml\n`,
    )
  })
  return router
}
