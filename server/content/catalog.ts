import type { ContentProblem, ContentType } from '#domain/content.ts'
import { type RecordOf, withoutDuplicates } from './duplicates.ts'
import type { FileRecord } from './file-record.ts'

/** All items of one kind at one moment. */
export interface TypeCatalog<Kind extends ContentType> {
  /** The moment that decides what is published, as ISO instant. */
  instant: string
  /** Newest first; drafts without a date lead, scheduled ones are in their place. */
  all: ReadonlyArray<RecordOf<Kind>>
  published: ReadonlyArray<RecordOf<Kind>>
  byId: Map<number, RecordOf<Kind>>
  bySlug: Map<string, RecordOf<Kind>>
  problems: ReadonlyArray<ContentProblem>
  /** When the next scheduled item appears, in milliseconds; null when none waits. */
  nextAppearance: number | null
}

export function isPublished({ entry }: RecordOf<ContentType>, instant: string): boolean {
  return !entry.draft && entry.item.publishedAt !== null && entry.item.publishedAt <= instant
}

/** The published item with an id or a slug, or null. */
export function findPublished<Kind extends ContentType>(
  { byId, bySlug, instant }: TypeCatalog<Kind>,
  key: number | string,
): RecordOf<Kind> | null {
  const record = typeof key === 'number' ? byId.get(key) : bySlug.get(key)
  return record && isPublished(record, instant) ? record : null
}

/** Sorts out one kind from all files: duplicates, what is published at `now`, and in which order. */
export function buildTypeCatalog<Kind extends ContentType>(
  kind: Kind,
  records: Iterable<FileRecord>,
  now: Date,
): TypeCatalog<Kind> {
  const ofKind: Array<RecordOf<Kind>> = []
  for (const record of records) if (record.entry?.kind === kind) ofKind.push(record as RecordOf<Kind>)
  const { served, problems } = withoutDuplicates(ofKind)
  const byId = new Map<number, RecordOf<Kind>>()
  const bySlug = new Map<string, RecordOf<Kind>>()
  for (const record of served) {
    byId.set(record.entry.item.id, record)
    bySlug.set(record.entry.item.slug, record)
  }
  return retime({ all: served.sort(newestFirst), byId, bySlug, problems }, now)
}

/** The same items at a moment: which of them are published then, and when that changes next. */
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

function nextAppearance(newestFirst: ReadonlyArray<RecordOf<ContentType>>, instant: string): number | null {
  let next: string | null = null
  for (const { entry } of newestFirst) {
    const { publishedAt } = entry.item
    if (publishedAt !== null && publishedAt <= instant) break
    if (!entry.draft) next = publishedAt ?? next
  }
  return next === null ? null : Date.parse(next)
}

/**
 * The catalog after a few files changed, or null when it must be built anew because items clash. Takes the maps of the previous one over, since
 * copying thousands of entries for one edit would cost more than the rest.
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
  const gone = new Set<RecordOf<Kind>>(before)
  const all = previous.all.filter((record) => !gone.has(record))
  for (const record of after) {
    const { id, slug } = record.entry.item
    if (byId.has(id) || (record.entry.kind === 'articles' && bySlug.has(slug))) return null
    byId.set(id, record)
    bySlug.set(slug, record)
    all.splice(placeOf(record, all), 0, record)
  }
  return retime({ all, byId, bySlug, problems: [] }, now)
}

/** Where a record belongs in a sorted list. */
function placeOf<Kind extends ContentType>(record: RecordOf<Kind>, sorted: ReadonlyArray<RecordOf<Kind>>): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    const other = sorted[middle]
    if (other && newestFirst(other, record) < 0) low = middle + 1
    else high = middle
  }
  return low
}

/** What stands in one sorted list and not in the other. Costs what differs when the lists differ in one place. */
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

/** Drafts without a date lead, since they are what an admin works on; equal dates put the higher id first. */
function newestFirst(left: RecordOf<ContentType>, right: RecordOf<ContentType>): number {
  const [before, after] = [left.entry.item, right.entry.item]
  if (before.publishedAt !== after.publishedAt) {
    if (before.publishedAt === null) return -1
    if (after.publishedAt === null) return 1
    return before.publishedAt < after.publishedAt ? 1 : -1
  }
  return after.id - before.id
}
