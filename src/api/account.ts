import type { z } from 'zod'
import type { invitation, sessionView, userView } from '#domain/account.ts'
import { adminRead, adminWrite } from './admin-request.ts'
import type { SignedInUser } from './auth.ts'

/** One signed-in browser of the user. */
export type SessionView = z.infer<typeof sessionView>
export type UserView = z.infer<typeof userView>
export type Invitation = z.infer<typeof invitation>

export const sessionsKey = ['/api/auth/sessions'] as const
export const usersKey = ['/api/users'] as const

/** `PATCH /api/auth/profile`: the author of this user's commits. */
export const saveProfile = (payload: { name: string; email: string }) =>
  adminWrite<{ user: SignedInUser }>('PATCH', '/api/auth/profile', { payload })

/** `POST /api/auth/password`: ends every other session of the user. */
export const changePassword = (payload: { currentPassword: string; newPassword: string }) =>
  adminWrite<{ ok: true }>('POST', '/api/auth/password', { payload })

export const readSessions = () => adminRead<Array<SessionView>>('/api/auth/sessions')

export const endSession = (id: string) =>
  adminWrite<{ deleted: true; id: string }>('DELETE', `/api/auth/sessions/${encodeURIComponent(id)}`)

export const readUsers = () => adminRead<Array<UserView>>('/api/users')

/** `DELETE /api/users/{id}`. Throws `RequestError` 409 for the last one. */
export const deleteUser = (id: number) => adminWrite<{ deleted: true; id: number }>('DELETE', `/api/users/${id}`)

/** `POST /api/auth/invitations`: lets one more administrator register, for a week. */
export const invite = () => adminWrite<Invitation>('POST', '/api/auth/invitations')
