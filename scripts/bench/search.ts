import { generateArticles } from './corpus.ts'
import { quantile } from './figures.ts'
import { createRandom } from './random.ts'
import { atLeast, atMost, type BenchOptions, type Row, runWhenStarted } from './rows.ts'
import { type Ask, asDocument, buildMiniSearch, buildOurs } from './search-contenders.ts'
import { type KnownItem, type KnownItemKind, knownItemKinds, knownItems, typedQueries } from './search-queries.ts'
import { measureSearchThread } from './search-thread.ts'

/** The weights were not tuned with the corpus or queries of these seeds. */
const seeds = { corpus: 4_711, queries: 90_125 }
const rounds = 5

const kindNames: Record<KnownItemKind, string> = {
  exact3: 'three title words',
  exact2: 'two title words',
  typo3: 'three title words, one mistyped',
  cut3: 'three title words, the last unfinished',
  first3: 'three title words, three letters of the last',
  body: 'a rare word of the body and a common one',
}

/** The speed and recall of the search compared with MiniSearch, on the same generated articles and queries. */
export async function runSearch({ quick }: BenchOptions): Promise<Array<Row>> {
  const rows: Array<Row> = []
  for (const count of quick ? [1_000] : [1_000, 10_000]) rows.push(...(await measure(count, quick ? 50 : 200)))
  return rows
}

async function measure(count: number, itemCount: number): Promise<Array<Row>> {
  const articles = [...generateArticles(count, seeds.corpus)]
  const random = createRandom(seeds.queries)
  const typed = typedQueries(articles, 200, random)
  const items = knownItemKinds.map((kind) => ({ kind, list: knownItems(kind, articles, itemCount, random) }))
  const ours = buildOurs(articles)
  const theirs = buildMiniSearch(articles)
  const [ourTimes, theirTimes] = timesOf([ours.ask, theirs.ask], typed) as [Array<number>, Array<number>]
  const name = `search, ${count.toLocaleString('en-US')} documents:`
  const percentile = (share: number, label: string): Row => {
    const [mine, other] = [quantile(ourTimes, share), quantile(theirTimes, share)]
    return {
      name: `${name} ${label}`,
      ratio: mine / other,
      bar: atMost(0.15),
      note: 'of MiniSearch, 200 queries',
      details: { ours: `${(mine * 1000).toFixed(0)} µs`, MiniSearch: `${(other * 1000).toFixed(0)} µs` },
    }
  }
  const thread = await measureSearchThread(articles.map(asDocument), typed)
  return [
    percentile(0.5, 'p50'),
    percentile(0.99, 'p99'),
    ...items.map(({ kind, list }) => foundRow(name, kind, foundBy(ours.ask, list), foundBy(theirs.ask, list))),
    {
      name: `${name} an edit holds the event loop`,
      ratio: Math.max(0, thread.stallEdit - thread.stallIdle),
      unit: 'ms',
      bar: atMost(5),
      note: 'longer than in idle moments, median of 20 edits',
      details: Object.fromEntries(Object.entries(thread).map(([key, value]) => [key, `${value.toFixed(2)} ms`])),
    },
    ...(['buildMs', 'loadMs', 'bytes'] as const).map(
      (figure): Row => ({
        name: `${name} ${figure === 'bytes' ? 'bytes' : figure.replace('Ms', '')}`,
        ratio: ours[figure] / theirs[figure],
        bar: null,
        note: 'of MiniSearch',
        details: { ours: ours[figure], MiniSearch: theirs[figure] },
      }),
    ),
  ]
}

function foundRow(name: string, kind: KnownItemKind, ours: Found, theirs: Found): Row {
  const details = {
    'ours first': ours.first,
    'ours MRR': ours.reciprocalRank,
    'MiniSearch first': theirs.first,
    'MiniSearch MRR': theirs.reciprocalRank,
  }
  if (kind === 'body')
    return {
      name: `${name} ${kindNames[kind]}`,
      ratio: Number(ours.reciprocalRank.toFixed(3)),
      unit: 'points',
      bar: atLeast(0.75),
      note: 'mean reciprocal rank',
      details,
    }
  return {
    name: `${name} ${kindNames[kind]}`,
    ratio: ours.first / theirs.first,
    bar: atLeast(1),
    note: 'how often the article meant comes first, of MiniSearch',
    details,
  }
}

interface Found {
  first: number
  reciprocalRank: number
}

function foundBy(ask: Ask, items: ReadonlyArray<KnownItem>): Found {
  const ranks = items.map(({ query, id }) => ask(query).indexOf(id) + 1)
  return {
    first: ranks.filter((rank) => rank === 1).length / items.length,
    reciprocalRank: ranks.reduce((sum, rank) => sum + (rank > 0 ? 1 / rank : 0), 0) / items.length,
  }
}

/**
 * Milliseconds per query for each of `asks`: the median of rounds that alternate between them, after one warm-up
 * round.
 */
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

await runWhenStarted(import.meta.url, runSearch)
