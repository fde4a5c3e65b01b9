import { type Article, type ContentType, contentTypes, type NewsItem, type Newsletter } from '#domain/content.ts'
import { itemAddress } from '#domain/item/types.ts'
import { listDifference } from './catalog.ts'
import type { RecordOf } from './duplicates.ts'
import type { SiteState } from './site-state.ts'
import { wholeItem } from './whole-item.ts'

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
  const { gone, fresh } = listDifference(publishedOf(before, kind), publishedOf(after, kind))
  const freshById = new Map(fresh.map((record) => [record.entry.item.id, record]))
  const changes: Array<ItemChange<Item>> = []
  for (const record of gone) {
    const { id } = record.entry.item
    const now = freshById.get(id)
    freshById.delete(id)
    changes.push({
      before: wholeItem(record, before.times) as Item,
      after: now ? (wholeItem(now, after.times) as Item) : null,
    })
  }
  for (const record of freshById.values()) changes.push({ before: null, after: wholeItem(record, after.times) as Item })
  return changes
}

function publishedOf(state: SiteState, kind: ContentType): ReadonlyArray<RecordOf<ContentType>> {
  return state[kind].published
}

/** Paths of the pages of published items that were edited or are new. */
export function editedPages(change: ContentChange): Array<string> {
  return contentTypes.flatMap((type) => change[type].flatMap(({ after }) => (after ? [itemAddress(type, after)] : [])))
}
