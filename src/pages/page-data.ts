import { listHref } from '#domain/article-filters.ts'
import type { ContentType } from '#domain/content.ts'
import { nextRelativeChange } from '#domain/dates.ts'
import type { ItemOf, ItemSummary } from '#domain/item/summary.ts'
import { itemAddress, sharePicture } from '#domain/item/types.ts'
import { profileOf } from '#domain/site/profile-of.ts'
import type { TextOf } from '#domain/site/site-profile.ts'
import type { PageTextKey } from '#domain/site/texts/en.ts'
import { ownFieldsOf } from '#domain/site-fields.ts'
import type { SiteReader } from '#domain/site-reader.ts'
import type { PageContext, PageData } from '../renderer/page-context.ts'
import type { PageHead } from '../renderer/page-head.ts'
import type { Clock } from '../site/date-label.tsx'
import { extrasOf, type ItemExtras } from '../site/own-facts.tsx'

/** Props of a page whose item may not exist. */
export type Findable<Props> = ({ kind: 'found' } & Props) | { kind: 'not-found' }

export function found<Props>(pageProps: Props, head: PageHead): PageData<Findable<Props>> {
  return { pageContext: { pageProps: { kind: 'found', ...pageProps }, head } }
}

/** The data of a page without props that search engines leave out. */
export function plainPage(
  path: string,
  title: PageTextKey,
  description: PageTextKey,
  status = 200,
) {
  return ({ site }: PageContext): PageData<object> => {
    const { text } = profileOf(site.settings())
    const head = {
      title: text(title),
      description: text(description),
      path,
      noindex: true,
    }
    return { pageContext: { pageProps: {}, head, status } }
  }
}

/** The page's own not-found state, with status 404. */
export function notFound(title: string): PageData<{ kind: 'not-found' }> {
  return {
    pageContext: {
      pageProps: { kind: 'not-found' },
      head: { title, description: title, noindex: true },
      status: 404,
    },
  }
}

/**
 * The clock of a page with relative dates. The page cache may store the page until the first of
 * these dates changes.
 */
export function clockFor(
  { now, site, cacheUntil }: PageContext,
  ...lists: Array<ReadonlyArray<{ publishedAt: string | null }>>
): Clock {
  for (const { publishedAt } of lists.flat()) {
    if (publishedAt) cacheUntil(nextRelativeChange(new Date(publishedAt), now))
  }
  return { now, timeZone: site.settings().timeZone }
}

/** The canonical path of a list page and those of its neighbours. */
export function pagedHead(
  path: string,
  list: { page: number; pages: number },
): Pick<PageHead, 'path' | 'prev' | 'next'> {
  return {
    path: listHref(path, {}, list.page),
    ...(list.page > 1 ? { prev: listHref(path, {}, list.page - 1) } : {}),
    ...(list.page < list.pages ? { next: listHref(path, {}, list.page + 1) } : {}),
  }
}

/** 'Title', or 'Title, page 2'. */
export function pagedTitle(title: string, page: number, text: TextOf): string {
  return page === 1 ? title : text('pagedTitle', { title, number: page })
}

/** What the heads of the pages of all items have. */
export function itemHead(type: ContentType, item: ItemOf[ContentType]) {
  const path = itemAddress(type, item)
  return {
    path,
    type: 'article' as const,
    image: { url: sharePicture(path), width: 1200, height: 630, alt: item.title },
    publishedTime: item.publishedAt,
    modifiedTime: item.updatedAt,
  }
}

/** The authors and the fields of the site's own that the page of an item shows. */
export function itemExtras(
  site: SiteReader,
  type: ContentType,
  { author, fields }: Pick<ItemSummary[ContentType], 'author' | 'fields'>,
): ItemExtras {
  const bylines = author.length === 0 ? [] : site.bylines(author)
  return extrasOf(ownFieldsOf(site.settings().fields, type), fields, bylines)
}

/** The id in an address; null when it is not a number. */
export function idParameter(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : null
}
