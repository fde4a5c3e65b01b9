import type { SearchResults } from '#domain/search.ts'

/** The engine of an exported site, which the export writes there (`server/search/static-search.ts`). */
interface Engine {
  createStaticSearch(files: unknown): (term: string, literal?: boolean) => SearchResults
}

const engineAddress = '/search/engine.js'
const indexAddress = '/search/index.json'

let opening: Promise<ReturnType<Engine['createStaticSearch']>> | null = null

/**
 * Searches the index of an exported site in the browser; takes the place of `src/api/search.ts` in its script. Engine and index are loaded at the first search.
 * Throws 'Search failed' when they can't be.
 */
export async function search(term: string, signal?: AbortSignal, literal = false): Promise<SearchResults> {
  opening ??= open().catch((cause: unknown) => {
    opening = null
    throw new Error('Search failed', { cause })
  })
  const find = await opening
  signal?.throwIfAborted()
  return find(term, literal)
}

async function open() {
  const [engine, answer] = await Promise.all([import(engineAddress) as Promise<Engine>, fetch(indexAddress)])
  if (!answer.ok) throw new Error(`${indexAddress} answered ${answer.status}`)
  return engine.createStaticSearch(await answer.json())
}
