import type { Article, ArticleSummary, RenderedBody } from '#domain/content.ts'
import type { Clock } from '../date-label.tsx'
import { Sidebar, type SidebarData } from '../frame/sidebar.tsx'
import { Prose } from '../prose.tsx'
import { SubscribeBand } from '../subscribe/subscribe-band.tsx'
import { ArticleHead, ArticleTags } from './article-head.tsx'
import { RelatedArticles } from './related-articles.tsx'
import { TableOfContents, tocMinimum } from './table-of-contents.tsx'

export interface ArticleDetailProps {
  article: Article
  body: RenderedBody
  related: Array<ArticleSummary>
  sidebar: SidebarData
  clock: Clock
}

/** The page of one article. */
export function ArticleDetail({ article, body, related, sidebar, clock }: ArticleDetailProps) {
  return (
    <div data-category={article.category}>
      <article>
        <ArticleHead article={article} clock={clock} />
        <div className={`wrap reading mt-10 lg:mt-14 ${body.toc.length < tocMinimum ? 'reading-plain' : ''}`}>
          <TableOfContents toc={body.toc} />
          <div className="reading-main">
            <Prose html={body.html} />
            <ArticleTags tags={article.tags} />
            <SubscribeBand />
          </div>
          <Sidebar data={sidebar} current={article.category} />
        </div>
      </article>
      <RelatedArticles articles={related} clock={clock} />
    </div>
  )
}
