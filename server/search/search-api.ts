import type { Router } from 'express'
import { searchCalls } from '#contract/site.ts'
import { type SearchResults, searchMinimumLength } from '#domain/search.ts'
import { type CallGate, mountCalls } from '../http/mount-calls.ts'

/** `GET /api/search?q=` (specification, section 7). A term that is too short has no results. */
export function searchApi(search: (term: string) => Promise<SearchResults>, gate: CallGate): Router {
  return mountCalls(searchCalls, gate, {
    'GET /api/search'({ query: { q = '' }, res }) {
      res.set('Cache-Control', 'no-cache')
      return q.length < searchMinimumLength ? { articles: [], news: [], newsletters: [] } : search(q)
    },
  })
}
