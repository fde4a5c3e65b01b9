import { shownTags } from '#domain/article-labels.ts'
import type { ArticleSummary } from '#domain/item/summary.ts'
import { itemAddress } from '#domain/item/types.ts'
import { useTexts } from '../../ui/site-profile.tsx'
import { Cover } from '../cover.tsx'
import { type Clock, RelativeDate } from '../date-label.tsx'
import { SoundMark } from '../sound-mark.tsx'
import { CategoryKicker } from './category-kicker.tsx'
import { LevelMeter } from './level-meter.tsx'

export const cardTags = 2

export interface ArticleCardProps {
  article: ArticleSummary
  clock: Clock
  sizes: string
  heading?: 'h2' | 'h3'
  priority?: boolean
  /** Whether it is marked as an article with sounds. */
  hasSound?: boolean
}

/**
 * An article in a list: cover, category, title, excerpt, facts, two tags and '+N'. Below a text, it
 * is a row on a phone, so that all of them are near the text.
 */
export function ArticleCard({
  article,
  clock,
  sizes,
  heading: Heading = 'h3',
  priority = false,
  hasSound = false,
}: ArticleCardProps) {
  const text = useTexts()
  const { shown, more } = shownTags(article.tags, cardTags)
  return (
    <article
      className="card group relative flex flex-col max-sm:next:grid max-sm:next:grid-cols-[minmax(0,1fr)_7rem] max-sm:next:grid-rows-[auto_auto_1fr] max-sm:next:gap-x-4"
      data-category={article.category}
    >
      <div className="overflow-hidden rounded-card max-sm:next:col-start-2 max-sm:next:row-span-3 max-sm:next:row-start-1 max-sm:next:self-start">
        <Cover
          imageUrl={article.imageUrl}
          alt=""
          drawn={{ kind: article.category, slug: article.slug }}
          sizes={sizes}
          priority={priority}
          className="transition-transform duration-300 ease-in-out group-hover:scale-[1.02]"
        />
      </div>
      <p className="mt-4 max-sm:next:mt-0 flex flex-wrap items-center gap-x-3 gap-y-1 text-tiny text-muted">
        <CategoryKicker category={article.category} />
        <RelativeDate iso={article.publishedAt} clock={clock} />
      </p>
      <Heading className="mt-1.5 text-card">
        <a className="card-link" href={itemAddress('articles', article)}>
          {article.title}
        </a>
      </Heading>
      <p className="mt-2 line-clamp-3 max-sm:next:hidden font-text text-small text-soft">
        {article.excerpt}
      </p>
      <div className="mt-3 text-tiny text-muted">
        <p className="flex flex-wrap gap-x-4">
          <LevelMeter level={article.techniqueLevel} />
          <span>{text('minutes', { minutes: article.readTime })}</span>
          {hasSound && <SoundMark />}
        </p>
        {shown.length > 0 && (
          <ul aria-label={text('tags')} className="mt-2.5 flex flex-wrap gap-1.5">
            {shown.map((tag) => (
              <li key={tag} className="tag">
                {tag}
              </li>
            ))}
            {more > 0 && <li className="tag">+{more}</li>}
          </ul>
        )}
      </div>
    </article>
  )
}
