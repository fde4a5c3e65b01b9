import type {
  Article,
  ArticleSummary,
  Download,
  NewsItem,
  Newsletter,
  NewsletterSummary,
  NewsSummary,
} from '#domain/content.ts'
import { read } from './request.ts'

/** What a single item answers besides its own fields: the body as sanitised HTML. */
type WithContent<Item> = Item & { content: string }

export const readArticles = () => read<Array<ArticleSummary>>('/api/articles')
export const readFeaturedArticles = () => read<Array<ArticleSummary>>('/api/articles/featured')
export const readArticlesIn = (category: string) =>
  read<Array<ArticleSummary>>(`/api/articles/category/${encodeURIComponent(category)}`)
export const readArticle = (slug: string) =>
  read<WithContent<Article>>(`/api/articles/slug/${encodeURIComponent(slug)}`)
export const readNews = () => read<Array<NewsSummary>>('/api/news')
export const readNewsItem = (id: number) => read<WithContent<NewsItem>>(`/api/news/${id}`)
export const readNewsletters = () => read<Array<NewsletterSummary>>('/api/newsletters')
export const readNewsletter = (id: number) => read<WithContent<Newsletter>>(`/api/newsletters/${id}`)

/** Downloads are kept for five minutes (specification, section 9). */
export const downloadsCacheMs = 5 * 60 * 1000

/** `GET /api/downloads` with its own short memory; a failed read is not kept. */
export function createDownloadsReader(now: () => number = Date.now) {
  let kept: { at: number; downloads: Promise<Array<Download>> } | null = null
  return () => {
    if (kept && now() - kept.at < downloadsCacheMs) return kept.downloads
    const downloads = read<Array<Download>>('/api/downloads')
    kept = { at: now(), downloads }
    downloads.catch(() => {
      kept = null
    })
    return downloads
  }
}
