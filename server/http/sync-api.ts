import { type RequestHandler, Router } from 'express'
import type { SyncState } from '#domain/sync.ts'

export interface SyncPart {
  state(): Promise<SyncState>
  run(): Promise<SyncState>
}

/** 'Sync now' answers after this long even when the round goes on, in milliseconds; the state says so then. */
const patience = 8000

/** How the site stands to its remote, and 'Sync now', for administrators. */
export function syncApi(options: { sync: SyncPart; requireSession: RequestHandler; once: RequestHandler }): Router {
  const { sync, requireSession, once } = options
  const router = Router()
  router.use('/sync', requireSession)
  router.get('/sync', async (_req, res) => {
    res.json(await sync.state())
  })
  router.post('/sync', once, async (_req, res) => {
    let timer: NodeJS.Timeout | null = null
    const late = new Promise<null>((resolve) => {
      timer = setTimeout(() => resolve(null), patience)
    })
    const state = await Promise.race([sync.run(), late])
    if (timer !== null) clearTimeout(timer)
    res.json(state ?? (await sync.state()))
  })
  return router
}
