import { createHmac, timingSafeEqual } from 'node:crypto'

type Purpose = 'confirm' | 'unsubscribe'

/** What a token of a link stands for. */
export type Token = { kind: 'valid'; id: number } | { kind: 'expired' } | { kind: 'forged' }

/**
 * A token for a link of one person: their id, for some an end (seconds since 1970), and a signature over both and the purpose. It tells nothing about them.
 */
export function signToken(secret: string, purpose: Purpose, id: number, expiresAt: number | null = null): string {
  const claim = expiresAt === null ? `${id}` : `${id}.${expiresAt}`
  return `${claim}.${signature(secret, purpose, claim)}`
}

/** Whom a token of this purpose is for, at the time `now` (milliseconds). */
export function readToken(secret: string, purpose: Purpose, token: string, now: number): Token {
  const [, claim = '', id = '', end, given = ''] =
    /^(([1-9]\d{0,14})(?:\.([1-9]\d{0,14}))?)\.([\w-]{43})$/.exec(token) ?? []
  const expected = signature(secret, purpose, claim)
  if (given.length !== expected.length || !timingSafeEqual(Buffer.from(given), Buffer.from(expected)))
    return { kind: 'forged' }
  if (end !== undefined && Number(end) * 1000 <= now) return { kind: 'expired' }
  return { kind: 'valid', id: Number(id) }
}

function signature(secret: string, purpose: Purpose, claim: string): string {
  return createHmac('sha256', secret).update(`${purpose}:${claim}`).digest('base64url')
}
