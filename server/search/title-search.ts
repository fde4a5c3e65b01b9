import type { Digraphs } from '#domain/words/fold.ts'
import { createTurns } from '../platform/turns.ts'
import { titleLine } from './title-order.ts'

interface Titled {
  id: number
  title: string
}

/**
 * The items whose titles contain every word of a query, the last one as a prefix. Titles that start
 * with the words come first, then the given order applies. Used while the index is being loaded.
 * Others get a turn in between: there may be a hundred thousand titles.
 */
export async function searchTitles(
  text: string,
  items: Iterable<Titled>,
  limit: number,
  digraphs?: Digraphs,
): Promise<Array<number>> {
  const query = titleLine(text, digraphs)
  const words = query.trim().split(' ').filter(Boolean)
  const last = words.pop()
  if (last === undefined) return []
  const first: Array<number> = []
  const others: Array<number> = []
  const turns = createTurns()
  // To fold a title takes ten times as long as to see that it has none of them.
  const mayMatch = new RegExp(`[^ -~]|${last.replace(/[.+]/g, '\\$&')}`, 'i')
  for (const { id, title } of items) {
    if (turns.isDue()) await turns.take()
    if (!mayMatch.test(title)) continue
    const line = titleLine(title, digraphs)
    if (!line.includes(` ${last}`) || !words.every((word) => line.includes(` ${word} `))) continue
    if (line.startsWith(query.trimEnd())) first.push(id)
    else others.push(id)
    if (first.length >= limit) break
  }
  return [...first, ...others].slice(0, limit)
}
