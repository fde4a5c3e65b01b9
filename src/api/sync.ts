import { type SyncState, syncState } from '#domain/sync.ts'
import { read, request } from './request.ts'

/** `GET /api/sync`: how the site stands to its remote. */
export const readSync = async (): Promise<SyncState> => syncState.parse(await read('/api/sync'))

/** `POST /api/sync`, 'Sync now': answers the state after it. */
export async function syncNow(): Promise<SyncState> {
  const response = await request('/api/sync', { method: 'POST' })
  return syncState.parse(await response.json())
}
