import { createHmac } from 'node:crypto'
import { isSameText } from '../../platform/secrets.ts'

type Purpose = 'confirm' | 'unsubscribe'

/** Result of reading a token. */
export type Token = { kind: 'valid'; id: number } | { kind: 'expired' } | { kind: 'forged' }

/**
 * Creates the token of a personal link: the person's id, optionally an expiry time (seconds since
 * 1970), and an HMAC over both and the purpose.
 */
export function signToken(
  secret: string,
  purpose: Purpose,
  id: number,
  expiresAt: number | null = null,
): string {
  const claim = expiresAt === null ? `${id}` : `${id}.${expiresAt}`
  return `${claim}.${signature(secret, purpose, claim)}`
}

/** The address that unsubscribes a person without a session. It works for ever. */
export function unsubscribeLink(siteUrl: string, secret: string, id: number): string {
  return `${siteUrl}/unsubscribe?token=${signToken(secret, 'unsubscribe', id)}`
}

/** Verifies a token for this purpose at the time `now` (milliseconds). */
export function readToken(secret: string, purpose: Purpose, token: string, now: number): Token {
  const [, claim = '', id = '', end, given = ''] =
    /^(([1-9]\d{0,14})(?:\.([1-9]\d{0,14}))?)\.([\w-]{43})$/.exec(token) ?? []
  if (!isSameText(given, signature(secret, purpose, claim))) return { kind: 'forged' }
  if (end !== undefined && Number(end) * 1000 <= now) return { kind: 'expired' }
  return { kind: 'valid', id: Number(id) }
}

function signature(secret: string, purpose: Purpose, claim: string) {
  return createHmac('sha256', secret).update(`${purpose}:${claim}`).digest('base64url')
}
