import type { ArticleChoices, ArticleFilters } from './article-filters.ts'
import type { ContentType, Download, PackContents, RenderedBody, StaticPage } from './content.ts'
import type { ArticleSummary, ItemOf, ItemSummary, NewsletterSummary } from './item/summary.ts'
import type { SearchResults } from './search.ts'
import type { Author, Byline } from './site-authors.ts'
import type { SiteSettings } from './site-settings.ts'
import type { TagCounts } from './tag-counts.ts'

export interface PageOf<Item> {
  items: Array<Item>
  /** Counts from 1. */
  page: number
  pages: number
  total: number
}

/** An item of any type. */
export type AuthoredItem = {
  [Type in ContentType]: { type: Type; item: ItemSummary[Type] }
}[ContentType]

/** One article of a series, for its list of parts. */
export interface SeriesPart {
  id: number
  slug: string
  title: string
}

/**
 * A draft or scheduled item whose page an administrator, or somebody with a link, has opened
 * (rulings, section 5).
 */
export interface UnpublishedItem {
  /** The address in the admin at which it is edited. */
  editedAt: string
  status: 'draft' | 'scheduled'
  publishedAt: string | null
  /** Set for somebody without an account who has a link: when the link ends. */
  sharedUntil?: string
}

/** The articles with which readers of a level begin. */
export interface StartPath {
  level: string
  articles: Array<ArticleSummary>
}

/** The sounds that an article compares first, as Markdown. */
export interface ComparedSounds {
  article: ArticleSummary
  /** The article's file. */
  blob: string
  markdown: string
}

/** The number of items on a page of a public list (rulings, section 6). */
export const itemsPerPage = 24

/**
 * A read-only view of the published site for pages and public calls; drafts and scheduled items are
 * not visible. All methods except `body`, `contents`, `preview`, `player` and `search` are synchronous
 * and pure for one state of the content, so that a cached page can be validated by repeating its
 * queries. Null means not found; a page number past the end is also null.
 */
export interface SiteReader {
  settings(): SiteSettings
  /** The featured articles, newest first, at most `limit`. */
  featured(limit?: number): Array<ArticleSummary>
  /** The published items of a type, newest first, at most `limit`. */
  items<Type extends ContentType>(type: Type, limit?: number): Array<ItemSummary[Type]>
  itemsPage<Type extends ContentType>(type: Type, page: number): PageOf<ItemSummary[Type]> | null
  /** A published item by its id or its slug. */
  item<Type extends ContentType>(type: Type, key: number | string): ItemOf[Type] | null
  /** The same as lists have it. */
  listed<Type extends ContentType>(type: Type, key: number | string): ItemSummary[Type] | null
  /** Newest first; 'all' means every article. Null, too, when no article matches the filters. */
  articlesIn(
    category: string,
    page: number,
    filters?: ArticleFilters,
  ): PageOf<ArticleSummary> | null
  /** The levels of the site that have articles to begin with, the easiest first. */
  startPaths(): Array<StartPath>
  /** What the articles of a category can be filtered by, beside the filters that are set. */
  articleChoices(category: string, filters: ArticleFilters): ArticleChoices
  /** Up to three articles that share the most tags and the category with it. */
  related(id: number): Array<ArticleSummary>
  /** The published parts of a series, the first one first. */
  seriesParts(name: string): Array<SeriesPart>
  /** The issues before and after this one in time. */
  newsletterNeighbours(id: number): {
    previous: NewsletterSummary | null
    next: NewsletterSummary | null
  }
  /** The number of articles of each category that has any. */
  categoryCounts(): Partial<Record<string, number>>
  /** The tags of the newest two thousand articles. */
  tagCounts(): TagCounts
  /** All downloads by title; `downloadCount` is rounded down (`shownCount`). */
  downloads(): Array<Download & { downloadCount: number }>
  /**
   * What the archive of a download contains; null for another file, and for an archive that can't
   * be read.
   */
  contents(download: Pick<Download, 'fileBlob' | 'fileSize'>): Promise<PackContents | null>
  /** The player of a download's preview as sanitised HTML; null when there is none. */
  preview(
    download: Pick<Download, 'blob' | 'title' | 'preview'>,
  ): Promise<Pick<RenderedBody, 'html' | 'provisional'> | null>
  /** The first comparison of each article that has one, newest first; null for no such page. */
  comparisons(page: number): PageOf<ComparedSounds> | null
  /** Its player as sanitised HTML; empty and provisional while it is still being made. */
  player(
    compared: Pick<ComparedSounds, 'blob' | 'markdown'>,
  ): Promise<Pick<RenderedBody, 'html' | 'provisional'>>
  /** An author by key. */
  author(key: string): Author | null
  /** All authors by name. */
  authors(): Array<Author>
  /** The names and pages of the authors that an item names. */
  bylines(named: ReadonlyArray<string>): Array<Byline>
  /** The published items of an author, newest first. */
  authorItems(key: string, page: number): PageOf<AuthoredItem> | null
  /** A page of the site's own texts by its name, which is its address. */
  staticPage(name: string): StaticPage | null
  /** All of them: first those of the specification, then by name. */
  staticPages(): Array<StaticPage>
  /** The target of an old address (a path on this site), or null. */
  redirect(path: string): string | null
  /**
   * The blob ids of all pictures of this site that a file names, by path. A rendered body contains
   * their sizes, so it is valid as long as the blobs are the same. Null when the site has no such
   * file any more.
   */
  pictures(item: { blob: string }): Readonly<Record<string, string>> | null
  /** Whether the text of a published item has sounds of this site. */
  hasSound(type: ContentType, id: number): boolean
  /** The rendered body of a file of this site. Rejects when the body can't be rendered in time. */
  body(item: { blob: string }): Promise<RenderedBody>
  /** `literal`: no word of the query is corrected. */
  search(query: string, literal?: boolean, filters?: ArticleFilters): Promise<SearchResults>
}
