import { randomBytes } from 'node:crypto'
import type { RequestHandler } from 'express'
import { HttpError } from '../../http/http-error.ts'
import { bearerOf, type SignedIn } from '../../http/signed-in.ts'
import { takeToken } from '../../http/take-token.ts'
import { hashSecret } from '../../platform/secrets.ts'
import type { RateLimits } from '../../platform/token-bucket.ts'
import type { AccountStore } from './account-store.ts'
import type { TokenRecord } from './accounts-data.ts'

/** Begins every token, so that scanners for secrets recognise one that was published by mistake. */
const prefix = 'snotes_'
const dayMs = 24 * 60 * 60 * 1000
/** Minimum interval between writes of the time of the last use. */
const usedEveryMs = 5 * 60 * 1000

/**
 * Tokens with which programs call in the name of a user. A token is 256 random bits, and the hash
 * of it is the key of its record: the look-up compares nothing that a guess could be measured by.
 * `failed` gets errors of writes that no request waits for.
 */
export function createTokens(parts: {
  store: AccountStore
  limits: RateLimits
  now: () => Date
  failed: (error: unknown) => void
}) {
  const { store, limits, now, failed } = parts
  const calls = limits('calls with a token', { burst: 300, perSecond: 5 })
  const wrong = limits('wrong tokens', { burst: 30, perSecond: 0.1 })

  /** The person of a token; null when it is wrong, has expired or was ended. */
  async function check(token: string): Promise<{ id: string; person: SignedIn } | null> {
    const found = await store.findToken(hashSecret(token))
    if (!found) return null
    const { token: record, user, needsSecondFactor } = found
    const time = now().getTime()
    if (Date.parse(record.expiresAt) <= time) return null
    if (record.lastUsedAt === null || time - Date.parse(record.lastUsedAt) > usedEveryMs)
      await store.noteTokenUse(record.id, now()).catch(failed)
    const { id, scope, createdAt: confirmedAt } = record
    return { id, person: { sessionId: '', confirmedAt, needsSecondFactor, user, scope } }
  }

  return {
    /** Makes a token for a number of days. Null when the user has too many. */
    async make(
      userId: number,
      { days, ...named }: Pick<TokenRecord, 'name' | 'scope'> & { days: number },
    ) {
      const at = now()
      const token = prefix + randomBytes(32).toString('base64url')
      const record: TokenRecord = {
        ...named,
        id: hashSecret(token),
        userId,
        createdAt: at.toISOString(),
        expiresAt: new Date(at.getTime() + days * dayMs).toISOString(),
        lastUsedAt: null,
      }
      return (await store.addToken(record)) ? { record, token } : null
    },
    list: store.listTokens,
    end: store.endToken,
    /**
     * Middleware for requests with `Authorization: Bearer`: passes the person of the token to
     * `admit`, and answers 401 or, after too many calls or wrong tokens, 429.
     */
    accept(admit: (...request: [...Parameters<RequestHandler>, SignedIn]) => void): RequestHandler {
      return async (req, res, next) => {
        const token = bearerOf(req.headers.authorization)
        if (token === null) return next()
        const found = await check(token)
        if (!found) {
          await takeToken(wrong, req.ip)
          throw new HttpError(401, 'This token is not valid: it is wrong, expired or ended.', {
            headers: { 'WWW-Authenticate': 'Bearer error="invalid_token"' },
          })
        }
        const wait = await calls.take(found.id)
        if (wait > 0)
          throw new HttpError(429, 'Too many calls with this token.', { retryAfter: wait })
        admit(req, res, next, found.person)
      }
    },
  }
}

export type Tokens = ReturnType<typeof createTokens>
