import { Pause, Play } from 'lucide-react'
import type { ArticleSummary } from '#domain/item/summary.ts'
import { itemAddress } from '#domain/item/types.ts'
import { useProfile } from '../../ui/site-profile.tsx'
import { CategoryKicker } from '../articles/category-kicker.tsx'
import { LevelMeter } from '../articles/level-meter.tsx'
import { Cover } from '../cover.tsx'
import { type Clock, RelativeDate } from '../date-label.tsx'

/**
 * The featured articles, one at a time. It changes slides by itself only with `carousel.client.ts`;
 * without script it is a row with scroll snapping.
 */
export function FeaturedCarousel({
  articles,
  clock,
}: {
  articles: Array<ArticleSummary>
  clock: Clock
}) {
  const { text } = useProfile()
  if (articles.length === 0) return null
  return (
    <section
      aria-roledescription={text('carousel')}
      aria-label={text('featured')}
      className="group/carousel wrap pt-6 lg:pt-8"
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
  const { text, categories } = useProfile()
  return (
    <article className="card band group relative grid h-full max-lg:grid-rows-[auto_1fr] lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
      <Cover
        imageUrl={article.imageUrl}
        alt=""
        fallback={categories.cover(article.category)}
        sizes="(min-width: 86rem) 46rem, (min-width: 64rem) 54vw, 88vw"
        priority={first}
        className="h-full"
      />
      <div className="flex flex-col p-6 sm:p-8 lg:p-10">
        <CategoryKicker category={article.category} inherit />
        <h2 className="mt-3 text-slide tracking-[-0.025em]">
          <a className="card-link" href={itemAddress('articles', article)}>
            {article.title}
          </a>
        </h2>
        <p className="mt-4 line-clamp-4 font-text text-small lg:text-base">{article.excerpt}</p>
        <p className="mt-6 flex flex-wrap gap-x-5 gap-y-1 text-tiny font-semibold">
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
    <div className="group-not-data-ready/carousel:invisible mt-2 flex items-center gap-2">
      <button
        type="button"
        className="icon-btn -ms-3"
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
