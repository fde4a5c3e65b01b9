import { type Request, type RequestHandler, type Response, Router } from 'express'
import type { Idempotency } from './idempotency.ts'
import { jsonBody } from './json-body.ts'
import { onceMiddleware } from './once-middleware.ts'
import { personOf, type SignedIn } from './signed-in.ts'

export interface Author {
  name: string
  email: string
}

/** How routes tell administrators from visitors. */
export interface SessionGuard {
  /** Passes requests of signed-in administrators, answers all others with 401. */
  requireSession: RequestHandler
  /** The administrator behind a request, or null for a visitor. */
  who: (req: Request) => Promise<SignedIn | null>
  /** Whether a session that asked has not ended meanwhile. */
  lives: (person: SignedIn) => boolean
}

/** What every writing call of content is made with. */
export interface AdminParts {
  /** Reads the body, and answers what was answered before to the same `Idempotency-Key`. */
  body: RequestHandler
  /** The author of the commit that a call makes. */
  author: (res: Response) => Author
}

/** What a feature makes the calls of administrators with. */
export interface AdminAccess extends AdminParts, SessionGuard {
  /** Makes a write with an `Idempotency-Key` happen once. */
  idempotency: Idempotency
  /** The same for routes that are not mounted from the contract. */
  once: RequestHandler
  /** Origin of the site. */
  siteUrl: string
}

/** What a save may weigh at most: a file of 1 MB, escaped in JSON. */
const bodyLimit = '3mb'

/** `siteUrl` gives those an address of mail who have none of their own. */
export function createAdminAccess(guard: SessionGuard, idempotency: Idempotency, siteUrl: string): AdminAccess {
  const once = onceMiddleware(idempotency)
  const host = new URL(siteUrl).hostname
  const authorOf = ({ user }: SignedIn) => ({
    name: user.name || user.username,
    email: user.email || `${user.username}@${host}`,
  })
  return {
    ...guard,
    idempotency,
    once,
    siteUrl,
    body: Router().use(jsonBody(bodyLimit), once),
    author: (res) => authorOf(personOf(res)),
  }
}
