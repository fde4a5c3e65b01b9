import type { ArticleSummary, NewsletterSummary, NewsSummary } from '#domain/item/summary.ts'
import { useProfile } from '../../ui/site-profile.tsx'
import { ArticleCard } from '../articles/article-card.tsx'
import type { Clock } from '../date-label.tsx'
import { EmptyState } from '../empty-state.tsx'
import { Sidebar, type SidebarData } from '../frame/sidebar.tsx'
import { NewsRow } from '../news/news-row.tsx'
import { SubscribeBand } from '../subscribe/subscribe-band.tsx'
import { FeaturedCarousel } from './featured-carousel.tsx'

/** Specification, section 9. */
export const homeArticles = 4
/** More slides than these nobody waits for. */
export const homeFeatured = 6
export const homeNews = 2

export interface HomeProps {
  name: string
  tagline: string
  featured: Array<ArticleSummary>
  articles: Array<ArticleSummary>
  news: Array<NewsSummary>
  latestIssue: NewsletterSummary | null
  sidebar: SidebarData
  clock: Clock
}

/** The home page: featured carousel, the latest four articles, two news items, sidebar. */
export function Home({
  name,
  tagline,
  featured,
  articles,
  news,
  latestIssue,
  sidebar,
  clock,
}: HomeProps) {
  const { text, parts } = useProfile()
  return (
    <>
      <h1 className={tagline === '' ? 'sr-only' : 'wrap pt-8 text-claim lg:pt-12'}>
        <span className="sr-only">{name}: </span>
        <span className="block max-w-[30ch]">{tagline}</span>
      </h1>
      <FeaturedCarousel articles={featured} clock={clock} />
      <div className="wrap with-sidebar mt-14 lg:mt-20">
        <div className="min-w-0">
          <section aria-labelledby="latest-articles">
            <div className="section-head">
              <h2 id="latest-articles">{text('latestArticles')}</h2>
              <a className="more-link" href="/category/all">
                {text('allArticlesLink')}
              </a>
            </div>
            {articles.length === 0 && (
              <EmptyState
                text={text('noArticles')}
                href={parts.newsletters ? '/newsletters' : '/about'}
                action={text(parts.newsletters ? 'newsletters' : 'about')}
              />
            )}
            <div className="grid gap-x-8 gap-y-12 sm:grid-cols-2">
              {articles.map((article) => (
                <ArticleCard
                  key={article.id}
                  article={article}
                  clock={clock}
                  sizes="(min-width: 64rem) 27rem, (min-width: 40rem) 46vw, 88vw"
                />
              ))}
            </div>
          </section>
          {news.length > 0 && (
            <section aria-labelledby="latest-news" className="mt-20">
              <div className="section-head">
                <h2 id="latest-news">{text('latestNews')}</h2>
                <a className="more-link" href="/news">
                  {text('allNews')}
                </a>
              </div>
              {news.map((item) => (
                <NewsRow key={item.id} item={item} clock={clock} />
              ))}
            </section>
          )}
          {latestIssue && (
            <SubscribeBand
              title={latestIssue.title}
              text={latestIssue.description}
              issue={{ number: latestIssue.issueNumber, href: `/newsletter/${latestIssue.id}` }}
            />
          )}
        </div>
        <Sidebar data={sidebar} />
      </div>
    </>
  )
}
