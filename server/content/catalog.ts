import type { ContentProblem, ContentType } from '#domain/content.ts'
import { type RecordOf, withoutDuplicates } from './duplicates.ts'
import type { FileRecord } from './file-record.ts'

/** All items of one kind at one moment, sorted newest first. */
export interface TypeCatalog<Kind extends ContentType> {
  /** Drafts and scheduled ones included, drafts first. */
  all: Array<RecordOf<Kind>>
  published: Array<RecordOf<Kind>>
  publishedById: Map<number, RecordOf<Kind>>
  problems: Array<ContentProblem>
  /** When the next scheduled item appears, in milliseconds; null when none waits. */
  nextAppearance: number | null
}

export function isPublished({ entry }: RecordOf<ContentType>, now: string): boolean {
  return !entry.draft && entry.item.publishedAt !== null && entry.item.publishedAt <= now
}

/** Sorts out one kind: duplicates, what is published at `now`, and in which order. */
export function buildTypeCatalog<Kind extends ContentType>(
  kind: Kind,
  records: Iterable<FileRecord>,
  now: Date,
): TypeCatalog<Kind> {
  const ofKind: Array<RecordOf<Kind>> = []
  for (const record of records) if (record.entry?.kind === kind) ofKind.push(record as RecordOf<Kind>)
  const { served, problems } = withoutDuplicates(ofKind)
  const all = served.sort(newestFirst)
  const instant = now.toISOString()
  const published = all.filter((record) => isPublished(record, instant))
  // Newest first, so the last one that still waits appears next.
  const next = all.findLast(
    ({ entry }) => !entry.draft && entry.item.publishedAt !== null && entry.item.publishedAt > instant,
  )
  return {
    all,
    published,
    publishedById: new Map(published.map((record) => [record.entry.item.id, record])),
    problems,
    nextAppearance: next?.entry.item.publishedAt ? Date.parse(next.entry.item.publishedAt) : null,
  }
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
