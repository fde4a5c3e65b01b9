import { byType, type ContentType, contentTypes } from '#domain/content.ts'
import type { ItemOf } from '#domain/item/summary.ts'
import { itemAddress } from '#domain/item/types.ts'
import type { FileRecord, RecordOf } from '../read/file-record.ts'
import { listDifference } from './catalog.ts'
import { wholeItem } from './item-times.ts'
import type { SiteState } from './site-state.ts'

/** An item before and after, as visitors see it: null where it is not published. */
export interface ItemChange<Item> {
  before: Item | null
  after: Item | null
}

export type ItemChanges = { [Type in ContentType]: Array<ItemChange<ItemOf[Type]>> }

/** The difference between two states of the site. */
export interface ContentChange extends ItemChanges {
  generation: number
  /**
   * `files`: a new revision; `schedule`: a scheduled item was published; `dates`: only `updatedAt`
   * was read, and the lists of items are empty.
   */
  cause: 'files' | 'schedule' | 'dates'
  /** Every file that changed, media and drafts included; empty unless the cause is `files`. */
  paths: ReadonlyArray<string>
  /** The files before the change. */
  before: ReadonlyMap<string, FileRecord>
}

/** Published items that differ between two states. */
export function compareStates(before: SiteState, after: SiteState): ItemChanges {
  return byType<ItemChanges>((type) => compare(before, after, type))
}

function compare(
  before: SiteState,
  after: SiteState,
  kind: ContentType,
): Array<ItemChange<ItemOf[ContentType]>> {
  if (before[kind] === after[kind]) return []
  const { gone, fresh } = listDifference(publishedOf(before, kind), publishedOf(after, kind))
  const freshById = new Map(fresh.map((record) => [record.entry.item.id, record]))
  const changes: Array<ItemChange<ItemOf[ContentType]>> = []
  for (const record of gone) {
    const { id } = record.entry.item
    const now = freshById.get(id)
    freshById.delete(id)
    changes.push({
      before: wholeItem(record, before.times),
      after: now ? wholeItem(now, after.times) : null,
    })
  }
  for (const record of freshById.values())
    changes.push({ before: null, after: wholeItem(record, after.times) })
  return changes
}

function publishedOf(state: SiteState, kind: ContentType): ReadonlyArray<RecordOf<ContentType>> {
  return state[kind].published
}

/** Paths of the pages of published items that were edited or are new. */
export function editedPages(change: ContentChange): Array<string> {
  return contentTypes.flatMap((type) =>
    change[type].flatMap(({ after }) => (after ? [itemAddress(type, after)] : [])),
  )
}
