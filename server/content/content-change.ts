import type { Article, ContentType, NewsItem, Newsletter } from '#domain/content.ts'
import type { RecordOf } from './duplicates.ts'
import { type SiteState, wholeItem } from './site-state.ts'

/** An item before and after, as visitors see it: null where it is not published. */
export interface ItemChange<Item> {
  before: Item | null
  after: Item | null
}

/** What differs between two generations of the site. */
export interface ContentChange {
  generation: number
  /** `files`: a new revision; `schedule`: an item's time came; `dates`: only `updatedAt` became known, and the lists of items are empty. */
  cause: 'files' | 'schedule' | 'dates'
  /** Every file that changed, media and drafts included; empty unless the cause is `files`. */
  paths: ReadonlyArray<string>
  articles: Array<ItemChange<Article>>
  news: Array<ItemChange<NewsItem>>
  newsletters: Array<ItemChange<Newsletter>>
}

/** Published items that differ between two states. */
export function compareStates(before: SiteState, after: SiteState): Pick<ContentChange, ContentType> {
  return {
    articles: compare<Article>(before, after, 'articles'),
    news: compare<NewsItem>(before, after, 'news'),
    newsletters: compare<Newsletter>(before, after, 'newsletters'),
  }
}

function compare<Item>(before: SiteState, after: SiteState, kind: ContentType): Array<ItemChange<Item>> {
  if (before[kind] === after[kind]) return []
  const item = (record: RecordOf<ContentType> | undefined, { times }: SiteState) =>
    record ? (wholeItem(record, times) as Item) : null
  const changes: Array<ItemChange<Item>> = []
  const [old, now]: Array<ReadonlyMap<number, RecordOf<ContentType>>> = [
    before[kind].publishedById,
    after[kind].publishedById,
  ]
  for (const [id, record] of old ?? [])
    if (now?.get(id) !== record) changes.push({ before: item(record, before), after: item(now?.get(id), after) })
  for (const [id, record] of now ?? []) if (!old?.has(id)) changes.push({ before: null, after: item(record, after) })
  return changes
}
