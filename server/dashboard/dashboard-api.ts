import { type RequestHandler, Router } from 'express'
import type { Dashboard } from '#domain/dashboard.ts'
import { personOf } from '../http/signed-in.ts'

/** What the dashboard shows of the site to everybody; the user's own part comes from the accounts. */
export type SiteActivity = () => Promise<Omit<Dashboard, 'previousLoginAt'>>

/** `GET /api/dashboard`: all that the admin's first screen tells, in one answer. */
export function dashboardApi(options: {
  requireSession: RequestHandler
  previousLogin: (userId: number) => string | null
  activity: SiteActivity
}): Router {
  const { requireSession, previousLogin, activity } = options
  const router = Router()
  router.get('/dashboard', requireSession, async (_req, res) => {
    const answer: Dashboard = { previousLoginAt: previousLogin(personOf(res).user.id), ...(await activity()) }
    res.json(answer)
  })
  return router
}
