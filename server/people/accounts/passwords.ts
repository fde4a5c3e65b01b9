import { hash, verify } from '@node-rs/argon2'
import { createLimiter } from '../../platform/limiter.ts'

/**
 * Argon2id (the package's default) with the smallest parameters that OWASP recommends: 19 MiB, two
 * passes, one lane.
 */
const settings = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export interface Passwords {
  hash(password: string): Promise<string>
  /**
   * Checks a password against a stored hash; with null it takes the same time and resolves with
   * false. `network` is the client's network, which may use only a part of the queue.
   */
  verify(stored: string | null, password: string, network: string): Promise<boolean>
}

/**
 * Hashes and checks passwords, two at a time, so that many sign-ins can't use up all cores. One
 * check takes about 15 ms. Both functions reject with QueueFull when too many wait.
 */
export function createPasswords(): Passwords {
  const inTurn = createLimiter({
    running: 2,
    waiting: 24,
    waitingPerClient: 6,
    full: 'Many people are signing in just now. Please try again in a few seconds.',
  })
  let dummyHash: Promise<string> | null = null

  return {
    hash: (password) => inTurn(() => hash(password.normalize('NFKC'), settings)),
    verify: (stored, password, network) =>
      inTurn(
        async () => {
          dummyHash ??= hash('nobody has this password', settings)
          const matches = await verify(stored ?? (await dummyHash), password.normalize('NFKC'))
          return stored !== null && matches
        },
        { client: network },
      ),
  }
}
