import MiniSearch from 'minisearch'
import { categoryLabel } from '#domain/categories.ts'
import type { SearchDocument } from '../../server/search/document.ts'
import { createEngine } from '../../server/search/engine.ts'
import { plainText } from '../../server/search/plain-text.ts'
import type { GeneratedArticle } from './corpus.ts'

/** A search: returns ids for a query, best first. */
export type Ask = (query: string) => Array<number>

export interface Contender {
  ask: Ask
  buildMs: number
  loadMs: number
  bytes: number
}

/** Our engine with the articles: built, exported and loaded. */
export function buildOurs(articles: ReadonlyArray<GeneratedArticle>): Contender {
  const started = performance.now()
  const engine = createEngine()
  for (const article of articles) engine.put(asDocument(article))
  engine.compact()
  const buildMs = performance.now() - started
  const { entries, postings } = engine.export()
  const saved = JSON.stringify([entries, postings.words])
  const loading = performance.now()
  const [savedEntries, words] = JSON.parse(saved) as [typeof entries, typeof postings.words]
  const loaded = createEngine({ entries: savedEntries, postings: { words, bytes: postings.bytes } })
  const loadMs = performance.now() - loading
  return {
    ask: (query) => loaded.query(query, Number.POSITIVE_INFINITY, 20).articles,
    buildMs,
    loadMs,
    bytes: Buffer.byteLength(saved) + postings.bytes.length,
  }
}

/** MiniSearch with the same texts and reasonable settings: built, exported and loaded. */
export function buildMiniSearch(articles: ReadonlyArray<GeneratedArticle>): Contender {
  const options = {
    fields: ['title', 'tags', 'category', 'excerpt', 'body'],
    searchOptions: {
      boost: { title: 8, tags: 4, category: 2, excerpt: 2, body: 1 },
      fuzzy: 0.2,
      prefix: (_term: string, at: number, terms: Array<string>) => at === terms.length - 1,
    },
  }
  const started = performance.now()
  const built = new MiniSearch(options)
  built.addAll(
    articles.map((article) => {
      const { title, tags, category, excerpt, body } = asDocument(article)
      const { headings, text } = plainText(body)
      return {
        id: article.meta.id,
        title,
        tags: tags.join(' '),
        category,
        excerpt,
        body: `${headings.join(' ')} ${text}`,
      }
    }),
  )
  const buildMs = performance.now() - started
  const saved = JSON.stringify(built)
  const loading = performance.now()
  const loaded = MiniSearch.loadJSON(saved, options)
  const loadMs = performance.now() - loading
  return {
    ask: (query) =>
      loaded
        .search(query)
        .slice(0, 20)
        .map(({ id }) => id as number),
    buildMs,
    loadMs,
    bytes: Buffer.byteLength(saved),
  }
}

/** Converts a generated article to a search document. */
export function asDocument({ meta, body }: GeneratedArticle): SearchDocument {
  const { id, title, tags, category, excerpt, publishedAt } = meta
  return {
    type: 'articles',
    id,
    hash: `${id}`,
    publishedAt: Date.parse(publishedAt),
    title,
    tags,
    category: categoryLabel(category),
    excerpt,
    body,
  }
}
