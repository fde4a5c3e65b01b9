import { Router } from 'express'
import { SitemapStream, streamToPromise } from 'sitemap'
import { normalizeCategory, storedCategories } from '#domain/categories.ts'
import { staticPageNames } from '#domain/content.ts'
import { itemsPerPage, type SiteReader } from '#domain/site-reader.ts'
import type { createDerived } from '../http/derived.ts'
import { renderFeed } from './feeds.ts'

/** Feeds, sitemap and robots.txt. */
export function discovery(site: SiteReader, siteUrl: string, derived: ReturnType<typeof createDerived>): Router {
  const router = Router({ strict: true, caseSensitive: true })
  const rss = 'application/rss+xml; charset=utf-8'
  const feed = (scope: Parameters<typeof renderFeed>[3], format: Parameters<typeof renderFeed>[4]) => (path: string) =>
    renderFeed(site, siteUrl, path, scope, format)
  router.get('/rss.xml', derived(rss, feed({ kind: 'all' }, 'rss')))
  router.get('/atom.xml', derived('application/atom+xml; charset=utf-8', feed({ kind: 'all' }, 'atom')))
  router.get('/feed.json', derived('application/feed+json; charset=utf-8', feed({ kind: 'all' }, 'json')))
  router.get('/news/rss.xml', derived(rss, feed({ kind: 'news' }, 'rss')))
  router.get('/newsletters/rss.xml', derived(rss, feed({ kind: 'newsletters' }, 'rss')))
  router.get(
    '/category/:category/rss.xml',
    derived(rss, async (path) => {
      const name = path.split('/')[2] ?? ''
      const category = name === 'all' ? 'all' : normalizeCategory(name)
      return category === null ? null : feed({ kind: 'category', category }, 'rss')(path)
    }),
  )
  // What readers and other site builders are used to.
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
    ...pages('/category/all', site.articles().length),
    ...storedCategories.flatMap((category) => {
      const count = site.categoryCounts()[category] ?? 0
      return count > 0 ? pages(`/category/${category}`, count) : []
    }),
    ...pages('/news', site.news().length),
    ...pages('/newsletters', site.newsletters().length),
  ]
  for (const url of lists) stream.write({ url })
  for (const name of staticPageNames) {
    const page = site.staticPage(name)
    if (page) stream.write({ url: `/${name}`, ...lastmod(page.updatedAt) })
  }
  for (const { slug, id, publishedAt } of site.articles())
    stream.write({ url: `/article/${slug}`, ...lastmod(site.articleById(id)?.updatedAt ?? publishedAt) })
  for (const { id, publishedAt } of site.news())
    stream.write({ url: `/news/${id}`, ...lastmod(site.newsItem(id)?.updatedAt ?? publishedAt) })
  for (const { id, publishedAt } of site.newsletters())
    stream.write({ url: `/newsletter/${id}`, ...lastmod(site.newsletter(id)?.updatedAt ?? publishedAt) })
  stream.end()
  return (await streamToPromise(stream)).toString()
}

const lastmod = (time: string | null) => (time ? { lastmod: time } : {})
