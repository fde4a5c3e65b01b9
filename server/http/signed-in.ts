import type { RequestHandler, Response } from 'express'
import type { TokenScope } from '#domain/access-token.ts'
import type { Role } from '#domain/roles.ts'
import { HttpError } from './http-error.ts'

/** The signed-in administrator of a request, or the one in whose name a token calls. */
export interface SignedIn {
  /** Empty for a token. */
  sessionId: string
  /** When they last gave password or passkey in this session; an ISO instant. */
  confirmedAt: string
  /** The site demands a second factor, and they have none: they may only set one up. */
  needsSecondFactor: boolean
  /** What the token allows; missing in a session, which allows everything. */
  scope?: TokenScope
  /** `previousLoginAt` is the time of the sign-in before the current one; an ISO instant. */
  user: {
    id: number
    username: string
    name: string
    email: string
    role: Role
    previousLoginAt: string | null
    knowsFirstSteps: boolean
  }
}

/** Reads the administrator that the session check stored in `res.locals`. */
export function personOf(res: Response): SignedIn {
  return res.locals.signedIn as SignedIn
}

/** Names of the session cookie: for https, and for plain http on the own machine. */
export const sessionCookies = { https: '__Host-session', http: 'session-notes' } as const

const sessionCookie = new RegExp(`(?:^|;)\\s*(?:${Object.values(sessionCookies).join('|')})=`)

/** Whether a `Cookie` header contains a session cookie, valid or not. */
export function carriesSession(cookie: string | undefined): boolean {
  return cookie !== undefined && sessionCookie.test(cookie)
}

/** The token of an `Authorization` header; null without one. */
export function bearerOf(authorization: string | undefined): string | null {
  return /^Bearer\b *(\S*)/i.exec(authorization ?? '')?.[1] ?? null
}

/**
 * Middleware of a call that answers 403 to a token without the scope that the call needs. Null: the
 * call needs a session.
 */
export function requireScope(needed: TokenScope | null): RequestHandler {
  return (_req, res, next) => {
    const { scope } = (res.locals.signedIn ?? {}) as Partial<SignedIn>
    if (scope === undefined || (needed !== null && (scope === 'write' || scope === needed)))
      return next()
    throw new HttpError(
      403,
      needed === null
        ? 'A token can not make this call: it needs a session.'
        : 'This token may only read: the call needs one that may write.',
    )
  }
}
