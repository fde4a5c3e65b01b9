import type { Router } from 'express'
import { accountCalls } from '#contract/accounts.ts'
import { HttpError, invalidField } from '../../http/http-error.ts'
import { type CallGate, mountCalls } from '../../http/mount-calls.ts'
import { networkOf } from '../../http/network-of.ts'
import type { Accounts } from './accounts.ts'
import { publicUser } from './auth-api.ts'
import { type CheckPerson, factorRefusal } from './confirm-person.ts'
import type { LoginLimit } from './login-limit.ts'
import type { PasskeySignIn } from './passkeys-api.ts'
import { resetUrl } from './resets.ts'
import type { SecondFactorRule } from './second-factor-rule.ts'

interface AccountParts {
  accounts: Accounts
  checkPerson: CheckPerson
  passkeys: PasskeySignIn
  limit: LoginLimit
  rule: SecondFactorRule
  gate: CallGate
  /** Whom the environment names as the first administrator. */
  startingAdmin: { username: string; password: string } | null
  /** Removes what others store for a user who is removed. */
  removeTexts: (userId: number) => Promise<void>
}

/**
 * Calls of a signed-in administrator: own account and sessions, invitations, other users (rulings,
 * section 6).
 */
export function accountApi(parts: AccountParts): Router {
  const { accounts, checkPerson, passkeys, limit, rule, gate } = parts
  return mountCalls(accountCalls, gate, {
    async 'POST /api/auth/confirm'({ body, person: { user, sessionId }, req, about }) {
      if ('response' in body) {
        const owner = await passkeys.check(body.response, req.ip)
        if (owner?.id !== user.id) {
          about(user)
          throw new HttpError(422, 'This passkey is not one of yours.')
        }
      } else {
        const { kind } = await checkPerson({ username: user.username, ...body }, req.ip)
        if (kind !== 'right') {
          about(user, { reason: kind })
          if (kind !== 'refused') throw factorRefusal(kind, 422)
          throw invalidField('password', 'The password is wrong.')
        }
      }
      await accounts.sessions.confirm(sessionId)
      return { ok: true }
    },
    async 'GET /api/auth/password'({ person: { user }, req }) {
      return { fault: await startingFault(parts, user, networkOf(req.ip)) }
    },
    async 'POST /api/auth/password'({ body, person: { user, sessionId }, req, about }) {
      const check = (network: string) =>
        accounts.users.authenticate(user.username, body.currentPassword, network)
      if (!(await limit(user.username, req.ip, check))) {
        about(user)
        throw invalidField('currentPassword', 'The current password is wrong.')
      }
      const fault = await accounts.passwordFault(body.newPassword, user)
      if (fault) throw invalidField('newPassword', fault)
      await accounts.users.setPassword(user.id, body.newPassword, sessionId)
      return { ok: true }
    },
    async 'PATCH /api/auth/profile'({ body, person, about }) {
      if (body.email !== person.user.email) about(person.user, { action: 'address-changed' })
      const user = await accounts.users.setProfile(person.user.id, body)
      if (!user) throw new HttpError(404, 'There is no such user.')
      return { user: publicUser(user) }
    },
    'GET /api/auth/sessions': ({ person: { user, sessionId } }) =>
      accounts.sessions.list(user.id, sessionId),
    async 'DELETE /api/auth/sessions/{id}'({ params: { id }, person: { user } }) {
      if (!(await accounts.sessions.endOf(user.id, id)))
        throw new HttpError(404, 'There is no such session.')
      return { deleted: true, id }
    },
    async 'POST /api/auth/invitations'({ person, body }) {
      const { code, expiresAt } = await accounts.invite(person.user.id, body?.role ?? 'owner')
      return { code, url: `${gate.siteUrl}/auth?code=${code}`, expiresAt }
    },
    async 'POST /api/users/{id}/reset'({ params: { id }, person, about }) {
      // Somebody else may use an open session: a change of one's own password needs the current
      // one.
      if (id === person.user.id)
        throw new HttpError(409, 'Change your own password on the page of your account.')
      const made = await accounts.resets.make(id, 'administrator')
      about(await accounts.users.byId(id))
      if (!made) throw new HttpError(404, 'There is no such user.')
      return { url: resetUrl(gate.siteUrl, made.code), expiresAt: made.expiresAt }
    },
    async 'DELETE /api/users/{id}/sessions'({ params: { id }, person, about }) {
      if (id === person.user.id)
        throw new HttpError(409, 'End your own sessions on the page of your account.')
      const user = await accounts.users.byId(id)
      about(user)
      if (!user) throw new HttpError(404, 'There is no such user.')
      return { ended: await accounts.sessions.endAllOf(id) }
    },
    async 'PATCH /api/users/{id}'({ params: { id }, body, about }) {
      about(await accounts.users.byId(id))
      refuseLeaving(await accounts.users.setRole(id, body.role))
      return { id, ...body }
    },
    'GET /api/users': () => usersOf(accounts, rule),
    async 'DELETE /api/users/{id}'({ params: { id }, about }) {
      about(await accounts.users.byId(id))
      refuseLeaving(await accounts.users.remove(id))
      await parts.removeTexts(id)
      return { deleted: true, id }
    },
  })
}

/** What is wrong with a password that the environment has given; null for others. */
async function startingFault(
  { accounts, startingAdmin }: Pick<AccountParts, 'accounts' | 'startingAdmin'>,
  user: { username: string },
  network: string,
): Promise<string | null> {
  if (startingAdmin?.username.toLowerCase() !== user.username.toLowerCase()) return null
  const { password } = startingAdmin
  const isUsed = await accounts.users.authenticate(user.username, password, network)
  return isUsed ? accounts.passwordFault(password, user) : null
}

/** Throws when there is no such user, or no other owner. */
function refuseLeaving(outcome: 'missing' | 'last' | string) {
  if (outcome === 'missing') throw new HttpError(404, 'There is no such user.')
  if (outcome === 'last')
    throw new HttpError(409, 'The last administrator stays; invite another one first.')
}

async function usersOf({ users }: Accounts, rule: SecondFactorRule) {
  const secured = new Set(await rule.usersWithOne())
  return (await users.list()).map((user) => ({ ...user, hasSecondFactor: secured.has(user.id) }))
}
