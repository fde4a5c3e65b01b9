import { Pause, Play } from 'lucide-react'
import type { ArticleSummary, NewsletterSummary, NewsSummary } from '#domain/item/summary.ts'
import { itemAddress } from '#domain/item/types.ts'
import { comparisonsAddress } from '#domain/single-pages.ts'
import { useProfile } from '../../ui/site-profile.tsx'
import { ArticleCard } from '../articles/article-card.tsx'
import { CategoryKicker } from '../articles/category-kicker.tsx'
import { LevelMeter } from '../articles/level-meter.tsx'
import { Cover } from '../cover.tsx'
import { type Clock, RelativeDate } from '../date-label.tsx'
import { EmptyState } from '../empty-state.tsx'
import { Sidebar, type SidebarData } from '../frame/sidebar.tsx'
import { NewsRow } from '../news/news-row.tsx'
import { Prose } from '../prose.tsx'
import { ComparedArticle, type Comparison } from '../sound/comparisons-page.tsx'
import { SubscribeBand } from '../subscribe/subscribe-band.tsx'

/** Specification, section 9. */
export const homeArticles = 4
/** More slides than these nobody waits for. */
export const homeFeatured = 6
export const homeNews = 2

export interface HomeProps {
  name: string
  tagline: string
  featured: Array<ArticleSummary>
  comparison: Comparison | null
  /** Whether there are further comparisons. */
  hasComparisons: boolean
  articles: Array<ArticleSummary>
  news: Array<NewsSummary>
  latestIssue: NewsletterSummary | null
  sidebar: SidebarData
  clock: Clock
}

/**
 * The home page: featured carousel, a comparison to listen to, the latest four articles, two news
 * items, sidebar.
 */
export function Home({
  name,
  tagline,
  featured,
  comparison,
  hasComparisons,
  articles,
  news,
  latestIssue,
  sidebar,
  clock,
}: HomeProps) {
  const { text, parts } = useProfile()
  return (
    <>
      <h1 className={tagline === '' ? 'sr-only' : 'wrap pt-8 text-claim lg:pt-4'}>
        <span className="sr-only">{name}: </span>
        <span className="block max-w-[30ch] lg:max-w-none">{tagline}</span>
      </h1>
      <FeaturedCarousel articles={featured} clock={clock} />
      <div className="wrap with-sidebar mt-14 lg:mt-3 lg:grid-rows-[auto_1fr]">
        {comparison && <NewestComparison {...comparison} hasMore={hasComparisons} />}
        <div className="min-w-0 lg:col-start-1 lg:row-span-2 lg:row-start-1">
          <section aria-labelledby="latest-articles">
            <div className="section-head lg:mb-4">
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

/** A comparison to listen to; nothing of it is loaded before a press. */
function NewestComparison({
  article,
  html,
  hasMore,
}: NonNullable<HomeProps['comparison']> & { hasMore: boolean }) {
  const { text } = useProfile()
  return (
    <section
      aria-labelledby="hear-difference"
      className="sound-column min-w-0 border-t-2 border-ink pt-3 lg:col-start-2"
      data-print="hide"
    >
      <h2 id="hear-difference" className="text-xl">
        {text('hearDifference')}
      </h2>
      <p className="mt-1 text-small">
        <ComparedArticle article={article} />
      </p>
      <Prose html={html} />
      {hasMore && (
        <p className="mt-2 text-small">
          <a className="inline-block py-1 underline underline-offset-4" href={comparisonsAddress}>
            {text('allComparisons')}
          </a>
        </p>
      )}
    </section>
  )
}

/**
 * The featured articles, one at a time. It changes slides by itself only with `carousel.client.ts`;
 * without script it is a row with scroll snapping.
 */
function FeaturedCarousel({ articles, clock }: { articles: Array<ArticleSummary>; clock: Clock }) {
  const { text } = useProfile()
  if (articles.length === 0) return null
  return (
    <section
      aria-roledescription={text('carousel')}
      aria-label={text('featured')}
      className="group/carousel wrap pt-6 lg:pt-4"
      data-carousel
    >
      <ul
        className="flex [scroll-snap-type:x_mandatory] [scrollbar-width:none] overflow-x-auto overscroll-x-contain rounded-card motion-safe:scroll-smooth [&::-webkit-scrollbar]:hidden"
        data-carousel-track
      >
        {articles.map((article, index) => (
          <li
            key={article.id}
            aria-roledescription={text('oneSlide')}
            aria-label={text('slide', { number: index + 1, count: articles.length })}
            className="w-full flex-none snap-start snap-always"
            data-category={article.category}
          >
            <Slide article={article} clock={clock} first={index === 0} />
          </li>
        ))}
      </ul>
      {articles.length > 1 && <Controls articles={articles} />}
    </section>
  )
}

function Slide({
  article,
  clock,
  first,
}: {
  article: ArticleSummary
  clock: Clock
  first: boolean
}) {
  const { text } = useProfile()
  return (
    <article className="card band group relative grid h-full max-lg:grid-rows-[auto_1fr] lg:min-h-[28svh] lg:grid-cols-2">
      <Cover
        imageUrl={article.imageUrl}
        alt=""
        drawn={{ kind: article.category, slug: article.slug }}
        sizes="(min-width: 86rem) 40rem, (min-width: 64rem) 47vw, 88vw"
        priority={first}
        // The text decides how high it is.
        className="lg:h-0 lg:min-h-full"
      />
      <div className="flex flex-col justify-center p-6 sm:p-8 lg:px-10 lg:py-6">
        <CategoryKicker category={article.category} inherit />
        <h2 className="mt-3 line-clamp-4 text-slide tracking-[-0.025em] lg:mt-2 lg:line-clamp-2">
          <a className="card-link" href={itemAddress('articles', article)}>
            {article.title}
          </a>
        </h2>
        <p className="mt-4 line-clamp-4 font-text text-small lg:mt-3 lg:line-clamp-2">
          {article.excerpt}
        </p>
        <p className="mt-6 flex flex-wrap gap-x-5 lg:mt-3 gap-y-1 text-tiny font-semibold">
          <LevelMeter level={article.techniqueLevel} />
          <span>{text('minutes', { minutes: article.readTime })}</span>
          <RelativeDate iso={article.publishedAt} clock={clock} />
        </p>
      </div>
    </article>
  )
}

function Controls({ articles }: { articles: Array<ArticleSummary> }) {
  const { text } = useProfile()
  return (
    // The script makes them useful; their room is there from the start.
    <div className="group-not-data-ready/carousel:invisible mt-2 flex items-center gap-2 lg:mt-0">
      <button
        type="button"
        className="icon-btn -ms-2 sm:-ms-3"
        aria-label={text('pause')}
        data-play={text('play')}
        data-pause={text('pause')}
        data-carousel-pause
      >
        <Pause className="group-data-paused/carousel:hidden" />
        <Play className="hidden group-data-paused/carousel:inline" />
      </button>
      {/* Dots are clip slots; a target of 24 px and more around each. */}
      {articles.map((article, index) => (
        <button
          key={article.id}
          type="button"
          className="grid h-11 w-10 place-items-center before:h-2 before:w-full before:rounded-[1px] before:border-[1.5px] before:border-ink before:[transition:background-color_200ms] hover:before:bg-sunk aria-[current=true]:before:bg-clip"
          aria-label={text('slideTo', { number: index + 1, title: article.title })}
          aria-current={index === 0 ? 'true' : undefined}
          data-category={article.category}
          data-carousel-dot
        />
      ))}
    </div>
  )
}
