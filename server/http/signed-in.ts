import type { Response } from 'express'

/** The person behind a request. */
export interface SignedIn {
  sessionId: string
  user: { id: number; username: string; name: string; email: string }
}

/** The person of a request that has passed the session check, which puts it into `res.locals`. */
export function personOf(res: Response): SignedIn {
  return res.locals.signedIn as SignedIn
}
