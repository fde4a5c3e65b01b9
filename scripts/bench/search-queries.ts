import { readWords } from '../../server/search/words.ts'
import type { GeneratedArticle } from './corpus.ts'
import type { Random } from './random.ts'

/** Makes a query from the words of a title; null when they do not suit. */
type MakeQuery = (words: Array<string>, random: Random) => string | null

/**
 * What a visitor may remember of an article: words of its title (whole or mistyped).
 */
export const titleQueries: Record<string, MakeQuery> = {
  'three title words': (words, random) => pickSome(words, 3, random).join(' '),
  'three title words, one mistyped'(words, random) {
    const picked = pickSome(words, 3, random)
    const at = picked.findIndex((word) => word.length > 3)
    return at < 0 ? null : picked.with(at, mistyped(picked[at]!, random)).join(' ')
  },
}

/**
 * `count` queries as visitors type them: single words, two words, three letters, words with a
 * typing error, in equal parts.
 */
export function typedQueries(
  articles: ReadonlyArray<GeneratedArticle>,
  count: number,
  random: Random,
): Array<string> {
  return Array.from({ length: count }, (_, at) => {
    const words = titleWords(random.pick(articles))
    const first = random.pick(words)
    return [first, `${first} ${random.pick(words)}`, first.slice(0, 3), mistyped(first, random)][
      at % 4
    ]!
  })
}

/**
 * A rare word of the body (in at most 3 articles) with a common one (in more than a tenth), neither
 * of them in the title.
 */
export function bodyQueries(articles: ReadonlyArray<GeneratedArticle>, random: Random) {
  const counts = new Map<string, number>()
  for (const { body } of articles)
    for (const word of wordSet(body)) counts.set(word, (counts.get(word) ?? 0) + 1)
  return (article: GeneratedArticle): string | null => {
    const title = titleWords(article)
    const words = [...wordSet(article.body)].filter(
      (word) => !title.includes(word) && word.length > 2,
    )
    const rare = words.filter((word) => counts.get(word)! <= 3)
    const common = words.filter((word) => counts.get(word)! > articles.length / 10)
    return rare.length > 0 && common.length > 0
      ? `${random.pick(rare)} ${random.pick(common)}`
      : null
  }
}

export function titleWords(article: GeneratedArticle): Array<string> {
  return [...wordSet(article.meta.title)]
}

/** So many of the words, in their order. */
function pickSome(words: Array<string>, count: number, random: Random): Array<string> {
  while (words.length > count) words.splice(random.between(0, words.length - 1), 1)
  return words
}

/**
 * One typing error: two letters swapped, one omitted, doubled or replaced. The first letter stays.
 */
function mistyped(word: string, random: Random): string {
  if (word.length < 3) return word
  const at = random.between(1, word.length - 2)
  const [start, end] = [word.slice(0, at), word.slice(at + 1)]
  const letter = random.pick('abcdefghijklmnopqrstuvwxyz'.split(''))
  const swapped = end[0]! + word[at] + end.slice(1)
  return start + random.pick([swapped, end, letter + word.slice(at), letter + end])
}

function wordSet(text: string): Set<string> {
  const words = new Set<string>()
  readWords(text, (word) => words.add(word))
  return words
}
