import type { ArticleSummary } from '#domain/content.ts'
import type { Clock } from '../date-label.tsx'
import { ArticleCard } from './article-card.tsx'

/** Up to three related articles. */
export function RelatedArticles({ articles, clock }: { articles: Array<ArticleSummary>; clock: Clock }) {
  if (articles.length === 0) return null
  return (
    <section aria-labelledby="related-title" className="wrap mt-20" data-print="hide">
      <div className="section-head">
        <h2 id="related-title">Related articles</h2>
      </div>
      <div className="grid gap-x-8 gap-y-12 sm:grid-cols-2 lg:grid-cols-3">
        {articles.map((article) => (
          <ArticleCard
            key={article.id}
            article={article}
            clock={clock}
            sizes="(min-width: 64rem) 26rem, (min-width: 40rem) 46vw, 88vw"
          />
        ))}
      </div>
    </section>
  )
}
