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
  /** What the file says of itself; an item without a date is a draft as well. */
  draft: boolean
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
  const records: ReadonlyArray<RecordOf<ContentType>> = state[type].all
  const instant = now.toISOString()
  return records.map((record) => storedOf(record, state, instant))
}

/** The item with an id, or null. */
export function storedItem<Type extends ContentType>(
  state: SiteState,
  type: Type,
  id: number,
  now: Date,
): StoredItem<ItemOf[Type]> | null {
  const record: RecordOf<ContentType> | undefined = state[type].byId.get(id)
  return record ? storedOf(record, state, now.toISOString()) : null
}

function storedOf<Item>(record: RecordOf<ContentType>, state: SiteState, instant: string): StoredItem<Item> {
  return {
    status: statusOf(record, instant),
    draft: record.entry.draft,
    path: record.path,
    item: wholeItem(record, state.times) as Item,
  }
}

function statusOf(record: RecordOf<ContentType>, instant: string): StoredItem<unknown>['status'] {
  if (isPublished(record, instant)) return 'published'
  return record.entry.draft || record.entry.item.publishedAt === null ? 'draft' : 'scheduled'
}
