import type { Request, Response } from 'express'
import { type ArticleFilters, articleFiltersIn } from '#domain/article-filters.ts'
import { type ContentType, contentTypes } from '#domain/content.ts'
import { itemTypes } from '#domain/item/types.ts'
import { pageNumber } from '#domain/page-number.ts'
import { percentDecoded } from '#domain/percent-decoded.ts'
import { comparisonsAddress, singlePages } from '#domain/single-pages.ts'
import { profileOf } from '#domain/site/profile-of.ts'
import type { SiteReader } from '#domain/site-reader.ts'
import { HttpError } from '../http/http-error.ts'
import { networkOf } from '../http/network-of.ts'
import { noticePage, type SiteWords } from '../http/notice-page.ts'
import { memoryRateLimits } from '../platform/token-bucket.ts'
import type { RenderedPage } from './render-page.ts'

/** An address without a page, also for addresses that no page can have. */
export const nowhere = '/404'
/** No slug, key or number of an item contains a dot. */
const noItem = 'nothing.here'

/** Whether there is page N of a list. */
type ListCheck = (site: SiteReader, page: number, key: string, filters?: ArticleFilters) => boolean

/** The lists with numbered pages that have one address; that of articles is a category. */
const lists: Readonly<Record<string, ListCheck>> = {
  [comparisonsAddress]: (site, page) => site.comparisons(page) !== null,
  ...Object.fromEntries(
    contentTypes
      .filter((type) => type !== 'articles')
      .map((type) => [
        itemTypes[type].listAddress,
        (site: SiteReader, page: number) => site.itemsPage(type, page) !== null,
      ]),
  ),
}

/**
 * The pages of items, by the first segment of their addresses: whether there is an item of this
 * key, or page N of its list.
 */
const keyed: Readonly<Record<string, ListCheck>> = {
  ...Object.fromEntries(contentTypes.map((type) => [itemTypes[type].folder, hasItem(type)])),
  downloads: (site, _page, key) => site.downloads().some(({ slug }) => slug === key),
  author: (site, page, key) => site.author(key) !== null && site.authorItems(key, page) !== null,
  category(site, page, key, filters) {
    const known = key === 'all' ? key : profileOf(site.settings()).categories.normalize(key)
    return known !== null && site.articlesIn(known, page, filters) !== null
  },
}

function hasItem(type: ContentType): ListCheck {
  const isSlug = itemTypes[type].addressedBy === 'slug'
  return (site, _page, key) =>
    (isSlug || /^\d{1,15}$/.test(key)) && site.listed(type, isSlug ? key : Number(key)) !== null
}

/** The folders of `src/pages` whose pages are found by `lists` and `keyed`. */
export const foundSections: ReadonlyArray<string> = [
  ...Object.keys(lists),
  ...Object.keys(keyed).map((section) => `/${section}/`),
]

/** Whether one of the site's own texts is at a path. */
function hasText(site: SiteReader, pathname: string): boolean {
  const name = percentDecoded(pathname.slice(1))
  return name !== null && site.staticPage(name) !== null
}

/**
 * For an address at which there is no page: the address whose not-found page looks the same. Null
 * for an address that may have one. It asks the content only, so that addresses without a page cost
 * next to nothing.
 */
export function nothingAt(url: string, site: SiteReader): string | null {
  const { pathname, searchParams } = new URL(url, 'http://localhost')
  if (singlePages.has(pathname) || hasText(site, pathname)) return null
  const query = Object.fromEntries(searchParams)
  const page = pageNumber(query)
  const list = lists[pathname]
  if (list) return page !== null && list(site, page, '') ? null : `${pathname}?page=0`
  const [, section = '', segment, ...more] = pathname.split('/')
  const isThere = Object.hasOwn(keyed, section) ? keyed[section] : undefined
  if (!isThere || segment === undefined || more.length > 0) return nowhere
  const key = percentDecoded(segment)
  return key !== null && page !== null && isThere(site, page, key, articleFiltersIn(query))
    ? null
    : `/${section}/${noItem}`
}

/**
 * A visitor who follows dead links, and a search engine that tries old addresses, get on; a scanner
 * does not.
 */
const rate = { burst: 600, perSecond: 10 }

/**
 * Answers requests for addresses without a page: one rendered page for each kind of them, until the
 * content changes, and so many for each network. The limit is that of this process, because it
 * protects this process, and visitors read on without a database.
 */
export function createNothing(parts: {
  generation: () => number
  render: (address: string) => Promise<RenderedPage>
  /** In development pages are always rendered. */
  keepsPages: boolean
  words: () => SiteWords
}) {
  const { generation, render, keepsPages, words } = parts
  const networks = memoryRateLimits('pages of nothing', rate)
  const kept = new Map<string, { generation: number; page: Promise<RenderedPage> }>()

  function pageOf(address: string): Promise<RenderedPage> {
    const now = generation()
    const before = kept.get(address)
    if (before?.generation === now && keepsPages) return before.page
    const page = render(address)
    kept.set(address, { generation: now, page })
    // The next request tries again.
    page.catch(() => kept.delete(address))
    return page
  }

  /**
   * Sends the page of nothing at an address of `nothingAt`. Throws HttpError 429 for a network with
   * too many of them.
   */
  return async function show(address: string, req: Request, res: Response): Promise<void> {
    const wait = await networks.take(networkOf(req.ip))
    if (wait > 0) {
      const html = noticePage(words(), 429, {
        title: 'tooManyRequests',
        text: 'tooManyRequestsText',
      })
      throw new HttpError(
        429,
        'Too many addresses without a page were asked for. Please try again in a moment.',
        { html, retryAfter: wait },
      )
    }
    const { status, html } = await pageOf(address)
    res.status(status).type('html').send(html)
  }
}

export type ShowNothing = ReturnType<typeof createNothing>
