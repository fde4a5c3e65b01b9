import type { Request, Response } from 'express'
import { sealData, unsealData } from 'iron-session'
import { z } from 'zod'

const ticketShape = z.object({ id: z.string(), secret: z.string() })
/** What a signed-in browser carries, sealed: which session, and the proof that it is its own. */
export type Ticket = z.infer<typeof ticketShape>

/** A cookie of ours is shorter; unsealing a longer one would only cost time. */
const longestCookie = 1500
/** So many cookies of one name are looked at: another site of the same domain may have set one that stands before ours. */
const mostCookies = 4
const lifeSeconds = 7 * 24 * 60 * 60

/**
 * The sign-in cookie. `secrets` are 32 characters or more each; the first seals, all are tried when unsealing, so that a secret can be
 * changed without signing everybody out. Whether the session still lives is asked elsewhere.
 */
export function createSessionCookie(options: { secrets: ReadonlyArray<string>; https: boolean }) {
  const { secrets, https } = options
  const [sealing = ''] = secrets
  const name = https ? '__Host-session' : 'session-notes'
  const attributes = { httpOnly: true, secure: https, sameSite: 'lax', path: '/' } as const

  return {
    /** The ticket of a request: null without the cookie, `damaged` when none of its values was sealed here or all have expired. */
    async read(req: Request): Promise<Ticket | null | 'damaged'> {
      const values = cookiesOf(req.headers.cookie, name)
      for (const sealed of values.slice(0, mostCookies))
        for (const password of secrets) {
          const ticket = await ticketIn(sealed, password)
          if (ticket) return ticket
        }
      return values.length === 0 ? null : 'damaged'
    },
    async write(res: Response, ticket: Ticket): Promise<void> {
      const sealed = await sealData(ticket, { password: sealing, ttl: lifeSeconds })
      res.cookie(name, sealed, { ...attributes, maxAge: lifeSeconds * 1000 })
    },
    clear(res: Response): void {
      res.clearCookie(name, attributes)
    },
  }
}

export type SessionCookie = ReturnType<typeof createSessionCookie>

/** The ticket that a value holds under a password, else null. */
async function ticketIn(value: string, password: string): Promise<Ticket | null> {
  if (value.length > longestCookie) return null
  try {
    return ticketShape.parse(await unsealData(decodeURIComponent(value), { password, ttl: lifeSeconds }))
  } catch {
    // A client can write anything into a cookie. What can't be decoded, unsealed or read is no ticket, whatever is wrong with it.
    return null
  }
}

/** Every value of a cookie, as it was sent. */
function cookiesOf(header: string | undefined, name: string): Array<string> {
  return (header?.split(';') ?? []).flatMap((part) => {
    const mark = part.indexOf('=')
    return mark >= 0 && part.slice(0, mark).trim() === name ? [part.slice(mark + 1).trim()] : []
  })
}
