import { type Request, type Response, Router } from 'express'
import type { ContentType } from '#domain/content.ts'
import { percentDecoded } from '#domain/percent-decoded.ts'
import type { SiteReader, UnpublishedItem } from '#domain/site-reader.ts'
import { ownBrowserCaching, setCaching } from '../http/caching.ts'
import { HttpError } from '../http/http-error.ts'
import { allowingFrames } from '../http/security-headers.ts'
import { pageOfFile } from '../platform/page-of-file.ts'
import { nothingAt, nowhere, type ShowNothing } from './nothing.ts'
import { encodedPath, isBundlersPath, isNumbered, isPersonal, pageKey } from './page-address.ts'
import type { ContentState, PageCache } from './page-cache.ts'
import type { RenderedPage } from './render-page.ts'

export type RenderSitePage = typeof import('./render-page.ts')['renderSitePage']

/** The addresses of links to drafts; a token follows. */
const sharedDrafts = '/draft/'

/** The most pages that are rendered at once after a change. */
const mostRenewed = 3

interface PagesOptions {
  content: ContentState & {
    /**
     * Calls the listener after each change of files, with the paths of the items whose own files
     * were edited.
     */
    onEdited(listener: (paths: ReadonlyArray<string>) => void): void
  }
  cache: PageCache | null
  siteUrl: string
  now: () => Date
  render: RenderSitePage
  nothing: ShowNothing
  unpublishedAt: (path: string) => { item: UnpublishedItem; site: SiteReader } | null
  /** The address of an item, and the item when it is unpublished; null without the item. */
  pageOf: (item: { type: ContentType; id: number }) => {
    address: string
    unpublished: { item: UnpublishedItem; site: SiteReader } | null
  } | null
  /** The item that the token of a link to a draft shows; null for a link that does not work. */
  sharedDraft: (
    token: string,
  ) => Promise<{ type: ContentType; item: number; expiresAt: string } | null>
  who: (req: Request) => Promise<unknown>
  /** Called for a page that could not be rendered in advance. */
  failed: (error: unknown) => void
  /** Called for a path that no page can have; mostly scanners request one. */
  refused: (path: string) => void
}

/** Every page of the site: redirects of old addresses, then a render, cached where possible. */
export function pages(options: PagesOptions): Router {
  const { content, cache, siteUrl, now } = options
  const router = Router()
  const render = (url: string) => options.render(url, content.site, siteUrl, now())

  /**
   * Renders a page for the cache; null when it must not be cached, because it is not the page of
   * that address.
   */
  async function freshPage(key: string) {
    // Read before the render: a change during it causes another validation.
    const generation = content.generation()
    const revision = content.revision()
    const page = await render(key)
    return {
      page,
      fresh:
        page.status === 200 && !page.provisional
          ? { ...page, text: page.html, type: 'text/html; charset=utf-8', generation, revision }
          : null,
    }
  }

  content.onEdited((paths) => {
    // After a save the editor usually opens the page. The other pages of a large pull are rendered
    // on request.
    for (const path of paths.slice(0, mostRenewed))
      cache?.renew(path, async () => (await freshPage(path)).fresh).catch(options.failed)
  })

  async function showPage(req: Request, res: Response) {
    const { path } = req
    const { site } = content
    if (!mayBePage(path)) {
      options.refused(path)
      return options.nothing(nowhere, req, res)
    }
    const query = req.url.includes('?') ? req.url.slice(req.url.indexOf('?')) : ''
    const plain = plainPath(path)
    // An old address in another form leads to its target at once.
    if (plain !== path)
      return moved(
        res,
        redirectOf(site, plain, query) ?? fileRedirectOf(site, plain, query) ?? plain + query,
      )
    if (await showUnpublished(options, req, res)) return
    const numbered = isNumbered(path + query)
    // The query of a numbered text is its address.
    const target = numbered ? redirectOf(site, path + query) : redirectOf(site, path, query)
    if (target !== null) return moved(res, target)
    const url = numbered ? path : path + query
    const missing = nothingAt(url, content.site)
    if (missing !== null) {
      const there = fileRedirectOf(site, path, query)
      return there ? moved(res, there) : options.nothing(missing, req, res)
    }
    const key = cache ? pageKey(url) : null
    if (!cache || key === null) return send(res, await render(url))
    let page: RenderedPage | null = null
    const cached = await cache.fill(key, req, res, async () => {
      const made = await freshPage(key)
      page = made.page
      return made.fresh
    })
    // A caller that shared the render of an uncacheable page renders its own.
    if (!cached) send(res, page ?? (await render(key)))
  }

  router.get(/^\/draft\/[\w.-]+$/, (req, res) => showShared(options, req, res))
  // A pattern without parameters: an invalid encoding in a parameter would throw before `showPage`
  // runs.
  router.get(/^/, showPage)
  return router
}

