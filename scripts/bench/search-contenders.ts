import MiniSearch from 'minisearch'
import { categoryLabel } from '#domain/categories.ts'
import type { SearchDocument } from '../../server/search/document.ts'
import { createEngine } from '../../server/search/engine.ts'
import { plainText } from '../../server/search/plain-text.ts'
import type { GeneratedArticle } from './corpus.ts'

/** A search: returns ids for a query, best first. */
export type Ask = (query: string) => Array<number>

/** Builds an index, which can be saved and loaded. */
type Contender = (documents: ReadonlyArray<SearchDocument>) => { save(): { bytes: number; load(): Ask } }

export const contenders: Record<'ours' | 'MiniSearch', Contender> = {
  ours(documents) {
    const engine = createEngine()
    for (const document of documents) engine.put(document)
    engine.compact()
    return {
      save() {
        const { entries, postings } = engine.export()
        const saved = JSON.stringify([entries, postings.words])
        return {
          bytes: Buffer.byteLength(saved) + postings.bytes.length,
          load() {
            const [savedEntries, words] = JSON.parse(saved) as [typeof entries, typeof postings.words]
            const loaded = createEngine({ entries: savedEntries, postings: { words, bytes: postings.bytes } })
            return (query) => loaded.query(query, Number.POSITIVE_INFINITY, 20).articles
          },
        }
      },
    }
  },
  MiniSearch(documents) {
    const built = new MiniSearch(miniSearchOptions)
    for (const { id, title, tags, category, excerpt, body } of documents) {
      const { headings, text } = plainText(body)
      built.add({ id, title, tags: tags.join(' '), category, excerpt, body: `${headings.join(' ')} ${text}` })
    }
    return {
      save() {
        const saved = JSON.stringify(built)
        return {
          bytes: Buffer.byteLength(saved),
          load() {
            const loaded = MiniSearch.loadJSON(saved, miniSearchOptions)
            return (query) =>
              loaded
                .search(query)
                .slice(0, 20)
                .map(({ id }) => id as number)
          },
        }
      },
    }
  },
}

const miniSearchOptions = {
  fields: ['title', 'tags', 'category', 'excerpt', 'body'],
  searchOptions: {
    boost: { title: 8, tags: 4, category: 2, excerpt: 2, body: 1 },
    fuzzy: 0.2,
    prefix: (_term: string, at: number, terms: Array<string>) => at === terms.length - 1,
  },
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
