import type { ContentType } from '#domain/content.ts'
import type { ArticleSummary, ItemSummary } from '#domain/item/summary.ts'
import type { FoundDownload, FoundPage } from '#domain/search.ts'
import { profileOf } from '#domain/site/profile-of.ts'
import type { SiteProfile } from '#domain/site/site-profile.ts'
import type { SiteReader } from '#domain/site-reader.ts'
import type { TagCounts } from '#domain/tag-counts.ts'

/**
 * The content that answers are made of, as visitors see it: on the server and in the browser of an
 * exported site.
 */
export interface FoundContent {
  profile(): SiteProfile
  /** A published item as lists have it. */
  item<Type extends ContentType>(type: Type, id: number): ItemSummary[Type] | null
  /** Whether the text of a published item has sounds that the site plays. */
  hasSound(type: ContentType, id: number): boolean
  /** Those of the downloads that exist, in the order of the ids. */
  downloads(ids: ReadonlyArray<number>): Array<FoundDownload>
  page(id: number): FoundPage | null
  /** The newest articles of a category. */
  newestIn(category: string): ReadonlyArray<ArticleSummary>
  /** The number of articles of each category that has any. */
  categoryCounts(): Partial<Record<string, number>>
  /** The tags of the newest articles. */
  tagCounts(): TagCounts
}

/** What visitors see of the content, for answers. */
export function foundContent(reader: Omit<SiteReader, 'search'>): FoundContent {
  return {
    profile: () => profileOf(reader.settings()),
    item: (type, id) => reader.listed(type, id),
    hasSound: (type, id) => reader.hasSound(type, id),
    downloads(ids) {
      const downloads = new Map(reader.downloads().map((download) => [download.id, download]))
      return ids.flatMap((id) => {
        const download = downloads.get(id)
        if (!download) return []
        const { slug, title, description, fileType } = download
        return { id, slug, title, description, fileType }
      })
    },
    page(id) {
      const page = reader.staticPages().find((one) => one.id === id)
      return page
        ? { name: page.name, title: page.title, description: page.metaDescription ?? '' }
        : null
    },
    newestIn: (category) => reader.articlesIn(category, 1)?.items ?? [],
    categoryCounts: () => reader.categoryCounts(),
    tagCounts: () => reader.tagCounts(),
  }
}
