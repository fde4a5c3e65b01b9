import type { RecordOf } from './duplicates.ts'

type ArticleRecord = RecordOf<'articles'>

/** The most articles that an article names as related. */
const relatedLimit = 3

/**
 * Finds the articles that share most with one: tags in common first, then its category, then the newest. Ones that share nothing are
 * not related. The index is built once; an answer costs what the article's tags and category hold.
 */
export function createRelated(
  newestFirst: ReadonlyArray<ArticleRecord>,
): (article: ArticleRecord) => Array<ArticleRecord> {
  const holders = new Map<string, Array<number>>()
  const rankOf = new Map<ArticleRecord, number>()
  for (const [rank, record] of newestFirst.entries()) {
    rankOf.set(record, rank)
    for (const key of keysOf(record)) {
      const ranks = holders.get(key)
      if (ranks) ranks.push(rank)
      else holders.set(key, [rank])
    }
  }
  return (article) => {
    const scores = new Map<number, number>()
    for (const key of keysOf(article)) {
      const points = key.startsWith('#') ? 2 : 1
      for (const rank of holders.get(key) ?? []) scores.set(rank, (scores.get(rank) ?? 0) + points)
    }
    scores.delete(rankOf.get(article) ?? -1)
    return [...scores]
      .sort(([rank, score], [otherRank, otherScore]) => otherScore - score || rank - otherRank)
      .slice(0, relatedLimit)
      .flatMap(([rank]) => newestFirst[rank] ?? [])
  }
}

function keysOf({ entry }: ArticleRecord): Set<string> {
  return new Set([entry.item.category, ...entry.item.tags.map((tag) => `#${tag.toLowerCase()}`)])
}
