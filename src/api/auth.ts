import type { AuthStatus, LoginRequest } from '#domain/account.ts'
import { authRetryDelay, call } from './call.ts'
import { RequestError, refusalOf } from './refusal.ts'

/** The mutation of a login: tried once more when the network fails (specification, section 7). An answer is an answer. */
export const loginMutation = {
  mutationFn: (body: LoginRequest) => call('POST /api/auth/login', { body }),
  retry: (failures: number, error: Error) => !(error instanceof RequestError) && failures < 1,
  retryDelay: (failures: number) => authRetryDelay * (failures + 1),
}

/** `GET /api/auth/status`, tried again after 150 and 300 ms when the network fails; null for a 401 (specification, section 7). */
export async function readAuthStatus(): Promise<AuthStatus | null> {
  try {
    return await call('GET /api/auth/status', { retries: 2, retryDelay: 150 })
  } catch (error) {
    if (refusalOf(error)?.status === 401) return null
    throw error
  }
}
