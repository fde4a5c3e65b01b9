import type { NewsItem } from '#domain/content.ts'
import { Cover } from '../cover.tsx'
import { type Clock, LongDate } from '../date-label.tsx'
import { ShareSave } from '../share-save.tsx'
import { newsCategoryLabel } from './news-row.tsx'

/** Everything above the text of a news item. Without `actions`, it works without the page's script. */
export function NewsHead({ item, clock, actions = true }: { item: NewsItem; clock: Clock; actions?: boolean }) {
  return (
    <header>
      <p className="flex flex-wrap gap-x-3 text-small text-muted">
        <span className="font-semibold text-accent-ink">{newsCategoryLabel(item.category)}</span>
        {item.publishedAt && <LongDate iso={item.publishedAt} clock={clock} />}
      </p>
      <h1 className="mt-3 text-news">{item.title}</h1>
      <p className="mt-5 font-text text-lead text-soft">{item.excerpt}</p>
      {actions && (
        <div className="mt-6">
          <ShareSave
            item={{
              url: `/news/${item.id}`,
              title: item.title,
              label: newsCategoryLabel(item.category),
              imageUrl: item.imageUrl,
            }}
          />
        </div>
      )}
      <div className="mt-8 overflow-hidden rounded-card">
        <Cover
          imageUrl={item.imageUrl}
          alt={item.imageAlt}
          fallback="news"
          sizes="(min-width: 64rem) 52rem, 88vw"
          priority
        />
      </div>
    </header>
  )
}
