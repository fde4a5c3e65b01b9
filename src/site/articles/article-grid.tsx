import type { ArticleSummary } from '#domain/item/summary.ts'
import type { Clock } from '../date-label.tsx'
import { ArticleCard } from './article-card.tsx'

/** Article cards in one, two or three columns. `withSound` has the ids of those that are marked. */
export function ArticleGrid({
  articles,
  clock,
  withSound = [],
  sizes = '(min-width: 64rem) 26rem, (min-width: 40rem) 46vw, 88vw',
}: {
  articles: ReadonlyArray<ArticleSummary>
  clock: Clock
  withSound?: ReadonlyArray<number>
  sizes?: string
}) {
  return (
    <div className="grid gap-x-8 gap-y-12 sm:grid-cols-2 lg:grid-cols-3">
      {articles.map((article) => (
        <ArticleCard
          key={article.id}
          article={article}
          clock={clock}
          hasSound={withSound.includes(article.id)}
          sizes={sizes}
        />
      ))}
    </div>
  )
}
