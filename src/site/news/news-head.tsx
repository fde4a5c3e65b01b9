import type { NewsItem } from '#domain/item/summary.ts'
import { useTexts } from '../../ui/site-profile.tsx'
import { type Clock, LongDate } from '../date-label.tsx'
import { ItemHead } from '../item-head.tsx'
import { hasFacts, type ItemExtras, noExtras, OwnFacts } from '../own-facts.tsx'
import { ShareSave } from '../share-save.tsx'
import { newsCategoryLabel } from './news-row.tsx'

/**
 * Everything above the text of a news item. Without `actions`, it works without the page's script.
 */
export function NewsHead({
  item,
  clock,
  extras = noExtras,
  actions = true,
}: {
  item: NewsItem
  clock: Clock
  extras?: ItemExtras
  actions?: boolean
}) {
  const text = useTexts()
  const label = newsCategoryLabel(item.category, text)
  return (
    <ItemHead
      kicker={
        <p className="flex flex-wrap gap-x-3 text-small text-muted">
          <span className="font-semibold text-accent-ink wrap-anywhere">{label}</span>
          {item.publishedAt && <LongDate iso={item.publishedAt} clock={clock} />}
        </p>
      }
      title={item.title}
      excerpt={item.excerpt}
      extras={extras}
      clock={clock}
      facts={hasFacts(extras, 'facts') && <OwnFacts extras={extras} slot="facts" clock={clock} />}
      actions={
        actions && (
          <ShareSave
            text={text}
            item={{ url: `/news/${item.id}`, title: item.title, label, imageUrl: item.imageUrl }}
          />
        )
      }
      cover={{ imageUrl: item.imageUrl, alt: item.imageAlt, fallback: 'news' }}
    />
  )
}
