import { normalizeCategory } from '#domain/categories.ts'
import type { PreviewedPage } from '#domain/previewed-page.ts'
import { ArticleHead, ArticleTags } from './articles/article-head.tsx'
import { TableOfContents, tocMinimum } from './articles/table-of-contents.tsx'
import { NewsHead } from './news/news-head.tsx'
import { IssueHead, IssueText } from './newsletters/issue-text.tsx'
import { Prose } from './prose.tsx'

/** A preview of an unsaved item: the components of its page without the frame. */
export function ItemPreview({ type, item, body, clock }: PreviewedPage) {
  if (type === 'news')
    return (
      <div className="wrap py-8">
        <article className="reading-main">
          <NewsHead item={item} clock={clock} actions={false} />
          <div className="mt-10">
            <Prose html={body.html} />
          </div>
        </article>
      </div>
    )
  if (type === 'newsletters')
    return (
      <div className="wrap py-8">
        <article>
          <IssueHead issue={item} clock={clock} />
          <div className="mt-12 border-t-2 border-ink pt-10">
            <IssueText body={body} />
          </div>
        </article>
      </div>
    )
  const category = normalizeCategory(item.category) ?? item.category
  return (
    <div data-category={category} className="pb-8">
      <article>
        <ArticleHead article={{ ...item, category }} clock={clock} actions={false} />
        <div className={`wrap reading mt-10 lg:mt-14 ${body.toc.length < tocMinimum ? 'reading-plain' : ''}`}>
          <TableOfContents toc={body.toc} />
          <div className="reading-main">
            <Prose html={body.html} />
            <ArticleTags tags={item.tags} />
          </div>
        </div>
      </article>
    </div>
  )
}
