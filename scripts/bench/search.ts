import MiniSearch from 'minisearch'
import { categoryLabel } from '#domain/categories.ts'
import type { SearchDocument } from '../../server/search/document.ts'
import { createEngine } from '../../server/search/engine.ts'
import { plainText } from '../../server/search/plain-text.ts'
import { type GeneratedArticle, generateArticles } from './corpus.ts'
import {
  add,
  type Benchmark,
  type Figure,
  formatCount,
  median,
  quick,
  reciprocal,
} from './harness.ts'
import { createRandom } from './random.ts'
import { bodyQueries, titleQueries, titleWords, typedQueries } from './search-queries.ts'
import { measureSearchThread } from './search-thread.ts'

/** The weights were not tuned with the corpus or queries of these seeds. */
const seeds = { corpus: 4_711, queries: 90_125 }
const sizes = [1_000, 10_000]

/** A search: returns ids for a query, best first. */
type Ask = (query: string) => Array<number>

/**
 * The speed and recall of the search compared with MiniSearch, on the same generated articles and
 * queries.
 */
export const search: Benchmark = {
  figures: sizes.flatMap((size): Array<Figure> => {
    const named = (name: string) => `search, ${formatCount(size)} documents: ${name}`
    const compared = (series: string) => `ours: ${series}, ${size} / MiniSearch: ${series}, ${size}`
    return [
      [named('p50'), compared('ms of a query'), '≤ 0.25', 'of MiniSearch, 200 queries'],
      [named('p99'), `p99 of ${compared('ms of a query')}`, '≤ 0.25', 'of MiniSearch, 200 queries'],
      ...Object.keys(titleQueries).map(
        (kind): Figure => [
          named(kind),
          `mean of ${compared(`${kind}: first`)}`,
          '≥ 1',
          'how often the article meant comes first, of MiniSearch',
        ],
      ),
      [
        named('a rare word of the body and a common one'),
        `mean of ours: body: MRR, ${size}`,
        '≥ 0.75 points',
        'mean reciprocal rank',
      ],
      [
        named('an edit holds the event loop'),
        `ms that an edit holds, ${size}`,
        '≤ 5 ms',
        'longer than in idle moments, median of 20 edits',
      ],
    ]
  }),
  async run() {
    for (const size of quick ? sizes.slice(0, 1) : sizes) await measureSize(size)
  },
}

async function measureSize(size: number): Promise<void> {
  const articles = [...generateArticles(size, seeds.corpus)]
  const documents = articles.map(asDocument)
  const random = createRandom(seeds.queries)
  const typed = typedQueries(articles, 200, random)
  const ofTitle = Object.entries(titleQueries).map(
    ([kind, make]) =>
      [kind, (article: GeneratedArticle) => make(titleWords(article), random)] as const,
  )
  const kinds = new Map([...ofTitle, ['body', bodyQueries(articles, random)]])
  const contenders = { ours: ownSearch(documents), MiniSearch: miniSearch(documents) }
  for (const [kind, queryFor] of kinds) {
    const asked: Array<{ query: string; id: number }> = []
    while (asked.length < (quick ? 50 : 200)) {
      const article = random.pick(articles)
      const query = queryFor(article)
      if (query) asked.push({ query, id: article.meta.id })
    }
    for (const [name, ask] of Object.entries(contenders)) {
      const ranks = asked.map(({ query, id }) => ask(query).indexOf(id) + 1)
      add(`${name}: ${kind}: first, ${size}`, ...ranks.map((rank) => Number(rank === 1)))
      add(`${name}: ${kind}: MRR, ${size}`, ...ranks.map(reciprocal))
    }
  }
  measureTimes(contenders, typed, size)
  await measureSearchThread(size, documents, typed)
}

/**
 * Milliseconds of each query: the median of rounds that alternate between the searches, after one
 * to warm up.
 */
function measureTimes(
  contenders: Record<string, Ask>,
  queries: ReadonlyArray<string>,
  size: number,
): void {
  const samples = Object.entries(contenders).map(([name, ask]) => ({
    name,
    ask,
    of: queries.map((): Array<number> => []),
  }))
  for (let round = 0; round <= (quick ? 1 : 5); round++)
    for (const { ask, of } of samples)
      for (const [at, query] of queries.entries()) {
        const started = performance.now()
        ask(query)
        const took = performance.now() - started
        if (round > 0) of[at]!.push(took)
      }
  for (const { name, of } of samples) add(`${name}: ms of a query, ${size}`, ...of.map(median))
}

function ownSearch(documents: ReadonlyArray<SearchDocument>): Ask {
  const engine = createEngine()
  for (const document of documents) engine.put(document)
  return (query) => engine.query(query, Number.POSITIVE_INFINITY, 20).articles
}

function miniSearch(documents: ReadonlyArray<SearchDocument>): Ask {
  const built = new MiniSearch({
    fields: ['title', 'tags', 'category', 'excerpt', 'body'],
    searchOptions: {
      boost: {
        title: 8,
        tags: 4,
        category: 2,
        excerpt: 2,
        body: 1,
      },
      fuzzy: 0.2,
      prefix: (_term, at, terms) => at === terms.length - 1,
    },
  })
  for (const { id, title, tags, category, excerpt, body } of documents) {
    const { headings, text } = plainText(body)
    built.add({
      id,
      title,
      tags: tags.join(' '),
      category,
      excerpt,
      body: `${headings.join(' ')} ${text}`,
    })
  }
  return (query) =>
    built
      .search(query)
      .slice(0, 20)
      .map(({ id }) => id)
}

function asDocument({ meta, body }: GeneratedArticle): SearchDocument {
  const { slug, ...shared } = meta
  return {
    ...shared,
    type: 'articles',
    hash: slug,
    publishedAt: Date.parse(meta.publishedAt),
    category: categoryLabel(meta.category),
    body,
  }
}
