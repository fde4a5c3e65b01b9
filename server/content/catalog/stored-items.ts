import type { ContentType } from '#domain/content.ts'
import type { ItemOf } from '#domain/item/summary.ts'
import { itemAt } from '#domain/item/types.ts'
import { percentDecoded } from '#domain/percent-decoded.ts'
import type { UnpublishedItem } from '#domain/site-reader.ts'
import { lazy } from '../../platform/lazy.ts'
import type { RecordOf } from '../read/file-record.ts'
import { groupsAfter } from './article-groups.ts'
import { isPublished, withAhead } from './catalog.ts'
import { wholeItem } from './item-times.ts'
import { type SiteState, textPageOf } from './site-state.ts'

/** An item, published or not. */
export interface StoredItem<Item> {
  status: 'published' | 'scheduled' | 'draft'
  /** The value of `draft` in the file. An item without a date is a draft too. */
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

function storedOf<Item>(
  record: RecordOf<ContentType>,
  state: SiteState,
  instant: string,
): StoredItem<Item> {
  return {
    status: statusOf(record, instant),
    draft: record.entry.draft,
    path: record.path,
    item: wholeItem(record, state.times) as Item,
  }
}

/** The state of an item at an instant. */
export function statusOf(
  record: RecordOf<ContentType>,
  instant: string,
): StoredItem<unknown>['status'] {
  if (isPublished(record, instant)) return 'published'
  return record.entry.draft || record.entry.item.publishedAt === null ? 'draft' : 'scheduled'
}

/**
 * A draft or scheduled item, or a page of the site's own texts that is a draft, and the state of
 * the site with it: administrators see its page before it is published.
 */
export interface Unpublished {
  item: UnpublishedItem
  state: SiteState
}

/** What is not published and has its page at an address, or null. */
export function unpublishedAt(state: SiteState, path: string, now: Date): Unpublished | null {
  const place = itemAt(path)
  if (!place) return unpublishedPage(state, percentDecoded(path.slice(1)) ?? '')
  const { type, key } = place
  const record: RecordOf<ContentType> | undefined =
    typeof key === 'string' ? state[type].bySlug.get(key) : state[type].byId.get(key)
  const status = record && statusOf(record, now.toISOString())
  if (!record || !status || status === 'published') return null
  const { id, publishedAt } = record.entry.item
  const catalog = withAhead<ContentType>(state[type], record)
  return {
    item: { editedAt: `/admin/draft-editor?id=${id}&type=${type}`, status, publishedAt },
    state: {
      ...state,
      [type]: catalog,
      ...(type === 'articles' && {
        articlesBySeries: groupsAfter(catalog as SiteState['articles'], state, 'articlesBySeries'),
      }),
    },
  }
}

function unpublishedPage(state: SiteState, name: string): Unpublished | null {
  const pages = state.pages.get()
  const record = pages.files.get(name)
  if (!record || pages.byName.has(name)) return null
  const byName = new Map([...pages.byName, [name, textPageOf(record, state.times)]])
  const editedAt = `/admin/site?page=${encodeURIComponent(name)}`
  return {
    item: { editedAt, status: 'draft', publishedAt: null },
    state: { ...state, pages: lazy(() => ({ ...pages, byName })) },
  }
}
