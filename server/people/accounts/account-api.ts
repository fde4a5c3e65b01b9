import type { Router } from 'express'
import { accountCalls } from '#contract/accounts.ts'
import { HttpError } from '../../http/http-error.ts'
import { type CallGate, mountCalls } from '../../http/mount-calls.ts'
import type { Accounts } from './accounts.ts'
import { publicUser } from './auth-api.ts'
import type { LoginLimit } from './login-limit.ts'
import { resetUrl } from './resets.ts'

/** Calls of a signed-in administrator: own account and sessions, invitations, other users (rulings, section 6). */
export function accountApi(accounts: Accounts, limit: LoginLimit, gate: CallGate): Router {
  return mountCalls(accountCalls, gate, {
    async 'POST /api/auth/password'({ body: { currentPassword, newPassword }, person: { user, sessionId }, req }) {
      const check = (network: string) => accounts.users.authenticate(user.username, currentPassword, network)
      if (!(await limit(user.username, req.ip, check)))
        throw invalid('currentPassword', 'The current password is wrong.')
      const fault = await accounts.passwordFault(newPassword, user)
      if (fault) throw invalid('newPassword', fault)
      await accounts.users.setPassword(user.id, newPassword, sessionId)
      return { ok: true }
    },
    async 'PATCH /api/auth/profile'({ body, person }) {
      const user = await accounts.users.setProfile(person.user.id, body)
      if (!user) throw new HttpError(404, 'There is no such user.')
      return { user: publicUser(user) }
    },
    'GET /api/auth/sessions': ({ person: { user, sessionId } }) => accounts.sessions.list(user.id, sessionId),
    async 'DELETE /api/auth/sessions/{id}'({ params: { id }, person }) {
      if (!(await accounts.sessions.endOf(person.user.id, id))) throw new HttpError(404, 'There is no such session.')
      return { deleted: true, id }
    },
    async 'POST /api/auth/invitations'({ person }) {
      const { code, expiresAt } = await accounts.invite(person.user.id)
      return { code, url: `${gate.siteUrl}/auth?code=${code}`, expiresAt }
    },
    async 'POST /api/users/{id}/reset'({ params: { id }, person }) {
      // Somebody else may use an open session: a change of one's own password needs the current one.
      if (id === person.user.id) throw new HttpError(409, 'Change your own password on the page of your account.')
      const made = await accounts.resets.make(id, 'administrator')
      if (!made) throw new HttpError(404, 'There is no such user.')
      return { url: resetUrl(gate.siteUrl, made.code), expiresAt: made.expiresAt }
    },
    'GET /api/users': () => accounts.users.list(),
    async 'DELETE /api/users/{id}'({ params: { id } }) {
      const outcome = await accounts.users.remove(id)
      if (outcome === 'missing') throw new HttpError(404, 'There is no such user.')
      if (outcome === 'last') throw new HttpError(409, 'The last administrator stays; invite another one first.')
      return { deleted: true, id }
    },
  })
}

function invalid(path: string, message: string): HttpError {
  return new HttpError(422, message, { issues: [{ path, message }] })
}
