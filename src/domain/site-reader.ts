import type { Category } from './categories.ts'
import type {
  Article,
  ArticleSummary,
  ContentType,
  Download,
  NewsItem,
  Newsletter,
  NewsletterSummary,
  NewsSummary,
  RenderedBody,
  SiteSettings,
  StaticPage,
  StaticPageName,
} from './content.ts'
import type { SearchResults } from './search.ts'

export interface PageOf<Item> {
  items: Array<Item>
  /** Counts from 1. */
  page: number
  pages: number
  total: number
}

/** A draft or scheduled item whose own page an administrator looks at (rulings, section 5). */
export interface UnpublishedItem {
  type: ContentType
  id: number
  status: 'draft' | 'scheduled'
  publishedAt: string | null
}

/** Public list pages show this many items (rulings, section 6). */
export const itemsPerPage = 24

/**
 * The published site, as pages and public calls read it. All methods but `body` and `search` answer at once from memory and are pure for
 * one state of the content, so that a cached page can be checked by asking the same questions again. Null means not found; so does a
 * page number past the end. Drafts and scheduled items are not in here.
 */
export interface SiteReader {
  settings(): SiteSettings
  featured(): Array<ArticleSummary>
  /** Newest first; `limit` cuts. */
  articles(limit?: number): Array<ArticleSummary>
  /** Newest first; 'all' means every article. */
  articlesIn(category: Category | 'all', page: number): PageOf<ArticleSummary> | null
  article(slug: string): Article | null
  articleById(id: number): Article | null
  /** Up to three others that share most with it. */
  related(id: number): Array<ArticleSummary>
  news(limit?: number): Array<NewsSummary>
  newsPage(page: number): PageOf<NewsSummary> | null
  newsItem(id: number): NewsItem | null
  newsletters(limit?: number): Array<NewsletterSummary>
  newslettersPage(page: number): PageOf<NewsletterSummary> | null
  newsletter(id: number): Newsletter | null
  /** The issues before and after this one in time. */
  newsletterNeighbours(id: number): { previous: NewsletterSummary | null; next: NewsletterSummary | null }
  /** Articles per category, all categories that have any. */
  categoryCounts(): Partial<Record<Category, number>>
  /** Each with how often it was taken, rounded down as pages show it. */
  downloads(): Array<Download & { downloadCount: number }>
  staticPage(name: StaticPageName): StaticPage | null
  /** Where an old address leads now (a path on this site), or null. */
  redirect(path: string): string | null
  /**
   * Names the bytes of every picture of this site of which a file speaks, by path: a rendered body carries their sizes. Null when the file can't be
   * read just now.
   */
  pictures(item: { blob: string }): Readonly<Record<string, string>> | null
  /** The rendered body of a file of this site. Rejects when the body can't be rendered in time. */
  body(item: { blob: string }): Promise<RenderedBody>
  search(query: string): Promise<SearchResults>
}
