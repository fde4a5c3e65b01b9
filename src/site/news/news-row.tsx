import type { NewsSummary } from '#domain/item/summary.ts'
import { newsCategory } from '#domain/item/types.ts'
import type { TextOf } from '#domain/site/site-profile.ts'
import { useTexts } from '../../ui/site-profile.tsx'
import { Cover } from '../cover.tsx'
import { type Clock, RelativeDate } from '../date-label.tsx'
import { SoundMark } from '../sound-mark.tsx'

/** The label of a news category ('product-update', 'news'). */
export function newsCategoryLabel(category: string, text: TextOf): string {
  const words = newsCategory(category, text).replace(/[_-]+/g, ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** A news item in a list, with the date first. */
export function NewsRow({
  item,
  clock,
  heading: Heading = 'h3',
  hasSound = false,
}: {
  item: NewsSummary
  clock: Clock
  heading?: 'h2' | 'h3'
  hasSound?: boolean
}) {
  const text = useTexts()
  return (
    <article className="card group relative grid grid-cols-[minmax(0,1fr)_6.5rem] gap-x-5 border-b border-line py-6 first-of-type:pt-0 sm:grid-cols-[minmax(0,1fr)_13rem] sm:gap-x-8">
      <div>
        <p className="flex flex-wrap gap-x-3 text-tiny text-muted">
          <span className="font-semibold text-accent-ink wrap-anywhere">{newsCategoryLabel(item.category, text)}</span>
          <RelativeDate iso={item.publishedAt} clock={clock} />
          {hasSound && <SoundMark />}
        </p>
        <Heading className="mt-1.5 text-card">
          <a className="card-link" href={`/news/${item.id}`}>
            {item.title}
          </a>
        </Heading>
        <p className="mt-2 line-clamp-3 max-w-[58ch] font-text text-small text-soft">{item.excerpt}</p>
      </div>
      <div className="overflow-hidden rounded-card self-start">
        <Cover imageUrl={item.imageUrl} alt="" fallback="news" sizes="(min-width: 40rem) 13rem, 6.5rem" />
      </div>
    </article>
  )
}
