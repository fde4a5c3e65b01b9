import { createTurns } from '../platform/turns.ts'
import { titleLine } from './title-order.ts'
import { fold } from './words.ts'

interface Titled {
  id: number
  title: string
}

/**
 * The items whose titles contain every word of a query, the last one as a prefix. Titles that start with the words
 * come first, then the given order applies. Used while the index is being loaded. A hundred thousand titles take a tenth of a second:
 * others get a turn in between.
 */
export async function searchTitles(text: string, items: Iterable<Titled>, limit: number): Promise<Array<number>> {
  const query = titleLine(text)
  const words = query.trim().split(' ').filter(Boolean)
  const last = words.pop()
  if (last === undefined) return []
  const first: Array<number> = []
  const others: Array<number> = []
  const turns = createTurns()
  for (const { id, title } of items) {
    if (turns.isDue()) await turns.take()
    const folded = fold(title)
    if (!folded.includes(last) || !words.every((word) => folded.includes(word))) continue
    const line = titleLine(title)
    if (!line.includes(` ${last}`) || !words.every((word) => line.includes(` ${word} `))) continue
    if (line.startsWith(query.trimEnd())) first.push(id)
    else others.push(id)
    if (first.length >= limit) break
  }
  return [...first, ...others].slice(0, limit)
}
