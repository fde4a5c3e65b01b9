import type { Digraphs } from '#domain/words/fold.ts'
import { queryMaxLength } from './query-plan.ts'
import { plainWords } from './words.ts'

/**
 * The form of a title for `orderBonus`: its words, folded, each with a space before and after it.
 */
export function titleLine(title: string, digraphs?: Digraphs): string {
  return ` ${plainWords(title, digraphs).join(' ')} `
}

/**
 * Ranks titles that contain the same words of a query: a few percent for the order of the query,
 * more for adjacent words, most for the exact title. The returned function takes a `titleLine`.
 */
export function orderBonus(query: string, digraphs?: Digraphs): (title: string) => number {
  const words = plainWords(query.slice(0, queryMaxLength), digraphs)
  const whole = ` ${words.join(' ')} `
  return (title) => {
    if (title === whole) return 1.05
    if (words.length < 2) return 1
    let points = 0
    for (let at = 1; at < words.length; at++) {
      // No space after the second word: it may be unfinished.
      const pair = ` ${words[at - 1]} ${words[at]}`
      const first = title.indexOf(` ${words[at - 1]} `)
      if (title.includes(pair)) points += 3
      else if (first >= 0 && title.indexOf(` ${words[at]}`, first + 1) > 0) points += 1
    }
    return 1 + (0.03 * points) / (3 * (words.length - 1))
  }
}
