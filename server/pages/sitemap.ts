import { SitemapIndexStream, SitemapStream, streamToPromise } from 'sitemap'
import { categoryAddress } from '#domain/categories.ts'
import { type ContentType, contentTypes } from '#domain/content.ts'
import { itemAddress, itemTypes } from '#domain/item/types.ts'
import { pageAddress } from '#domain/page-address.ts'
import { comparisonsAddress, pagesInSitemap } from '#domain/single-pages.ts'
import { profileOf } from '#domain/site/profile-of.ts'
import { authorAddress } from '#domain/site-authors.ts'
import { itemsPerPage, type SiteReader } from '#domain/site-reader.ts'

/**
 * The largest number of addresses in a file; crawlers read at most 50,000 (sitemaps.org), and this
 * many are compressed in a few milliseconds.
 */
const limit = 10_000

interface Entry {
  url: string
  lastmod?: string
}

/**
 * The sitemap at `/sitemap.xml`, or with more addresses than a file may have, its index there and
 * the parts at `/sitemap-1.xml` and so on. Null for a part that does not exist.
 */
export async function sitemap(
  site: SiteReader,
  siteUrl: string,
  path: string,
  addressesPerFile = limit,
): Promise<string | null> {
  const entries = entriesOf(site)
  const parts = Math.ceil(entries.length / addressesPerFile)
  const part = Number(/-(\d+)/.exec(path)?.[1] ?? 0)
  if (part === 0 && parts > 1) {
    const index = new SitemapIndexStream()
    for (let number = 1; number <= parts; number++)
      index.write({ url: `${siteUrl}/sitemap-${number}.xml` })
    index.end()
    return (await streamToPromise(index)).toString()
  }
  if (part > 0 && (parts === 1 || part > parts)) return null
  const stream = new SitemapStream({ hostname: siteUrl })
  const start = Math.max(0, part - 1) * addressesPerFile
  for (const entry of entries.slice(start, start + addressesPerFile)) stream.write(entry)
  stream.end()
  return (await streamToPromise(stream)).toString()
}

/** Every public page. */
function entriesOf(site: SiteReader): Array<Entry> {
  const pages = (path: string, total: number) =>
    Array.from({ length: Math.max(1, Math.ceil(total / itemsPerPage)) }, (_, index) => ({
      url: index === 0 ? path : `${path}?page=${index + 1}`,
    }))
  const { parts, categories } = profileOf(site.settings())
  const isOn = (type: ContentType) => type === 'articles' || parts[type]
  return [
    ...pagesInSitemap.filter(([, part]) => !part || parts[part]).map(([url]) => ({ url })),
    ...contentTypes
      .filter(isOn)
      .flatMap((type) => pages(itemTypes[type].listAddress, site.items(type).length)),
    ...categories.stored.flatMap((category) => {
      const count = site.categoryCounts()[category] ?? 0
      return count > 0 ? pages(categoryAddress(category), count) : []
    }),
    ...(site.comparisons(1) ? [{ url: comparisonsAddress }] : []),
    ...site.authors().flatMap(({ key }) => {
      const list = site.authorItems(key, 1)
      return list && list.total > 0 ? pages(authorAddress(key), list.total) : []
    }),
    ...site
      .staticPages()
      .map(({ name, updatedAt }) => ({ url: pageAddress(name), ...lastmod(updatedAt) })),
    ...contentTypes.flatMap((type) =>
      site.items(type).map((item) => ({
        url: itemAddress(type, item),
        ...lastmod(site.item(type, item.id)?.updatedAt ?? item.publishedAt),
      })),
    ),
  ]
}

const lastmod = (time: string | null) => (time ? { lastmod: time } : {})
