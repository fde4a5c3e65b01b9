import { type RequestHandler, Router } from 'express'
import type { ContentProblem } from '#domain/content.ts'

export interface UncommittedFile {
  path: string
  change: 'new' | 'modified' | 'deleted'
}

/** What only administrators read about the state of the content (rulings, sections 5 and 6). */
export function adminReports(options: {
  requireSession: RequestHandler
  problems: () => Array<ContentProblem>
  warnings: () => Array<ContentProblem>
  uncommitted: () => Promise<Array<UncommittedFile>>
}): Router {
  const router = Router()
  router.use('/content', options.requireSession)
  router.get('/content/problems', (_req, res) => {
    res.set('Cache-Control', 'private, no-store').json([...options.problems(), ...options.warnings()])
  })
  router.get('/content/uncommitted', async (_req, res) => {
    res.set('Cache-Control', 'private, no-store').json(await options.uncommitted())
  })
  return router
}
