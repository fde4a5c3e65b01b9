import type { NewsSummary } from '#domain/item/summary.ts'
import { newsCategory } from '#domain/item/types.ts'
import type { TextOf } from '#domain/site/site-profile.ts'
import { useTexts } from '../../ui/site-profile.tsx'
import { Cover } from '../cover.tsx'
import { type RowStyle, RowText } from '../row-text.tsx'

/** The label of a news category ('product-update', 'news'). */
export function newsCategoryLabel(category: string, text: TextOf): string {
  const words = newsCategory(category, text).replace(/[_-]+/g, ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** A news item in a list, with the date first. */
export function NewsRow({ item, ...style }: RowStyle & { item: NewsSummary }) {
  const text = useTexts()
  return (
    <article className="card group relative grid grid-cols-[minmax(0,1fr)_6.5rem] gap-x-5 border-b border-line py-6 first-of-type:pt-0 sm:grid-cols-[minmax(0,1fr)_13rem] sm:gap-x-8">
      <RowText
        item={item}
        href={`/news/${item.id}`}
        label={newsCategoryLabel(item.category, text)}
        teaser={item.excerpt}
        style={style}
      />
      <div className="overflow-hidden rounded-card self-start">
        <Cover
          imageUrl={item.imageUrl}
          alt=""
          drawn={{ kind: 'news', slug: item.slug }}
          sizes="(min-width: 40rem) 13rem, 6.5rem"
        />
      </div>
    </article>
  )
}