/**
 * Shows administrators a draft or scheduled item at its own address. The cache only has pages of
 * published items, so it cannot contain this address, and this response is never cached.
 */
async function showUnpublished(
  { unpublishedAt, who, render, siteUrl, now }: PagesOptions,
  req: Request,
  res: Response,
) {
  const hidden = req.headers.cookie === undefined ? null : unpublishedAt(req.path)
  // When the session can't be checked, the request counts as a visitor's.
  if (!hidden || !(await who(req).catch(() => null))) return false
  const { status, html, frames } = await render(req.path, hidden.site, siteUrl, now(), {
    unpublished: hidden.item,
  })
  allowFrames(res, frames)
  res.status(status).set('X-Robots-Tag', 'noindex').type('html').send(html)
  return true
}

/**
 * Shows a draft to anybody with a link to it: the page as it is now. No cache stores it, no search
 * engine lists it, and the links on it do not carry its address to other sites.
 */
async function showShared(options: PagesOptions, req: Request, res: Response) {
  const token = req.path.slice(sharedDrafts.length)
  const link = await options.sharedDraft(token)
  const place = link && options.pageOf({ type: link.type, id: link.item })
  res.set('X-Robots-Tag', 'noindex').set('Referrer-Policy', 'no-referrer')
  if (!link || !place) return options.nothing('/draft', req, res)
  if (!place.unpublished) return res.redirect(302, place.address)
  const { item, site } = place.unpublished
  const extras = { unpublished: { ...item, sharedUntil: link.expiresAt } }
  const { status, html, frames } = await options.render(
    place.address,
    site,
    options.siteUrl,
    options.now(),
    extras,
  )
  allowFrames(res, frames)
  res.status(status).type('html').send(withDraftToken(html, token))
}

/**
 * Where an old address leads; null for any other. A query goes along, unless the target has its
 * own.
 */
function redirectOf(site: SiteReader, address: string, query = '') {
  const target = site.redirect(address)
  return target === null || target.includes('?') ? target : target + query
}

/**
 * Where an address without a page leads that a host of files has for one, or the other way round;
 * null for any other.
 */
function fileRedirectOf(site: SiteReader, path: string, query: string) {
  const page = pageOfFile(path)
  if (nothingAt(page, site) === null) return page === path ? null : page + query
  const files = [page, `${page}.html`, `${page}/index.html`]
  return files.map((file) => redirectOf(site, file, query)).find(Boolean) ?? null
}

/** The last middleware: only methods other than GET and HEAD are left. */
export function onlyReading(_req: Request): never {
  throw new HttpError(405, 'This address is only for reading.', { headers: { Allow: 'GET, HEAD' } })
}

/**
 * Whether a page may have this path. Browsers treat backslashes as slashes, so a redirect that
 * repeats them could leave the site.
 */
export function mayBePage(path: string): boolean {
  const decoded = path.includes('\\') ? null : percentDecoded(path)
  return (
    decoded !== null &&
    !decoded.includes('\0') &&
    !isBundlersPath(decoded) &&
    encodedPath(path) !== null
  )
}

/**
 * The path with one leading slash, no trailing slash and no double slashes, and with one encoding
 * of letters.
 */
export function plainPath(path: string): string {
  return `/${(encodedPath(path) ?? path).split('/').filter(Boolean).join('/')}`
}

/**
 * Sends a page that the cache does not have. A provisional one, or one for a single visitor, is not
 * stored anywhere.
 */
function send(res: Response, page: RenderedPage) {
  const { req } = res
  allowFrames(res, page.frames)
  if (page.status === 200 && !page.provisional && !isPersonal(req.path))
    setCaching(req, res, 'shared')
  res.status(page.status).type('html').send(page.html)
}

/** Adds the origins of a page's players to the policy of its response. */
function allowFrames(res: Response, origins: ReadonlyArray<string>) {
  const name = 'Content-Security-Policy'
  for (const [, value] of allowingFrames([[name, String(res.getHeader(name))]], origins))
    res.setHeader(name, value)
}

/**
 * Redirects to the current address. Neither browsers nor CDNs may use a stored redirect: when the
 * item moves back to its old address, it would loop.
 */
function moved(res: Response, to: string) {
  res.set('Cache-Control', ownBrowserCaching).redirect(301, to)
}

/**
 * Adds the token of a link to a draft to the addresses of pictures and sounds beside its text,
 * which nobody else may see.
 */
function withDraftToken(html: string, token: string): string {
  return html.replace(
    /(\/media\/beside\/[^\s"'?<>,]+)(\?w=\d{1,5})?/g,
    (_, address: string, width?: string) =>
      width === undefined ? `${address}?draft=${token}` : `${address}${width}&amp;draft=${token}`,
  )
}
