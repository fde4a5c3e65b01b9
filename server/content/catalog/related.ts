import type { RecordOf } from '../read/file-record.ts'

type ArticleRecord = RecordOf<'articles'>

/** The most articles that an article names as related. */
const relatedLimit = 3

export interface RelatedIndex {
  /**
   * The articles that share the most with an article: first by common tags, then by category, then
   * by date. Articles that share nothing are left out.
   */
  find(article: ArticleRecord): Array<ArticleRecord>
  /** Updates the index after an edit, so that it need not be built again. */
  replace(before: ReadonlyArray<ArticleRecord>, after: ReadonlyArray<ArticleRecord>): void
}

/** Indexes published articles by what they can share. */
export function createRelatedIndex(published: ReadonlyArray<ArticleRecord>): RelatedIndex {
  const holders = new Map<string, Set<ArticleRecord>>()
  const add = (record: ArticleRecord) => {
    for (const [key] of sharable(record)) {
      const records = holders.get(key)
      if (records) records.add(record)
      else holders.set(key, new Set([record]))
    }
  }
  for (const record of published) add(record)
  return {
    find(article) {
      const scores = new Map<ArticleRecord, number>()
      for (const [key, points] of new Map(sharable(article)))
        for (const record of holders.get(key) ?? [])
          scores.set(record, (scores.get(record) ?? 0) + points)
      scores.delete(article)
      return best(scores)
    },
    replace(before, after) {
      for (const record of before)
        for (const [key] of sharable(record)) holders.get(key)?.delete(record)
      for (const record of after) add(record)
    },
  }
}

/**
 * The `relatedLimit` articles with the highest scores; of equal scores the newer article, then the
 * one with the higher id.
 */
function best(scores: ReadonlyMap<ArticleRecord, number>): Array<ArticleRecord> {
  const top: Array<[record: ArticleRecord, score: number]> = []
  for (const entry of scores) {
    const place = top.findIndex(
      ([record, score]) => entry[1] > score || (entry[1] === score && isNewer(entry[0], record)),
    )
    if (place === -1 && top.length >= relatedLimit) continue
    top.splice(place === -1 ? top.length : place, 0, entry)
    if (top.length > relatedLimit) top.pop()
  }
  return top.map(([record]) => record)
}

function isNewer(
  { entry: { item } }: ArticleRecord,
  { entry: { item: other } }: ArticleRecord,
): boolean {
  if (item.publishedAt === other.publishedAt) return item.id > other.id
  return (item.publishedAt ?? '') > (other.publishedAt ?? '')
}

/**
 * The tags and the category of an article, with their weights. The line feed distinguishes a
 * category from a tag of the same name.
 */
function sharable({ entry }: ArticleRecord): Array<[key: string, points: number]> {
  return [
    [`\n${entry.item.category}`, 1],
    ...entry.item.tags.map((tag): [string, number] => [tag.toLowerCase(), 2]),
  ]
}
