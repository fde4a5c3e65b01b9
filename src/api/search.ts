import type { SearchResults } from '#domain/search.ts'
import { RequestError, read } from './request.ts'

/** `GET /api/search`. Throws 'Search failed' for a non-OK answer (specification, section 7); an abort passes through. */
export async function search(term: string, signal?: AbortSignal): Promise<SearchResults> {
  try {
    return await read<SearchResults>(`/api/search?q=${encodeURIComponent(term)}`, signal ? { signal } : {})
  } catch (error) {
    if (error instanceof RequestError) throw new Error('Search failed', { cause: error })
    throw error
  }
}
