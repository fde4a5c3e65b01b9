import { isCodeOfApp } from '#domain/account.ts'
import { HttpError } from '../../http/http-error.ts'
import type { RateLimits } from '../../platform/token-bucket.ts'
import type { CodeCheck, Totps } from './totps.ts'

/**
 * Limits the codes of an authenticator app for each user over all networks: six digits can be
 * guessed by many machines. Only who knows the password gets here. Nobody is locked out by it:
 * recovery codes are too long to be guessed, and are not limited.
 */
export function limitedCodes(totps: Totps, limits: RateLimits) {
  const codes = limits('sign-in code', { burst: 10, perSecond: 1 / 600 })
  return async (user: { id: number; username: string }, code: string): Promise<CodeCheck> => {
    if (!isCodeOfApp(code)) return totps.check(user, code)
    const wait = await codes.take(String(user.id))
    if (wait > 0)
      throw new HttpError(429, 'Too many wrong codes. Wait ten minutes, or use a recovery code.', {
        retryAfter: wait,
      })
    const outcome = await totps.check(user, code)
    if (outcome !== 'wrong') await codes.refund(String(user.id))
    return outcome
  }
}
