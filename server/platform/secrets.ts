import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** A secret for a cookie or a link: 128 random bits, 22 characters. */
export function newSecret(): string {
  return randomBytes(16).toString('base64url')
}

/** What is stored of a secret. Secrets are random, so a plain hash is enough. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}

/** Whether a secret is the one of a stored hash, without telling how much of it is right. */
export function isSecret(secret: string, storedHash: string): boolean {
  const given = Buffer.from(hashSecret(secret))
  const stored = Buffer.from(storedHash)
  return given.length === stored.length && timingSafeEqual(given, stored)
}
