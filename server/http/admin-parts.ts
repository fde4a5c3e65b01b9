import { type RequestHandler, type Response, Router } from 'express'
import { jsonBody } from './json-body.ts'
import { personOf, type SignedIn } from './signed-in.ts'

export interface Author {
  name: string
  email: string
}

/** What every writing call of content is made with. */
export interface AdminParts {
  /** Reads the body, and answers what was answered before to the same `Idempotency-Key`. */
  body: RequestHandler
  /** The author of the commit that a call makes. */
  author: (res: Response) => Author
}

/** What a save may weigh at most: a file of 1 MB, escaped in JSON. */
const bodyLimit = '3mb'

/** `siteUrl` gives those an address of mail who have none of their own. */
export function createAdminParts(siteUrl: string, once: RequestHandler): AdminParts {
  const host = new URL(siteUrl).hostname
  const authorOf = ({ user }: SignedIn) => ({
    name: user.name || user.username,
    email: user.email || `${user.username}@${host}`,
  })
  return {
    body: Router().use(jsonBody(bodyLimit), once),
    author: (res) => authorOf(personOf(res)),
  }
}
