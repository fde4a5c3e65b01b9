import type { ContentType, Download, RenderedBody } from '#domain/content.ts'
import type { PublicItem } from '#domain/content-answers.ts'
import { hasPieces } from '#domain/item/item-fields.ts'
import type { ArticleSummary, ItemOf } from '#domain/item/summary.ts'
import type { SiteReader } from '#domain/site-reader.ts'

/**
 * The public views of the specification, section 3. They contain neither the path nor the blob of a
 * file.
 */

export function publicItem<Type extends ContentType>(
  type: Type,
  item: ItemOf[Type],
  body: RenderedBody,
): PublicItem[Type] {
  const { aliases: _, blob: __, ...shown } = item
  const pieces = body.articles.map(({ title, excerpt, html }) => ({
    title,
    excerpt,
    content: html,
  }))
  const answer = { ...shown, content: body.html, ...(hasPieces(type) && { articles: pieces }) }
  return answer as unknown as PublicItem[Type]
}

export function publicDownload(
  { slug: _, imageAlt: __, blob: ___, fileBlob: ____, ...shown }: Download,
  downloadCount: number,
) {
  return { ...shown, downloadCount }
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
