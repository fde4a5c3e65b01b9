import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { Router } from 'express'
import { passkeyCalls } from '#contract/passkeys.ts'
import { HttpError } from '../../http/http-error.ts'
import { type CallGate, mountCalls } from '../../http/mount-calls.ts'
import { takeToken } from '../../http/take-token.ts'
import type { Log } from '../../platform/log.ts'
import type { RateLimits } from '../../platform/token-bucket.ts'
import { mostPasskeys, type Passkeys } from './passkeys.ts'
import type { SecondFactorRule } from './second-factor-rule.ts'

/** Calls for one's own passkeys. */
export function passkeysApi(passkeys: Passkeys, rule: SecondFactorRule, gate: CallGate): Router {
  return mountCalls(passkeyCalls, gate, {
    'GET /api/auth/passkeys': async ({ person: { user } }) => ({
      isPossible: passkeys.isPossible,
      passkeys: (await passkeys.list(user.id)).map(({ id, name, createdAt, lastUsedAt }) => ({
        id,
        name,
        createdAt,
        lastUsedAt,
      })),
    }),
    async 'POST /api/auth/passkeys/new'({ person: { user } }) {
      if (!passkeys.isPossible)
        throw new HttpError(409, 'Passkeys need a site whose address is a name (SITE_URL).')
      if ((await passkeys.list(user.id)).length >= mostPasskeys)
        throw new HttpError(409, `You have ${mostPasskeys} passkeys already; remove one first.`)
      return { ...(await passkeys.newOptions(user)) }
    },
    async 'POST /api/auth/passkeys'({ body: { response, name }, person: { user } }) {
      if (!(await passkeys.add(user.id, response as unknown as RegistrationResponseJSON, name)))
        throw new HttpError(422, 'This passkey could not be checked. Please try again.')
      return { ok: true }
    },
    async 'DELETE /api/auth/passkeys/{id}'({ params: { id }, person: { user } }) {
      await rule.refuseLast(user.id, 'passkeys')
      if (!(await passkeys.remove(user.id, id)))
        throw new HttpError(404, 'There is no such passkey.')
      return { deleted: true, id }
    },
  })
}

/**
 * Checks answers of visitors who sign in with a passkey. Signatures are cheap to check, but not
 * free: each network has a limit.
 */
export function passkeySignIn(passkeys: Passkeys, limits: RateLimits) {
  const networks = limits('passkeys', { burst: 30, perSecond: 0.5 })
  return {
    options: async () => ({ ...(await passkeys.signInOptions()) }),
    async check(response: Record<string, unknown>, address: string | undefined) {
      await takeToken(networks, address)
      return passkeys.signIn(response as unknown as AuthenticationResponseJSON)
    },
  }
}

export type PasskeySignIn = ReturnType<typeof passkeySignIn>

/** Logs at debug level why an answer of a passkey was refused. */
export function reportRefusals(log: Log): (reason: unknown) => void {
  return (reason) =>
    log.debug(
      { reason: reason instanceof Error ? reason.message : 'unknown' },
      'a passkey was refused',
    )
}
