import type { Router } from 'express'
import { contentCalls } from '#contract/content.ts'
import { normalizeCategory } from '#domain/categories.ts'
import { HttpError } from '../../http/http-error.ts'
import { type CallGate, mountCalls, sent } from '../../http/mount-calls.ts'
import { sendCompressed } from '../../http/send-compressed.ts'
import type { createPreview } from '../preview.ts'
import { type ItemParts, notFound, publicCache, wholeItem } from './item-api.ts'
import { listPage } from './list-query.ts'
import { allInCategory, publicArticle } from './public-items.ts'
import { unlessConflict } from './save-answer.ts'

/** The calls about content that are of one type, or of all types together. Mounted before those of single items: `featured` is no id. */
export function contentApi(
  parts: Pick<ItemParts, 'site' | 'items' | 'saving'> & {
    preview: ReturnType<typeof createPreview>
    /** Newsletters that came from a mail. */
    imported: () => Array<{ messageId: string; id: number; title: string }>
  },
  gate: CallGate,
): Router {
  const { site, items, saving, preview, imported } = parts
  return mountCalls(contentCalls, gate, {
    async 'GET /api/articles/featured'({ res }) {
      await sendCompressed(res.set('Cache-Control', publicCache), site.featured())
      return sent
    },
    async 'GET /api/articles/slug/{slug}'({ params: { slug }, res }) {
      const article = site.article(slug)
      if (!article) throw new HttpError(404, notFound.articles)
      res.set('Cache-Control', publicCache)
      return publicArticle(article, await site.body(article))
    },
    async 'GET /api/articles/category/{category}'({ params, query, req, res }) {
      const category = params.category === 'all' ? 'all' : normalizeCategory(params.category)
      if (category === null) throw new HttpError(404, 'Unknown category')
      const { items: listed, next } = listPage(allInCategory(site, category), query)
      if (next !== null) res.links({ next: `${req.baseUrl}${req.path}?${next}` })
      await sendCompressed(res.set('Cache-Control', publicCache), listed)
      return sent
    },
    'GET /api/newsletters/imported': () => imported(),
    async 'POST /api/articles/{id}/move'({ params: { id }, body, author, once, res }) {
      const result = await once((write) => saving.move(id, { ...body, author, write }))
      return unlessConflict(result, notFound.articles, (moved) => wholeItem(items, res, 'articles', moved.id))
    },
    'POST /api/preview': ({ body: { type, ...item } }) => preview(type, item),
  })
}
