import type { Router } from 'express'
import { syncCalls } from '#contract/site.ts'
import type { SyncState } from '#domain/sync.ts'
import { type CallGate, mountCalls } from './mount-calls.ts'

export interface SyncPart {
  state(): Promise<SyncState>
  run(): Promise<SyncState>
}

/** 'Sync now' answers after this long even when the round goes on, in milliseconds; the state says so then. */
const patience = 8000

/** How the site stands to its remote, and 'Sync now', for administrators. */
export function syncApi(sync: SyncPart, gate: CallGate): Router {
  return mountCalls(syncCalls, gate, {
    'GET /api/sync': () => sync.state(),
    async 'POST /api/sync'() {
      let timer: NodeJS.Timeout | null = null
      const late = new Promise<null>((resolve) => {
        timer = setTimeout(() => resolve(null), patience)
      })
      const state = await Promise.race([sync.run(), late])
      if (timer !== null) clearTimeout(timer)
      return state ?? (await sync.state())
    },
  })
}
