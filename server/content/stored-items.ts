import type { Article, ContentType, NewsItem, Newsletter } from '#domain/content.ts'
import { isPublished } from './catalog.ts'
import type { RecordOf } from './duplicates.ts'
import type { SiteState } from './site-state.ts'
import { wholeItem } from './whole-item.ts'

export interface ItemOf {
  articles: Article
  news: NewsItem
  newsletters: Newsletter
}

/** An item whether visitors see it or not. */
export interface StoredItem<Item> {
  status: 'published' | 'scheduled' | 'draft'
  /** Relative to the content folder. */
  path: string
  item: Item
}

/** Every item of a type, newest first. */
export function storedItems<Type extends ContentType>(
  state: SiteState,
  type: Type,
  now: Date,
): Array<StoredItem<ItemOf[Type]>> {
  const instant = now.toISOString()
  const statusOf = (record: RecordOf<ContentType>) => {
    if (isPublished(record, instant)) return 'published'
    return record.entry.draft || record.entry.item.publishedAt === null ? 'draft' : 'scheduled'
  }
  const records: ReadonlyArray<RecordOf<ContentType>> = state[type].all
  return records.map((record) => ({
    status: statusOf(record),
    path: record.path,
    item: wholeItem(record, state.times) as ItemOf[Type],
  }))
}
