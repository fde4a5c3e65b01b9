import { Router } from 'express'
import { type SearchResults, searchMinimumLength } from '#domain/search.ts'

/** `GET /api/search?q=` (specification, section 7). A term that is too short has no results. */
export function searchApi(search: (term: string) => Promise<SearchResults>): Router {
  const router = Router()
  router.get('/search', async (req, res) => {
    const term = typeof req.query.q === 'string' ? req.query.q.trim().slice(0, 200) : ''
    res.set('Cache-Control', 'no-cache')
    res.json(term.length < searchMinimumLength ? { articles: [], news: [], newsletters: [] } : await search(term))
  })
  return router
}
