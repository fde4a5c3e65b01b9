import type { Benchmark, Figure, Measurements } from './bench.ts'
import { generateArticles } from './corpus.ts'
import { meanReciprocalRank, median } from './figures.ts'
import { createRandom } from './random.ts'
import { type Ask, asDocument, contenders } from './search-contenders.ts'
import { type KnownItem, type KnownItemKind, knownItems, titleKinds, typedQueries } from './search-queries.ts'
import { measureSearchThread } from './search-thread.ts'

/** The weights were not tuned with the corpus or queries of these seeds. */
const seeds = { corpus: 4_711, queries: 90_125 }
const sizes = [1_000, 10_000]

/** The speed and recall of the search compared with MiniSearch, on the same generated articles and queries. */
export const search: Benchmark = {
  figures: sizes.flatMap(figuresOf),
  async run(measurements) {
    for (const size of measurements.quick ? sizes.slice(0, 1) : sizes) await measureSize(measurements, size)
  },
}

function figuresOf(size: number): Array<Figure> {
  const named = (name: string) => `search, ${size.toLocaleString('en-US')} documents: ${name}`
  const compared = (name: string, series: string, more: Pick<Figure, 'by' | 'least' | 'most' | 'note'>): Figure => ({
    name: named(name),
    of: `ours: ${series}, ${size}`,
    to: `MiniSearch: ${series}, ${size}`,
    ...more,
  })
  return [
    compared('p50', 'ms of a query', { most: 0.15, note: 'of MiniSearch, 200 queries' }),
    compared('p99', 'ms of a query', { by: 'p99', most: 0.15, note: 'of MiniSearch, 200 queries' }),
    ...Object.entries(titleKinds).map(([kind, name]) =>
      compared(name, `${kind} first`, { least: 1, note: 'how often the article meant comes first, of MiniSearch' }),
    ),
    {
      name: named('a rare word of the body and a common one'),
      of: `ours: body MRR, ${size}`,
      unit: 'points',
      least: 0.75,
      note: 'mean reciprocal rank',
    },
    {
      name: named('an edit holds the event loop'),
      of: `ms that an edit holds, ${size}`,
      unit: 'ms',
      most: 5,
      note: 'longer than in idle moments, median of 20 edits',
    },
    ...['build', 'load', 'bytes'].map((series) => compared(series, series, { note: 'of MiniSearch' })),
  ]
}

async function measureSize(measurements: Measurements, size: number): Promise<void> {
  const { add, time, quick } = measurements
  const articles = [...generateArticles(size, seeds.corpus)]
  const documents = articles.map(asDocument)
  const random = createRandom(seeds.queries)
  const typed = typedQueries(articles, 200, random)
  const kinds = [...Object.keys(titleKinds), 'body'] as Array<KnownItemKind>
  const items = kinds.map((kind) => ({ kind, list: knownItems(kind, articles, quick ? 50 : 200, random) }))
  const asks: Array<{ name: string; ask: Ask }> = []
  for (const [name, create] of Object.entries(contenders)) {
    const built = await time(`${name}: build, ${size}`, async () => create(documents))
    const saved = built.save()
    const ask = await time(`${name}: load, ${size}`, async () => saved.load())
    add(`${name}: bytes, ${size}`, saved.bytes)
    for (const { kind, list } of items) {
      const { first, reciprocalRank } = foundBy(ask, list)
      add(`${name}: ${kind} first, ${size}`, first)
      add(`${name}: ${kind} MRR, ${size}`, reciprocalRank)
    }
    asks.push({ name, ask })
  }
  const times = timesOf(
    asks.map(({ ask }) => ask),
    typed,
    quick ? 1 : 5,
  )
  for (const [at, { name }] of asks.entries()) add(`${name}: ms of a query, ${size}`, ...times[at]!)
  await measureSearchThread(measurements, size, documents, typed)
}

function foundBy(ask: Ask, items: ReadonlyArray<KnownItem>): { first: number; reciprocalRank: number } {
  const ranks = items.map(({ query, id }) => ask(query).indexOf(id) + 1)
  return {
    first: ranks.filter((rank) => rank === 1).length / items.length,
    reciprocalRank: meanReciprocalRank(ranks),
  }
}

/**
 * Milliseconds per query for each of `asks`: the median of rounds that alternate between them, after one warm-up
 * round.
 */
function timesOf(asks: ReadonlyArray<Ask>, queries: ReadonlyArray<string>, rounds: number): Array<Array<number>> {
  const samples = asks.map(() => queries.map((): Array<number> => []))
  for (let round = 0; round <= rounds; round++)
    for (const [contender, ask] of asks.entries())
      for (const [at, query] of queries.entries()) {
        const started = performance.now()
        ask(query)
        const took = performance.now() - started
        if (round > 0) samples[contender]![at]!.push(took)
      }
  return samples.map((perQuery) => perQuery.map(median))
}
