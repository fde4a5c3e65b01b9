import type { AuthStatus } from '#domain/account.ts'
import { authRetryDelay, openCall } from './call.ts'
import { RequestError, refusalOf } from './refusal.ts'
import { learnServerTime } from './server-clock.ts'

/**
 * A mutation that is tried once more when the network fails, as a login is (specification, section
 * 7). An answer is an answer.
 */
export const retriedOnce = {
  retry: (failures: number, error: Error) => !(error instanceof RequestError) && failures < 1,
  retryDelay: (failures: number) => authRetryDelay * (failures + 1),
}

/**
 * `GET /api/auth/status`, tried again after 150 and 300 ms when the network fails; null for a 401
 * (specification, section 7).
 */
export async function readAuthStatus(): Promise<AuthStatus | null> {
  try {
    const answer = await openCall('GET /api/auth/status', { retries: 2, retryDelay: 150 })
    learnServerTime(answer)
    return (await answer.json()) as AuthStatus
  } catch (error) {
    if (refusalOf(error)?.status === 401) return null
    throw error
  }
}
