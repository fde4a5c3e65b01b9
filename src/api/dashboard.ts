import type { Dashboard } from '#domain/dashboard.ts'
import { adminRead } from './admin-request.ts'

export const dashboardKey = ['/api/dashboard'] as const

/** `GET /api/dashboard`: recent activity, content problems, uncommitted files, subscribers. */
export const readDashboard = () => adminRead<Dashboard>('/api/dashboard')
