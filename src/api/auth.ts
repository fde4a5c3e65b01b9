import { request } from './request.ts'

export interface AuthStatus {
  isLoggedIn: boolean
  user: { id: number; username: string } | null
}

/** `GET /api/auth/status`, tried again after 150 and 300 ms when the network fails; null for a 401 (specification, section 7). */
export async function readAuthStatus(): Promise<AuthStatus | null> {
  const response = await request('/api/auth/status', { retries: 2, retryDelay: 150 })
  if (response.status === 401) return null
  return (await response.json()) as AuthStatus
}
