import { pathToFileURL } from 'node:url'
import MiniSearch from 'minisearch'
import { categoryLabel } from '#domain/categories.ts'
import type { SearchDocument } from '../../server/search/document.ts'
import { createEngine } from '../../server/search/engine.ts'
import { plainText } from '../../server/search/plain-text.ts'
import { type GeneratedArticle, generateArticles } from './corpus.ts'
import { createRandom } from './random.ts'
import { type KnownItem, knownItemKinds, knownItems, typedQueries } from './search-queries.ts'

/** Neither corpus nor queries of these seeds were looked at while weights were chosen. */
const seeds = { corpus: 4_711, queries: 90_125 }
const rounds = 5

/** Something that answers a query with ids, best first. */
type Ask = (query: string) => Array<number>

interface Contender {
  ask: Ask
  buildMs: number
  loadMs: number
  bytes: number
}

export interface SearchFigures {
  documents: number
  /** Ours divided by MiniSearch's. */
  p50: number
  p99: number
  build: number
  load: number
  bytes: number
  /** Per kind of query: how often the article meant came first, and the mean of 1 / its rank. */
  found: Record<string, { ours: Found; miniSearch: Found }>
}

export interface Found {
  first: number
  reciprocalRank: number
}

/** Compares the engine with MiniSearch on `count` generated articles. */
export function measureSearch(count: number): SearchFigures {
  const articles = [...generateArticles(count, seeds.corpus)]
  const random = createRandom(seeds.queries)
  const typed = typedQueries(articles, 200, random)
  const items = knownItemKinds.map((kind) => [kind, knownItems(kind, articles, 100, random)] as const)
  const ours = buildOurs(articles)
  const miniSearch = buildMiniSearch(articles)
  const [ourTimes, theirTimes] = timesOf([ours.ask, miniSearch.ask], typed)
  return {
    documents: count,
    p50: quantile(ourTimes as Array<number>, 0.5) / quantile(theirTimes as Array<number>, 0.5),
    p99: quantile(ourTimes as Array<number>, 0.99) / quantile(theirTimes as Array<number>, 0.99),
    build: ours.buildMs / miniSearch.buildMs,
    load: ours.loadMs / miniSearch.loadMs,
    bytes: ours.bytes / miniSearch.bytes,
    found: Object.fromEntries(
      items.map(([kind, list]) => [kind, { ours: foundBy(ours.ask, list), miniSearch: foundBy(miniSearch.ask, list) }]),
    ),
  }
}

function buildOurs(articles: ReadonlyArray<GeneratedArticle>): Contender {
  const started = performance.now()
  const engine = createEngine()
  for (const article of articles) engine.put(asDocument(article))
  engine.compact()
  const buildMs = performance.now() - started
  const { entries, parts } = engine.export()
  const texts = parts.map(({ name, data }) => ({ name, text: data as string }))
  const saved = JSON.stringify(entries)
  const loading = performance.now()
  const loaded = createEngine({
    entries: JSON.parse(saved),
    parts: texts.map(({ name, text }) => ({ name, data: JSON.parse(text) })),
  })
  const loadMs = performance.now() - loading
  return {
    ask: (query) => loaded.query(query, Number.POSITIVE_INFINITY, 20).articles,
    buildMs,
    loadMs,
    bytes: texts.reduce((sum, { text }) => sum + Buffer.byteLength(text), saved.length),
  }
}

function buildMiniSearch(articles: ReadonlyArray<GeneratedArticle>): Contender {
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

/** A generated article as the search takes it. */
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

/** Milliseconds per query for each of `asks`, the median of some rounds that alternate between them; one round before does not count. */
function timesOf(asks: ReadonlyArray<Ask>, queries: ReadonlyArray<string>): Array<Array<number>> {
  const samples = asks.map(() => queries.map((): Array<number> => []))
  for (let round = 0; round <= rounds; round++)
    asks.forEach((ask, contender) => {
      queries.forEach((query, at) => {
        const started = performance.now()
        ask(query)
        const took = performance.now() - started
        if (round > 0) samples[contender]?.[at]?.push(took)
      })
    })
  return samples.map((perQuery) => perQuery.map((times) => quantile(times, 0.5)))
}

function quantile(values: ReadonlyArray<number>, share: number): number {
  const sorted = [...values].sort((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] as number
}

function foundBy(ask: Ask, items: ReadonlyArray<KnownItem>): Found {
  const ranks = items.map(({ query, id }) => ask(query).indexOf(id) + 1)
  return {
    first: ranks.filter((rank) => rank === 1).length / items.length,
    reciprocalRank: ranks.reduce((sum, rank) => sum + (rank > 0 ? 1 / rank : 0), 0) / items.length,
  }
}

/** The figures as lines of text. */
export function searchTable(figures: ReadonlyArray<SearchFigures>): string {
  const lines = ['search: ratios to MiniSearch (p50 and p99 at most 0.15)']
  for (const { documents, found, ...ratios } of figures) {
    const cells = Object.entries(ratios).map(([name, ratio]) => `${name} ${ratio.toFixed(3)}`)
    lines.push(`${documents} documents: ${cells.join('  ')}`)
    for (const [kind, { ours, miniSearch }] of Object.entries(found))
      lines.push(
        `  ${kind.padEnd(7)} first ${ours.first.toFixed(2)} (MiniSearch ${miniSearch.first.toFixed(2)})  MRR ${ours.reciprocalRank.toFixed(3)} (${miniSearch.reciprocalRank.toFixed(3)})`,
      )
  }
  return lines.join('\n')
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const sizes = process.argv.slice(2).map(Number)
  console.log(searchTable((sizes.length > 0 ? sizes : [1_000, 10_000]).map(measureSearch)))
}
