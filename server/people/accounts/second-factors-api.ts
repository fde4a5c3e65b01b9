import type { Router } from 'express'
import { secondFactorCalls } from '#contract/second-factors.ts'
import { HttpError } from '../../http/http-error.ts'
import { type CallGate, mountCalls } from '../../http/mount-calls.ts'
import type { Accounts } from './accounts.ts'
import type { LoginLimit } from './login-limit.ts'
import type { Totps } from './totps.ts'

/** Calls for the second step of one's own sign-in. A change asks for the password, because somebody else may sit at the screen. */
export function secondFactorsApi(accounts: Accounts, totps: Totps, limit: LoginLimit, gate: CallGate): Router {
  async function requirePassword(username: string, password: string, address: string | undefined): Promise<void> {
    const check = (network: string) => accounts.users.authenticate(username, password, network)
    if (!(await limit(username, address, check))) throw invalid('currentPassword', 'The current password is wrong.')
  }

  return mountCalls(secondFactorCalls, gate, {
    'GET /api/auth/second-factors': async ({ person: { user } }) => ({ totp: await totps.stateOf(user.id) }),
    async 'POST /api/auth/totp'({ body: { currentPassword }, person: { user }, req }) {
      await requirePassword(user.username, currentPassword, req.ip)
      return totps.begin(user)
    },
    async 'POST /api/auth/totp/confirm'({ body: { setup, code }, person: { user } }) {
      const outcome = await totps.confirm(user, setup, code)
      if (outcome === 'expired') throw new HttpError(422, 'The setup took too long. Please begin again.')
      if (outcome === 'wrong') throw invalid('code', 'This code is wrong. Is the clock of the device right?')
      return { recoveryCodes: outcome }
    },
    async 'POST /api/auth/totp/off'({ body: { currentPassword }, person: { user }, req }) {
      await requirePassword(user.username, currentPassword, req.ip)
      await totps.remove(user.id)
      return { ok: true }
    },
    async 'POST /api/auth/recovery-codes'({ body: { currentPassword }, person: { user }, req }) {
      await requirePassword(user.username, currentPassword, req.ip)
      const recoveryCodes = await totps.renewRecoveryCodes(user.id)
      if (!recoveryCodes) throw new HttpError(409, 'There is no authenticator app.')
      return { recoveryCodes }
    },
  })
}

function invalid(path: string, message: string): HttpError {
  return new HttpError(422, message, { issues: [{ path, message }] })
}
