import type { SearchResults } from '#domain/search.ts'

/**
 * The engine of an exported site, which the export writes there (`server/search/static-search.ts`).
 */
interface Engine {
  createStaticSearch(
    file: unknown,
    wordsFrom: (start: string) => Promise<string>,
  ): Promise<StaticSearch>
}

interface StaticSearch {
  query(term: string, literal?: boolean): Promise<SearchResults>
  timeZone: string
}

const engineAddress = '/search/engine.js'
const indexAddress = '/search/index.json'

let opening: Promise<StaticSearch> | null = null

/**
 * Opens the search of an exported site; engine and index are loaded at the first call. Throws
 * 'Search failed' when they can't be.
 */
export function openSearch(): Promise<StaticSearch> {
  opening ??= open().catch((cause: unknown) => {
    opening = null
    throw new Error('Search failed', { cause })
  })
  return opening
}

/**
 * Searches an exported site in the browser; takes the place of `src/api/search.ts` in its script.
 */
export async function search(term: string, signal?: AbortSignal): Promise<SearchResults> {
  const opened = await openSearch()
  signal?.throwIfAborted()
  return opened.query(term)
}

async function open(): Promise<StaticSearch> {
  const [engine, index] = await Promise.all([
    import(engineAddress) as Promise<Engine>,
    load(indexAddress),
  ])
  return engine.createStaticSearch(await index.json(), async (start) =>
    (await load(`/search/words/${start}.txt`)).text(),
  )
}

async function load(address: string): Promise<Response> {
  const answer = await fetch(address)
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}`)
  return answer
}
