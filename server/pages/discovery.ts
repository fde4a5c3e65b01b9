import { Router } from 'express'
import { SitemapStream, streamToPromise } from 'sitemap'
import { storedCategories } from '#domain/categories.ts'
import { contentTypes, staticPageNames } from '#domain/content.ts'
import { itemAddress, itemTypes } from '#domain/item/types.ts'
import { itemsPerPage, type SiteReader } from '#domain/site-reader.ts'
import type { createDerived } from '../http/derived.ts'
import { feedAddresses, makeFeed } from './feeds.ts'
import type { ContentState, PageCache } from './page-cache.ts'
import { pageKey } from './page-key.ts'

/** Feeds, sitemap and robots.txt. Feeds are stored in the page cache if there is one. */
export function discovery(parts: {
  content: ContentState
  cache: PageCache | null
  siteUrl: string
  derived: ReturnType<typeof createDerived>
}): Router {
  const { content, cache, siteUrl, derived } = parts
  const { site } = content
  const router = Router({ strict: true, caseSensitive: true })
  router.get(feedAddresses, async (req, res, next) => {
    const make = () => makeFeed(content, siteUrl, req.path)
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
    res.set({ 'Content-Type': feed.type, 'Cache-Control': 'no-cache' }).send(feed.text)
  })
  // Addresses that feed readers try, or that other site generators use.
  for (const alias of ['/feed.xml', '/feed', '/rss', '/index.xml']) {
    router.get(alias, (_req, res) => res.redirect(301, '/rss.xml'))
  }
  router.get(
    '/sitemap.xml',
    derived('application/xml; charset=utf-8', () => renderSitemap(site, siteUrl)),
  )
  router.get('/robots.txt', (_req, res) => {
    res.type('text/plain').set('Cache-Control', 'public, max-age=3600')
    res.send(`User-agent: *\nDisallow: /admin\nDisallow: /api/\nDisallow: /search\n\nSitemap: ${siteUrl}/sitemap.xml\n`)
  })
  return router
}

async function renderSitemap(site: SiteReader, siteUrl: string): Promise<string> {
  const stream = new SitemapStream({ hostname: siteUrl })
  const pages = (path: string, total: number) =>
    Array.from({ length: Math.max(1, Math.ceil(total / itemsPerPage)) }, (_, index) =>
      index === 0 ? path : `${path}?page=${index + 1}`,
    )
  const lists = [
    '/',
    ...contentTypes.flatMap((type) => {
      const { listAddress, list } = itemTypes[type]
      return pages(listAddress, list(site).length)
    }),
    ...storedCategories.flatMap((category) => {
      const count = site.categoryCounts()[category] ?? 0
      return count > 0 ? pages(`/category/${category}`, count) : []
    }),
  ]
  for (const url of lists) stream.write({ url })
  for (const name of staticPageNames) {
    const page = site.staticPage(name)
    if (page) stream.write({ url: `/${name}`, ...lastmod(page.updatedAt) })
  }
  for (const type of contentTypes) {
    const { list, whole } = itemTypes[type]
    for (const item of list(site))
      stream.write({ url: itemAddress(type, item), ...lastmod(whole(site, item.id)?.updatedAt ?? item.publishedAt) })
  }
  stream.end()
  return (await streamToPromise(stream)).toString()
}

const lastmod = (time: string | null) => (time ? { lastmod: time } : {})
