import type { ArticleSummary, Download, NewsletterSummary, NewsSummary, StaticPageName } from '#domain/content.ts'

/** What all entries keep beside what a list shows. */
interface Kept {
  metaDescription: string | null
  aliases: Array<string>
  draft: boolean
  /** False when the id was derived from the path. */
  explicitId: boolean
  /** Lines of these keys, for faults that show only beside other files; 1 when the key is missing. */
  idLine: number
  slugLine: number
  aliasesLine: number
}

export type ArticleEntry = Kept & { kind: 'articles'; item: ArticleSummary }
export type NewsEntry = Kept & { kind: 'news'; item: NewsSummary }
export type NewsletterEntry = Kept & {
  kind: 'newsletters'
  item: NewsletterSummary
  /** The line of the number; 1 when the key is missing. */
  numberLine: number
  /** The mail that it was imported from. */
  messageId: string | null
}
export type ItemEntry = ArticleEntry | NewsEntry | NewsletterEntry

export interface DownloadEntry {
  kind: 'downloads'
  /** Size and kind of the file are added when it was found. */
  item: Omit<Download, 'fileSize' | 'fileType'>
  fileType: string | null
  file: string | null
  fileLine: number
  draft: boolean
  explicitId: boolean
  idLine: number
}

export interface PageEntry {
  kind: 'pages'
  name: StaticPageName
  title: string
  metaDescription: string | null
}

export interface EntryOf {
  articles: ArticleEntry
  news: NewsEntry
  newsletters: NewsletterEntry
  downloads: DownloadEntry
  pages: PageEntry
}

/** A content file as it is kept: everything but its body. JSON, so that it can lie in the snapshot. */
export type Entry = EntryOf[keyof EntryOf]
