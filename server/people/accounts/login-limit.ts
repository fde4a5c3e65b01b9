import { HttpError } from '../../http/http-error.ts'
import { networkOf } from '../../http/network-of.ts'
import { createTokenBucket } from '../../platform/token-bucket.ts'

interface LoginThrottle {
  /** Counts a try and answers 0, or answers the seconds until one is taken again. */
  begin(account: string, network: string): number
  takeBack(account: string, network: string): void
  succeed(account: string, network: string): void
}

/**
 * How often somebody may try a password: per account and network as `throttle` says, and per network over all accounts, so that neither guesses nor
 * the work of checking them can come in masses. A try that succeeds costs nothing. Addresses are those that Express found out.
 */
export function createLoginLimit(throttle: LoginThrottle) {
  const networks = createTokenBucket({ burst: 30, perSecond: 0.1 })

  function refuse(seconds: number): never {
    const minutes = Math.ceil(seconds / 60)
    const time = seconds < 60 ? `${seconds} seconds` : minutes === 1 ? '1 minute' : `${minutes} minutes`
    throw new HttpError(429, `Too many failed attempts. Please try again in ${time}.`, {
      headers: { 'Retry-After': String(seconds) },
    })
  }

  /**
   * Counts a try, then checks its password with `check`, and answers what that answers: null when it is wrong. Throws HttpError 429 when there were too many
   * tries. One that could not be checked does not count.
   */
  return async function limited<Person>(
    account: string,
    address: string | undefined,
    check: (network: string) => Promise<Person | null>,
  ): Promise<Person | null> {
    const network = networkOf(address ?? '')
    const closed = throttle.begin(account, network)
    if (closed > 0) refuse(closed)
    const wait = networks.take(network)
    if (wait > 0) {
      throttle.takeBack(account, network)
      refuse(wait)
    }
    const person = await check(network).catch((error: unknown) => {
      throttle.takeBack(account, network)
      networks.giveBack(network)
      throw error
    })
    if (person === null) return null
    throttle.succeed(account, network)
    networks.giveBack(network)
    return person
  }
}

export type LoginLimit = ReturnType<typeof createLoginLimit>
