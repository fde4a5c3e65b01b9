import { readWords } from '../../server/search/words.ts'
import type { GeneratedArticle } from './corpus.ts'
import type { Random } from './random.ts'

/** A query and the article that its visitor looks for. */
export interface KnownItem {
  query: string
  id: number
}

/** What a visitor may remember of an article: words of its title (whole, mistyped or unfinished). */
export const titleKinds = {
  exact3: 'three title words',
  exact2: 'two title words',
  typo3: 'three title words, one mistyped',
  cut3: 'three title words, the last unfinished',
  first3: 'three title words, three letters of the last',
}
/** … or words of its text. */
export type KnownItemKind = keyof typeof titleKinds | 'body'

/** `count` queries of one kind about random articles. */
export function knownItems(
  kind: KnownItemKind,
  articles: ReadonlyArray<GeneratedArticle>,
  count: number,
  random: Random,
): Array<KnownItem> {
  const bodyQuery = kind === 'body' ? bodyQueries(articles, random) : null
  const found: Array<KnownItem> = []
  while (found.length < count) {
    const article = random.pick(articles)
    const query = bodyQuery ? bodyQuery(article) : titleQuery(kind, article, random)
    if (query) found.push({ query, id: article.meta.id })
  }
  return found
}

/**
 * `count` queries as visitors type them: single words, two words, three letters, words with a typing error, in equal
 * parts.
 */
export function typedQueries(articles: ReadonlyArray<GeneratedArticle>, count: number, random: Random): Array<string> {
  return Array.from({ length: count }, (_, at) => {
    const words = titleWords(random.pick(articles))
    const first = random.pick(words)
    switch (at % 4) {
      case 0:
        return first
      case 1:
        return `${first} ${random.pick(words)}`
      case 2:
        return first.slice(0, 3)
      default:
        return mistyped(first, random)
    }
  })
}

function titleQuery(kind: KnownItemKind, article: GeneratedArticle, random: Random): string | null {
  const wanted = kind === 'exact2' ? 2 : 3
  const words = titleWords(article)
  if (words.length < wanted) return null
  while (words.length > wanted) words.splice(random.between(0, words.length - 1), 1)
  const last = words[wanted - 1] as string
  if (kind === 'typo3') {
    const at = words.findIndex((word) => word.length > 3)
    if (at < 0) return null
    words[at] = mistyped(words[at] as string, random)
  }
  if (kind === 'cut3' || kind === 'first3') {
    if (last.length < 4) return null
    words[wanted - 1] = last.slice(0, kind === 'first3' ? 3 : random.between(3, last.length - 1))
  }
  return words.join(' ')
}

/** One typing error: two letters swapped, one omitted, doubled or replaced. The first letter stays. */
function mistyped(word: string, random: Random): string {
  if (word.length < 3) return word
  const at = random.between(1, word.length - 2)
  const letter = random.pick('abcdefghijklmnopqrstuvwxyz'.split(''))
  const edits = [
    word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2),
    word.slice(0, at) + word.slice(at + 1),
    word.slice(0, at) + letter + word.slice(at),
    word.slice(0, at) + letter + word.slice(at + 1),
  ]
  return random.pick(edits)
}

/**
 * A rare word of the body (in at most 3 articles) with a common one (in more than a tenth), neither of them in the
 * title.
 */
function bodyQueries(articles: ReadonlyArray<GeneratedArticle>, random: Random) {
  const counts = new Map<string, number>()
  for (const { body } of articles) for (const word of wordSet(body)) counts.set(word, (counts.get(word) ?? 0) + 1)
  return (article: GeneratedArticle): string | null => {
    const title = new Set(titleWords(article))
    const words = [...wordSet(article.body)].filter((word) => !title.has(word) && word.length > 2)
    const rare = words.filter((word) => (counts.get(word) ?? 0) <= 3)
    const common = words.filter((word) => (counts.get(word) ?? 0) > articles.length / 10)
    return rare.length > 0 && common.length > 0 ? `${random.pick(rare)} ${random.pick(common)}` : null
  }
}

function titleWords(article: GeneratedArticle): Array<string> {
  return [...wordSet(article.meta.title)]
}

function wordSet(text: string): Set<string> {
  const words = new Set<string>()
  readWords(text, (word) => words.add(word))
  return words
}
