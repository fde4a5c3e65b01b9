import { type Response, Router } from 'express'
import { normalizeCategory } from '#domain/categories.ts'
import type { SiteReader } from '#domain/site-reader.ts'
import { HttpError } from '../../http/http-error.ts'
import { readId } from '../../http/read-id.ts'
import { sendCompressed } from '../../http/send-compressed.ts'
import { applyListQuery } from './list-query.ts'
import { allInCategory, publicArticle, publicDownload, publicNewsItem, publicNewsletter } from './public-items.ts'

/** The public reads of the specification's section 7. */
export function contentApi(site: SiteReader, downloadCount: (id: number) => number): Router {
  const router = Router()
  router.use((_req, res, next) => {
    res.set('Cache-Control', 'public, max-age=0, must-revalidate')
    next()
  })
  router.get('/articles', (req, res) => sendList(res, site.articles(), req.query))
  router.get('/articles/featured', (_req, res) => sendCompressed(res, site.featured()))
  router.get('/articles/slug/:slug', async (req, res) => {
    const article = found(site.article(req.params.slug), 'Article not found')
    res.json(publicArticle(article, await site.body(article)))
  })
  router.get('/articles/category/:category', (req, res) => {
    const category = req.params.category === 'all' ? 'all' : normalizeCategory(req.params.category)
    return sendList(res, allInCategory(site, found(category, 'Unknown category')), req.query)
  })
  router.get('/articles/:id', async (req, res) => {
    const article = found(site.articleById(readId(req.params.id)), 'Article not found')
    res.json(publicArticle(article, await site.body(article)))
  })
  router.get('/news', (req, res) => sendList(res, site.news(), req.query))
  router.get('/news/:id', async (req, res) => {
    const item = found(site.newsItem(readId(req.params.id)), 'News item not found')
    res.json(publicNewsItem(item, await site.body(item)))
  })
  router.get('/newsletters', (req, res) => sendList(res, site.newsletters(), req.query))
  router.get('/newsletters/:id', async (req, res) => {
    const issue = found(site.newsletter(readId(req.params.id)), 'Newsletter not found')
    res.json(publicNewsletter(issue, await site.body(issue)))
  })
  router.get('/downloads', (_req, res) => {
    // Five minutes (specification, sections 7 and 9), in the visitor's own browser: administrators get another list here.
    res.set('Cache-Control', 'private, max-age=300')
    res.json(site.downloads().map((download) => publicDownload(download, downloadCount(download.id))))
  })
  return router
}

function sendList<Item extends Parameters<typeof applyListQuery>[0][number]>(
  res: Response,
  list: Array<Item>,
  query: unknown,
): Promise<void> {
  const { items, next } = applyListQuery(list, query)
  if (next !== null) res.links({ next: `${res.req.baseUrl}${res.req.path}?${next}` })
  return sendCompressed(res, items)
}

function found<Value>(value: Value | null, message: string): Value {
  if (value === null) throw new HttpError(404, message)
  return value
}
