import type { SearchResults } from '#domain/search.ts'
import { call } from './call.ts'
import { RequestError } from './refusal.ts'

/**
 * `GET /api/search`. Throws 'Search failed' for a non-OK answer (specification, section 7); an
 * abort passes through.
 */
export async function search(term: string, signal?: AbortSignal): Promise<SearchResults> {
  try {
    return await call('GET /api/search', { query: { q: term }, signal })
  } catch (error) {
    if (error instanceof RequestError) throw new Error('Search failed', { cause: error })
    throw error
  }
}
