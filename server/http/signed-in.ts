import type { Response } from 'express'
import type { Role } from '#domain/roles.ts'

/** The signed-in administrator of a request. */
export interface SignedIn {
  sessionId: string
  /** When they last gave password or passkey in this session; an ISO instant. */
  confirmedAt: string
  /** The site demands a second factor, and they have none: they may only set one up. */
  needsSecondFactor: boolean
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
