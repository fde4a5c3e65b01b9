import { type Request, type Response, Router } from 'express'
import type { ContentState, PageCache } from './page-cache.ts'
import { pageKey } from './page-key.ts'
import type { RenderedPage } from './render-page.ts'

export type RenderSitePage = typeof import('./render-page.ts')['renderSitePage']

/** Every page of the site: redirects of old addresses, then a render, kept in the page cache where it may be. */
export function pages(options: {
  content: ContentState
  cache: PageCache | null
  siteUrl: string
  now: () => Date
  render: RenderSitePage
}): Router {
  const { content, cache, siteUrl, now, render } = options
  const router = Router()

  async function showPage(req: Request, res: Response): Promise<void> {
    const path = req.path.replace(/^\/+/, '/')
    const plain = path.length > 1 ? path.replace(/\/+$/, '') || '/' : path
    if (plain !== req.path) return res.redirect(301, plain + req.url.slice(req.path.length))
    const target = content.site.redirect(path)
    if (target !== null) return res.redirect(301, target)
    const key = cache ? pageKey(req.originalUrl) : null
    if (!cache || key === null) return send(res, await render(req.originalUrl, content.site, siteUrl, now()))
    let page: RenderedPage | null = null
    const kept = await cache.fill(key, req, res, async () => {
      // Read before the render: a change that comes meanwhile makes the page be checked once more.
      const generation = content.generation()
      const revision = content.revision()
      page = await render(key, content.site, siteUrl, now())
      return page.status === 200 && page.redirectTo === null ? { ...page, generation, revision } : null
    })
    // Whoever shared somebody else's render of a page that is not kept renders its own.
    if (!kept) send(res, page ?? (await render(key, content.site, siteUrl, now())))
  }

  router.get('/{*path}', showPage)
  return router
}

function send(res: Response, page: RenderedPage): void {
  if (page.redirectTo !== null) res.redirect(301, page.redirectTo)
  else res.status(page.status).set('Cache-Control', 'no-cache').type('html').send(page.html)
}
