import type { z } from 'zod'
import type { authStatus, credentials, ownUser } from '#domain/account.ts'
import { authRetryDelay, RequestError, request } from './request.ts'

/** What a browser knows of its user. */
export type SignedInUser = z.infer<typeof ownUser>
export type AuthStatus = z.infer<typeof authStatus>
export type Credentials = z.infer<typeof credentials>

/** The mutation of a login: tried once more when the network fails (specification, section 7). An answer is an answer. */
export const loginMutation = {
  mutationFn: (credentials: Credentials) => login(credentials),
  retry: (failures: number, error: Error) => !(error instanceof RequestError) && failures < 1,
  retryDelay: (failures: number) => authRetryDelay * (failures + 1),
}

/** `GET /api/auth/status`, tried again after 150 and 300 ms when the network fails; null for a 401 (specification, section 7). */
export async function readAuthStatus(): Promise<AuthStatus | null> {
  const response = await request('/api/auth/status', { retries: 2, retryDelay: 150 })
  if (response.status === 401) return null
  return await answerOf<AuthStatus>(response)
}

/** `POST /api/auth/login`. Throws `RequestError` with the server's reason: 401 for wrong credentials, 429 after too many. */
async function login(credentials: Credentials): Promise<{ user: SignedInUser }> {
  return answerOf(await request('/api/auth/login', { method: 'POST', payload: credentials }))
}

/** `POST /api/auth/logout`. */
export async function logout(): Promise<void> {
  await answerOf(await request('/api/auth/logout', { method: 'POST' }))
}

/** `POST /api/auth/register` with a setup or invitation code. Throws `RequestError` 403 when the code is not valid. */
export async function register(registration: Credentials & { code: string }): Promise<{ user: SignedInUser }> {
  return answerOf(await request('/api/auth/register', { method: 'POST', payload: registration }))
}

/** The JSON of an answer of an auth path, which is handed over also when it is a 401 or 403. Throws `RequestError` for those. */
export async function answerOf<Answer>(response: Response): Promise<Answer> {
  if (!response.ok) throw new RequestError(response.status, await response.text(), response.statusText)
  return (await response.json()) as Answer
}
