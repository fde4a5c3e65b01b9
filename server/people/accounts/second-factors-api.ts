import type { Router } from 'express'
import { secondFactorCalls } from '#contract/second-factors.ts'
import { HttpError, invalidField } from '../../http/http-error.ts'
import { type CallGate, mountCalls } from '../../http/mount-calls.ts'
import { type CheckCode, factorRefusal } from './confirm-person.ts'
import type { SecondFactorRule } from './second-factor-rule.ts'
import type { Totps } from './totps.ts'

/** Calls for the second step of one's own sign-in, and for the rule that everybody has one. */
export function secondFactorsApi(
  totps: Totps,
  checkCode: CheckCode,
  rule: SecondFactorRule,
  gate: CallGate,
): Router {
  return mountCalls(secondFactorCalls, gate, {
    'GET /api/auth/second-factors': async ({ person: { user } }) => ({
      totp: await totps.stateOf(user.id),
      isDemanded: await rule.isDemanded(),
    }),
    'POST /api/auth/totp': ({ person: { user } }) => totps.begin(user),
    async 'POST /api/auth/totp/confirm'({ body: { setup, code }, person: { user } }) {
      const outcome = await totps.confirm(user, setup, code)
      if (outcome === 'expired')
        throw new HttpError(422, 'The setup took too long. Please begin again.')
      if (outcome === 'wrong')
        throw invalidField('code', 'This code is wrong. Is the clock of the device right?')
      return { recoveryCodes: outcome }
    },
    async 'POST /api/auth/totp/off'({ body: { code }, person: { user }, about }) {
      await rule.refuseLast(user.id, 'app')
      const outcome = await checkCode(user, code)
      if (outcome === 'none') throw noApp()
      if (outcome !== 'right') {
        about(user)
        throw factorRefusal('code-wrong', 422)
      }
      await totps.remove(user.id)
      return { ok: true }
    },
    async 'POST /api/auth/second-factors/demand'({
      body: { isDemanded },
      person: { user },
      about,
    }) {
      about(null, { action: isDemanded ? 'second-factor-demanded' : 'second-factor-optional' })
      await rule.demand(user.id, isDemanded)
      return { isDemanded }
    },
    async 'POST /api/auth/recovery-codes'({ person: { user } }) {
      const recoveryCodes = await totps.renewRecoveryCodes(user.id)
      if (!recoveryCodes) throw noApp()
      return { recoveryCodes }
    },
  })
}

const noApp = () => new HttpError(409, 'There is no authenticator app.')
