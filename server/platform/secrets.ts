import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** A new secret for a cookie or a link: 128 random bits as 22 characters of base64url. */
export function newSecret(): string {
  return randomBytes(16).toString('base64url')
}

/** The stored form of a secret. Secrets are random, so a plain hash is enough. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}

/** Compares a secret with a stored hash in constant time. */
export function isSecret(secret: string, storedHash: string): boolean {
  return isSameText(hashSecret(secret), storedHash)
}

/** Compares two texts in a time that depends only on their lengths. */
export function isSameText(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)]
  return left.length === right.length && timingSafeEqual(left, right)
}

/**
 * Signs claims for one purpose: the first of `secrets` signs, all of them verify. The keys derived
 * from them are used for nothing else.
 */
export function createSigner(secrets: ReadonlyArray<string>, purpose: string) {
  const keys = secrets.map((secret) => createHmac('sha256', secret).update(purpose).digest())
  return {
    /** The signature of a claim, as 43 characters of base64url. */
    sign(claim: string | Uint8Array): string {
      const [key] = keys
      if (!key) throw new Error(`There is no secret to sign ${purpose} with.`)
      return signature(key, claim)
    },
    isSigned: (claim: string | Uint8Array, given: string) =>
      keys.some((key) => isSameText(given, signature(key, claim))),
  }
}

function signature(key: Buffer, claim: string | Uint8Array): string {
  return createHmac('sha256', key).update(claim).digest('base64url')
}
