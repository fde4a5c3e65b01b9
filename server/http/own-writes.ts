import type { IncomingMessage } from 'node:http'
import type { Response } from 'express'
import { isObjectId } from '../platform/object-id.ts'
import { createSigner } from '../platform/secrets.ts'
import { within } from '../platform/within.ts'

/** The life of the cookie, in seconds. After that time, every replica has the write. */
const lifeSeconds = 60
/** How long a request waits for the commit of a write, in milliseconds. */
const patienceMs = 3_000

const cookieName = 'session-notes-saved'
const cookiePattern = new RegExp(`(?:^|;)\\s*${cookieName}=([^;\\s]*)`)

/** Whether a `Cookie` header names a write, valid or not. */
export function carriesOwnWrite(cookie: string | undefined): boolean {
  return cookie?.includes(cookieName) === true && cookiePattern.test(cookie)
}

/** The branch of this replica. */
interface Branch {
  head(): string | null
  has(commit: string): Promise<boolean>
  fetch(): Promise<void>
}

/** Lets every replica show people their own writes at once. */
export interface OwnWrites {
  /** Sets a cookie with the newest commit, or the given one, on the answer to a write. */
  mark(res: Response, commit?: string | null): void
  /**
   * Resolves when this replica shows the commit in the cookie of the request, or after three
   * seconds.
   */
  seen(req: IncomingMessage): Promise<void>
}

/**
 * `branch` is null for a single server. The cookie is signed, so that only writers can cause
 * fetches from the remote. `follow` shows the branch's commit.
 */
export function createOwnWrites(options: {
  branch: Branch | null
  follow: () => Promise<void>
  /** The first one signs; all verify. */
  secrets: ReadonlyArray<string>
  siteUrl: string
  now: () => Date
}): OwnWrites {
  const { branch, follow, secrets, siteUrl, now } = options
  const { sign, isSigned } = createSigner(secrets, 'own writes')

  /** The commit of a request's cookie; null without a valid one. */
  function commitOf(req: IncomingMessage): string | null {
    const [commit = '', until = '', signed = ''] = (
      cookiePattern.exec(req.headers.cookie ?? '')?.[1] ?? ''
    ).split('.')
    if (!isObjectId(commit) || !(Number(until) > now().getTime() / 1000)) return null
    return isSigned(`${commit}.${until}`, signed) ? commit : null
  }

  return {
    mark(res, commit) {
      const named = commit ?? branch?.head()
      if (!branch || !named) return
      const text = `${named}.${Math.ceil(now().getTime() / 1000) + lifeSeconds}`
      res.cookie(cookieName, `${text}.${sign(text)}`, {
        httpOnly: true,
        sameSite: 'lax',
        path: '/',
        maxAge: lifeSeconds * 1000,
        secure: siteUrl.startsWith('https:'),
      })
    },
    async seen(req) {
      const commit = commitOf(req)
      if (!branch || !commit) return
      if (await branch.has(commit)) return follow()
      // The sync reports an unreachable remote; the request then gets the current content.
      const fetched = branch.fetch().then(follow, () => undefined)
      await within(patienceMs, fetched)
    },
  }
}
