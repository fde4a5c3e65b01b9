import { HttpError } from '../../http/http-error.ts'
import { networkOf } from '../../http/network-of.ts'
import type { RateLimits } from '../../platform/token-bucket.ts'
import type { LoginThrottle } from './login-throttle.ts'

/**
 * Limits password attempts: per account and network by `throttle`, and per network over all
 * accounts, because checking passwords is expensive. Successful attempts do not count. The network
 * comes from the client address that Express determines.
 */
export function createLoginLimit(throttle: LoginThrottle, limits: RateLimits) {
  const networks = limits('sign-in', { burst: 30, perSecond: 0.1 })

  /**
   * Counts an attempt, then calls `check` and returns its result (null: wrong password). Throws
   * HttpError 429 after too many attempts. When `check` rejects, the attempt does not count.
   */
  return async function limited<Person>(
    account: string,
    address: string | undefined,
    check: (network: string) => Promise<Person | null>,
  ): Promise<Person | null> {
    const network = networkOf(address)
    const closed = await throttle.begin(account, network)
    if (closed > 0) refuse(closed)
    const wait = await networks.take(network)
    if (wait > 0) {
      await throttle.withdraw(account, network)
      refuse(wait)
    }
    const person = await check(network).catch(async (error: unknown) => {
      await networks.refund(network)
      await throttle.withdraw(account, network)
      throw error
    })
    if (person === null) return null
    await throttle.succeed(account, network)
    await networks.refund(network)
    return person
  }
}

function refuse(seconds: number): never {
  const minutes = Math.ceil(seconds / 60)
  const time =
    seconds < 60 ? `${seconds} seconds` : minutes === 1 ? '1 minute' : `${minutes} minutes`
  throw new HttpError(429, `Too many failed attempts. Please try again in ${time}.`, {
    retryAfter: seconds,
  })
}

export type LoginLimit = ReturnType<typeof createLoginLimit>
