import { type Request, type Response, Router } from 'express'
import type { SiteReader, UnpublishedItem } from '#domain/site-reader.ts'
import { HttpError } from '../http/http-error.ts'
import type { ContentState, PageCache } from './page-cache.ts'
import { pageKey } from './page-key.ts'
import type { RenderedPage } from './render-page.ts'
import { isBundlersPath } from './rendered-address.ts'

export type RenderSitePage = typeof import('./render-page.ts')['renderSitePage']

/** Stands in for addresses that no page can have, so that they get the not-found screen. */
const nowhere = '/404'

/** So many pages at most are made anew at once after a change. */
const mostRenewed = 3

/** Every page of the site: redirects of old addresses, then a render, kept in the page cache where it may be. */
export function pages(options: {
  content: ContentState & {
    /** Tells, after each change of files, the paths of the items whose own files were edited. */
    onEdited(listener: (paths: ReadonlyArray<string>) => void): void
  }
  cache: PageCache | null
  siteUrl: string
  now: () => Date
  render: RenderSitePage
  unpublishedAt: (path: string) => { item: UnpublishedItem; site: SiteReader } | null
  who: (req: Request) => Promise<unknown>
  /** Hears of a page that could not be made before anybody asked. */
  failed: (error: unknown) => void
  /** Hears of a path that no page can have: mostly scanners ask for one. */
  refused: (path: string) => void
}): Router {
  const { content, cache, siteUrl, now, unpublishedAt, who } = options
  const router = Router()
  const render = (url: string) => options.render(url, content.site, siteUrl, now())

  /** Renders a page, and tells what of it is to be kept: nothing when it is not the page of that address. */
  async function freshPage(key: string) {
    // Read before the render: a change that comes meanwhile makes the page be checked once more.
    const generation = content.generation()
    const revision = content.revision()
    const page = await render(key)
    return {
      page,
      fresh:
        page.status === 200 && page.redirectTo === null && !page.provisional
          ? { ...page, text: page.html, type: 'text/html; charset=utf-8', generation, revision }
          : null,
    }
  }

  content.onEdited((paths) => {
    // Whoever saved looks at the page next. A pull of many files is left to those who ask.
    for (const path of paths.slice(0, mostRenewed))
      cache?.renew(path, async () => (await freshPage(path)).fresh).catch(options.failed)
  })

  async function showPage(req: Request, res: Response): Promise<void> {
    const { path } = req
    if (!mayBePage(path)) {
      options.refused(path)
      return send(res, await render(nowhere))
    }
    const query = req.url.includes('?') ? req.url.slice(req.url.indexOf('?')) : ''
    const plain = plainPath(path)
    if (plain !== path) return moved(res, plain + query)
    if (await showUnpublished(req, res, path)) return
    const target = content.site.redirect(path)
    if (target !== null) return moved(res, target + query)
    const url = path + query
    const key = cache ? pageKey(url) : null
    if (!cache || key === null) return send(res, await render(url))
    let page: RenderedPage | null = null
    const kept = await cache.fill(key, req, res, async () => {
      const made = await freshPage(key)
      page = made.page
      return made.fresh
    })
    // Whoever shared somebody else's render of a page that is not kept renders its own.
    if (!kept) send(res, page ?? (await render(key)), query)
  }

  /**
   * Shows administrators a draft or scheduled item at its own address. Kept pages are those of published items alone, so none stands in the way; and
   * what is shown here is never kept.
   */
  async function showUnpublished(req: Request, res: Response, path: string): Promise<boolean> {
    const hidden = req.headers.cookie === undefined ? null : unpublishedAt(path)
    if (!hidden || !(await who(req))) return false
    const { status, html } = await options.render(path, hidden.site, siteUrl, now(), {
      unpublished: hidden.item,
    })
    res.status(status).set({ 'Cache-Control': 'private, no-store', 'X-Robots-Tag': 'noindex' }).type('html').send(html)
    return true
  }

  // A pattern without names: a named part that can't be decoded would end in an error before `showPage` sees it.
  router.get(/^/, showPage)
  return router
}

/** The middleware behind all others: what is left is no reading. */
export function onlyReading(_req: Request): never {
  throw new HttpError(405, 'This address is only for reading.', { headers: { Allow: 'GET, HEAD' } })
}

/** Whether a page may have this path. Backslashes are slashes to browsers, so a redirect that repeated them could leave the site. */
export function mayBePage(path: string): boolean {
  if (path.includes('\\')) return false
  try {
    const decoded = decodeURIComponent(path)
    return !decoded.includes('\0') && !isBundlersPath(decoded)
  } catch {
    return false
  }
}

/** The path with one slash at its beginning, none at its end and never two in a row. */
export function plainPath(path: string): string {
  return `/${path.split('/').filter(Boolean).join('/')}`
}

function send(res: Response, page: RenderedPage, query = ''): void {
  if (page.redirectTo !== null) moved(res, page.redirectTo + query)
  else res.status(page.status).set('Cache-Control', 'no-cache').type('html').send(page.html)
}

/**
 * Sends on to the address where something stands now. Browsers ask again each time: they would keep the answer for good, and go round in circles
 * when the item moves back.
 */
function moved(res: Response, to: string): void {
  res.set('Cache-Control', 'no-cache').redirect(301, to)
}
