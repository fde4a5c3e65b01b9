import type { NewsItem } from '#domain/item/summary.ts'
import { useProfile } from '../../ui/site-profile.tsx'
import type { Clock } from '../date-label.tsx'
import { LabelledHead } from '../item-head.tsx'
import type { ItemExtras } from '../own-facts.tsx'
import { ShareSave } from '../share-save.tsx'
import { newsCategoryLabel } from './news-row.tsx'

/**
 * Everything above the text of a news item. Without `actions`, it works without the page's script.
 */
export function NewsHead({
  item,
  clock,
  extras,
  actions = true,
}: {
  item: NewsItem
  clock: Clock
  extras?: ItemExtras
  actions?: boolean
}) {
  const { text, categories } = useProfile()
  const label = newsCategoryLabel(item.category, text)
  return (
    <LabelledHead
      item={item}
      label={label}
      teaser={item.excerpt}
      kind="news"
      extras={extras}
      clock={clock}
      actions={
        actions && (
          <ShareSave
            text={text}
            item={{
              url: `/news/${item.id}`,
              title: item.title,
              label,
              imageUrl: item.imageUrl ?? categories.cover('news', item.slug),
            }}
          />
        )
      }
    />
  )
}
