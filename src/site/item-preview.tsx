import type { ReactNode } from 'react'
import { normalizeCategory } from '#domain/categories.ts'
import type { ContentType } from '#domain/content.ts'
import type { PreviewedPage } from '#domain/previewed-page.ts'
import { ArticleHead, ArticleTags } from './articles/article-head.tsx'
import { contentsOfText, TableOfContents } from './articles/table-of-contents.tsx'
import { NewsHead } from './news/news-head.tsx'
import { IssueHead, IssueText } from './newsletters/issue-text.tsx'
import { Prose } from './prose.tsx'

/** A preview of an unsaved item: the components of its page without the frame. */
export function ItemPreview(page: PreviewedPage) {
  const Preview = previews[page.type]
  return <Preview {...page} />
}

const previews: Readonly<Record<ContentType, (page: PreviewedPage) => ReactNode>> = {
  articles: ArticlePreview,
  news: ({ item, body, clock }) => (
    <div className="wrap py-8">
      <article className="reading-main">
        <NewsHead item={item} clock={clock} actions={false} />
        <div className="mt-6 lg:mt-10">
          <Prose html={body.html} />
        </div>
      </article>
    </div>
  ),
  newsletters: ({ item, body, clock }) => (
    <div className="wrap py-8">
      <article>
        <IssueHead issue={item} clock={clock} />
        <div className="mt-6 border-t-2 border-ink pt-6 lg:mt-8 lg:pt-8">
          <IssueText body={body} />
        </div>
      </article>
    </div>
  ),
}

function ArticlePreview({ item, body, clock }: PreviewedPage) {
  const category = normalizeCategory(item.category) ?? item.category
  const toc = contentsOfText(body)
  return (
    <div data-category={category} className="pb-8">
      <article>
        <ArticleHead article={{ ...item, category }} clock={clock} actions={false} />
        <div className={`wrap reading ${toc.length === 0 ? 'reading-plain mt-6 lg:mt-10' : 'mt-2 lg:mt-6 xl:mt-10'}`}>
          <TableOfContents toc={toc} />
          <div className="reading-main">
            <Prose html={body.html} />
            <ArticleTags tags={item.tags} />
          </div>
        </div>
      </article>
    </div>
  )
}
