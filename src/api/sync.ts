import type { SyncState } from '#domain/sync.ts'
import { adminRead, adminWrite } from './admin-request.ts'

export const syncKey = ['/api/sync'] as const

/** `GET /api/sync`: how the site stands to its remote. */
export const readSync = () => adminRead<SyncState>('/api/sync')

/** `POST /api/sync`, 'Sync now': answers the state after it, or that it still goes on. */
export const syncNow = () => adminWrite<SyncState>('POST', '/api/sync')
