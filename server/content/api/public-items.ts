import type { Article, ArticleSummary, Download, NewsItem, Newsletter, RenderedBody } from '#domain/content.ts'
import type { SiteReader } from '#domain/site-reader.ts'

/** The public views of the specification, section 3. Where a file lies and which blob it is stays inside. */

export function publicArticle({ aliases: _, blob: __, ...article }: Article, body: RenderedBody) {
  return { ...article, content: body.html }
}

export function publicNewsItem({ aliases: _, blob: __, ...item }: NewsItem, body: RenderedBody) {
  return { ...item, content: body.html }
}

export function publicNewsletter({ aliases: _, blob: __, ...issue }: Newsletter, body: RenderedBody) {
  const articles = body.articles.map(({ title, excerpt, html }) => ({ title, excerpt, content: html }))
  return { ...issue, content: body.html, articles }
}

export function publicDownload(
  { id, title, description, fileType, fileSize, imageUrl }: Download,
  downloadCount: number,
) {
  return { id, title, description, fileType, fileSize, imageUrl, downloadCount }
}

/** Every article of a category, over all its pages. */
export function allInCategory(
  site: SiteReader,
  category: Parameters<SiteReader['articlesIn']>[0],
): Array<ArticleSummary> {
  const first = site.articlesIn(category, 1)
  const rest = Array.from(
    { length: (first?.pages ?? 1) - 1 },
    (_, index) => site.articlesIn(category, index + 2)?.items ?? [],
  )
  return [...(first?.items ?? []), ...rest.flat()]
}
