import type { Download, RenderedBody } from '#domain/content.ts'
import type { Article, ArticleSummary } from '#domain/item/summary.ts'
import { useTexts } from '../../ui/site-profile.tsx'
import type { Clock } from '../date-label.tsx'
import { PackOffer } from '../downloads/pack-offer.tsx'
import { editable } from '../editable.ts'
import { Sidebar, type SidebarData } from '../frame/sidebar.tsx'
import { type ItemExtras, OwnFacts } from '../own-facts.tsx'
import { Prose } from '../prose.tsx'
import { SubscribeBand } from '../subscribe/subscribe-band.tsx'
import { ArticleGrid } from './article-grid.tsx'
import { ArticleHead, ArticleTags } from './article-head.tsx'
import { type Series, SeriesLine, SeriesParts } from './series.tsx'
import { contentsOfText, TableOfContents } from './table-of-contents.tsx'

export interface ArticleDetailProps {
  article: Article
  extras: ItemExtras
  body: RenderedBody
  related: Array<ArticleSummary>
  series: Series | null
  /** The download that fits the article. */
  pack: (Download & { downloadCount: number }) | null
  sidebar: SidebarData
  clock: Clock
}

/** The page of one article. */
export function ArticleDetail({
  article,
  extras,
  body,
  related,
  series,
  pack,
  sidebar,
  clock,
}: ArticleDetailProps) {
  const text = useTexts()
  const toc = contentsOfText(body)
  return (
    <div data-category={article.category}>
      <article {...editable('articles', article.id, text)}>
        <ArticleHead article={article} extras={extras} clock={clock} />
        <div
          className={`wrap reading ${toc.length === 0 ? 'reading-plain mt-6 lg:mt-10' : 'mt-2 lg:mt-6 xl:mt-10'}`}
        >
          <TableOfContents toc={toc} />
          <div className="reading-main">
            {series && <SeriesLine series={series} />}
            <Prose html={body.html} />
            <OwnFacts extras={extras} slot="end" clock={clock} />
            <ArticleTags tags={article.tags} />
            {series && <SeriesParts series={series} />}
          </div>
          <RelatedArticles articles={related} clock={clock} />
          <div className="min-w-0 [grid-area:end]">
            {pack && <PackOffer download={pack} />}
            <SubscribeBand />
          </div>
          <Sidebar data={sidebar} current={article.category} />
        </div>
      </article>
    </div>
  )
}

/** Up to three related articles, which follow the text. */
function RelatedArticles({ articles, clock }: { articles: Array<ArticleSummary>; clock: Clock }) {
  const text = useTexts()
  if (articles.length === 0) return null
  return (
    <section
      aria-labelledby="related-title"
      className="mt-12 min-w-0 [grid-area:next] lg:mt-20"
      data-print="hide"
      data-next
    >
      <div className="section-head">
        <h2 id="related-title">{text('related')}</h2>
      </div>
      <ArticleGrid
        articles={articles}
        clock={clock}
        sizes="(min-width: 64rem) 26rem, (min-width: 40rem) 46vw, 7rem"
      />
    </section>
  )
}
