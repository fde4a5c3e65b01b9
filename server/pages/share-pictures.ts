import { type Response, Router } from 'express'
import { categoryLabel } from '#domain/categories.ts'
import type { SiteReader } from '#domain/site-reader.ts'
import { HttpError } from '../http/http-error.ts'

/**
 * Draws a picture for link previews, 1200 × 630 PNG. `topic` is a category or the kind of the page; it selects the
 * colors.
 */
export type RenderSharePicture = (card: {
  title: string
  kicker: string
  topic: string
  siteName: string
}) => Promise<Buffer>

/** `/share/….png`: one generated picture per item, and one for the site. */
export function sharePictures(site: SiteReader, render: RenderSharePicture): Router {
  const router = Router({ strict: true, caseSensitive: true })

  async function send(res: Response, title: string, kicker: string, topic: string): Promise<void> {
    const picture = await render({ title, kicker, topic, siteName: site.settings().name })
    res.set('Cache-Control', 'public, max-age=86400').type('png').send(picture)
  }

  router.get('/share/site.png', (_req, res) => send(res, site.settings().tagline, site.settings().name, 'site'))
  router.get('/share/article/:slug.png', (req, res) => {
    const article = found(site.article(req.params.slug))
    return send(res, article.title, categoryLabel(article.category), article.category)
  })
  router.get('/share/news/:id.png', (req, res) => {
    const item = found(site.newsItem(readId(req.params.id)))
    return send(res, item.title, 'News', 'news')
  })
  router.get('/share/newsletter/:id.png', (req, res) => {
    const issue = found(site.newsletter(readId(req.params.id)))
    return send(res, issue.title, `Newsletter · Issue ${issue.issueNumber}`, 'newsletter')
  })
  return router
}

/** Digits only, so that each picture has a single address. */
function readId(text: string): number {
  return /^\d+$/.test(text) ? Number(text) : Number.NaN
}

function found<Value>(value: Value | null): Value {
  if (value === null) throw new HttpError(404, 'There is no such picture.')
  return value
}
