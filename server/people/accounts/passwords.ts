import { hash, verify } from '@node-rs/argon2'
import { createLimiter } from '../../platform/limiter.ts'

/** Argon2id (the package's default) with the smallest parameters that OWASP recommends: 19 MiB, two passes, one lane. */
const settings = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Rules for a new password (NIST SP 800-63B). A sign-in needs only one character (specification). */
export const passwordMinLength = 10
export const passwordMaxLength = 256

/** The rule that a new password breaks, as a sentence, or null. */
export function passwordFault(password: string, username: string): string | null {
  if (password.length < passwordMinLength) return `A password has at least ${passwordMinLength} characters.`
  if (password.length > passwordMaxLength) return `A password has at most ${passwordMaxLength} characters.`
  const plain = password.toLowerCase()
  if (plain.includes(username.toLowerCase())) return 'A password must not contain the user name.'
  if (new Set(plain).size < 4) return 'A password needs more than three different characters.'
  return commonPasswords.has(plain) ? 'This password is among the most common ones.' : null
}

/** The most common passwords that satisfy the other rules. */
const commonPasswords: ReadonlySet<string> = new Set([
  '1234567890',
  'qwertyuiop',
  'password12',
  'password123',
  'password1234',
  'passwort123',
  'iloveyou123',
  'letmein1234',
  'welcome123',
  'administrator',
  'changeme123',
  'abcdefghij',
  'qwerty12345',
  '1q2w3e4r5t',
  'ableton1234',
])

export interface Passwords {
  hash(password: string): Promise<string>
  /**
   * Checks a password against a stored hash; with null it takes the same time and resolves with false. `network` is the client's network, which may use only
   * a part of the queue.
   */
  verify(stored: string | null, password: string, network: string): Promise<boolean>
}

/**
 * Hashes and checks passwords, two at a time, so that many sign-ins can't use up all cores. One check takes about 15 ms. Both functions reject with
 * QueueFull when too many wait.
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
