import type { ContentProblem, ContentType } from '#domain/content.ts'
import { itemTypes } from '#domain/item/types.ts'
import type { FileRecord, RecordOf } from '../read/file-record.ts'
import { withoutDuplicates } from './duplicates.ts'

/** All items of one kind at one moment. */
export interface TypeCatalog<Kind extends ContentType> {
  /** The moment that decides what is published, as ISO instant. */
  instant: string
  /** Newest first; drafts without a date come first, scheduled items are sorted by their date. */
  all: ReadonlyArray<RecordOf<Kind>>
  published: ReadonlyArray<RecordOf<Kind>>
  byId: Map<number, RecordOf<Kind>>
  bySlug: Map<string, RecordOf<Kind>>
  problems: ReadonlyArray<ContentProblem>
  /** An item that is shown among the published ones, to people who see it before. */
  ahead?: RecordOf<Kind>
  /**
   * When the next scheduled item is published, in milliseconds since 1970; null when there is none.
   */
  nextAppearance: number | null
}

export function isPublished({ entry }: RecordOf<ContentType>, instant: string): boolean {
  return !entry.draft && entry.item.publishedAt !== null && entry.item.publishedAt <= instant
}

/** The published item with an id or a slug, or null. */
export function findPublished<Kind extends ContentType>(
  { byId, bySlug, instant, ahead }: TypeCatalog<Kind>,
  key: number | string,
): RecordOf<Kind> | null {
  const record = typeof key === 'number' ? byId.get(key) : bySlug.get(key)
  return record && (record === ahead || isPublished(record, instant)) ? record : null
}

/** A catalog that shows an item before it is published. */
export function withAhead<Kind extends ContentType>(
  catalog: TypeCatalog<Kind>,
  ahead: RecordOf<Kind>,
): TypeCatalog<Kind> {
  return { ...catalog, ahead, published: withChanges(catalog.published, [], [ahead]) }
}

/**
 * Builds the catalog of one kind from all files: removes duplicates, sorts, and separates what is
 * published at `now`.
 */
export function buildTypeCatalog<Kind extends ContentType>(
  kind: Kind,
  records: Iterable<FileRecord>,
  now: Date,
): TypeCatalog<Kind> {
  const ofKind: Array<RecordOf<Kind>> = []
  for (const record of records)
    if (record.entry?.kind === kind) ofKind.push(record as RecordOf<Kind>)
  const { served, problems } = withoutDuplicates(ofKind)
  const byId = new Map<number, RecordOf<Kind>>()
  const bySlug = new Map<string, RecordOf<Kind>>()
  for (const record of served) {
    byId.set(record.entry.item.id, record)
    bySlug.set(record.entry.item.slug, record)
  }
  return retime({ all: served.sort(newestFirst), byId, bySlug, problems }, now)
}

/**
 * A catalog of the same items at another moment: decides anew which are published, and when the
 * next one will be.
 */
export function retime<Kind extends ContentType>(
  { all, byId, bySlug, problems }: Pick<TypeCatalog<Kind>, 'all' | 'byId' | 'bySlug' | 'problems'>,
  now: Date,
): TypeCatalog<Kind> {
  const instant = now.toISOString()
  return {
    instant,
    all,
    published: all.filter((record) => isPublished(record, instant)),
    byId,
    bySlug,
    problems,
    nextAppearance: nextAppearance(all, instant),
  }
}

function nextAppearance(
  newestFirst: ReadonlyArray<RecordOf<ContentType>>,
  instant: string,
): number | null {
  let next: string | null = null
  for (const { entry } of newestFirst) {
    const { publishedAt } = entry.item
    if (publishedAt !== null && publishedAt <= instant) break
    if (!entry.draft) next = publishedAt ?? next
  }
  return next === null ? null : Date.parse(next)
}

/**
 * The catalog after a few files changed, or null when two items have the same id or slug, so that
 * it must be rebuilt. Changes the maps of the previous catalog: a copy of thousands of entries for
 * one edit would cost more than all other work.
 */
export function patchTypeCatalog<Kind extends ContentType>(
  previous: TypeCatalog<Kind>,
  before: ReadonlyArray<RecordOf<Kind>>,
  after: ReadonlyArray<RecordOf<Kind>>,
  now: Date,
): TypeCatalog<Kind> | null {
  if (previous.problems.length > 0) return null
  const { byId, bySlug } = previous
  for (const { entry } of before) {
    byId.delete(entry.item.id)
    bySlug.delete(entry.item.slug)
  }
  for (const record of after) {
    const { id, slug } = record.entry.item
    if (byId.has(id) || (itemTypes[record.entry.kind].addressedBy === 'slug' && bySlug.has(slug)))
      return null
    byId.set(id, record)
    bySlug.set(slug, record)
  }
  const all = withChanges(previous.all, before, after)
  if (isAppearanceDue(previous, now)) return retime({ all, byId, bySlug, problems: [] }, now)
  const instant = now.toISOString()
  const shown = after.filter((record) => isPublished(record, instant))
  const published = withChanges(previous.published, before, shown)
  return {
    instant,
    all,
    published,
    byId,
    bySlug,
    problems: [],
    nextAppearance: nextAppearance(all, instant),
  }
}

/** Whether an item that was scheduled is published at a moment. */
export function isAppearanceDue({ nextAppearance }: TypeCatalog<ContentType>, now: Date): boolean {
  return nextAppearance !== null && nextAppearance <= now.getTime()
}

/**
 * A list in the order of `newestFirst` without some records, which it may lack, and with others.
 */
export function withChanges<Kind extends ContentType>(
  sorted: ReadonlyArray<RecordOf<Kind>>,
  gone: Iterable<RecordOf<Kind>>,
  fresh: Iterable<RecordOf<Kind>>,
): Array<RecordOf<Kind>> {
  const list = sorted.slice()
  for (const record of gone) {
    const at = placeOf(record, list)
    if (list[at] === record) list.splice(at, 1)
  }
  for (const record of fresh) list.splice(placeOf(record, list), 0, record)
  return list
}

/**
 * The index of a record in a sorted list, or the one at which it must be inserted (binary search).
 */
function placeOf<Kind extends ContentType>(
  record: RecordOf<Kind>,
  sorted: ReadonlyArray<RecordOf<Kind>>,
): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    const other = sorted[middle]
    if (other && newestFirst(other, record) < 0) low = middle + 1
    else high = middle
  }
  return low
}

/**
 * The items that are in only one of two sorted lists. Only the part between the first and the last
 * difference is put into a set.
 */
export function listDifference<Item>(before: ReadonlyArray<Item>, after: ReadonlyArray<Item>) {
  let start = 0
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1
  let [beforeEnd, afterEnd] = [before.length, after.length]
  while (beforeEnd > start && afterEnd > start && before[beforeEnd - 1] === after[afterEnd - 1]) {
    beforeEnd -= 1
    afterEnd -= 1
  }
  const fresh = new Set(after.slice(start, afterEnd))
  const gone = before.slice(start, beforeEnd).filter((item) => !fresh.delete(item))
  return { gone, fresh: [...fresh] }
}

/**
 * Drafts without a date come first, because administrators are working on them; of equal dates the
 * higher id comes first.
 */
function newestFirst(left: RecordOf<ContentType>, right: RecordOf<ContentType>): number {
  const [before, after] = [left.entry.item, right.entry.item]
  if (before.publishedAt !== after.publishedAt) {
    if (before.publishedAt === null) return -1
    if (after.publishedAt === null) return 1
    return before.publishedAt < after.publishedAt ? 1 : -1
  }
  return after.id - before.id
}
