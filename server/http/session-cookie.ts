import type { Request, Response } from 'express'
import { sealData, unsealData } from 'iron-session'
import { z } from 'zod'

const ticketShape = z.object({ id: z.string(), secret: z.string() })
/** What a signed-in browser carries, sealed: which session, and the proof that it is its own. */
export type Ticket = z.infer<typeof ticketShape>

/** A cookie of ours is shorter; unsealing a longer one would only cost time. */
const longestCookie = 1500
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
    /** The ticket of a request, or null when it carries none that was sealed here. */
    async read(req: Request): Promise<Ticket | null> {
      const sealed = cookieOf(req.headers.cookie, name)
      if (!sealed || sealed.length > longestCookie) return null
      for (const password of secrets) {
        const ticket = ticketShape.safeParse(await unsealData(sealed, { password, ttl: lifeSeconds }))
        if (ticket.success) return ticket.data
      }
      return null
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

function cookieOf(header: string | undefined, name: string): string | null {
  for (const part of header?.split(';') ?? []) {
    const [key, ...value] = part.split('=')
    if (key?.trim() === name) return decode(value.join('=').trim())
  }
  return null
}

function decode(value: string): string | null {
  try {
    return decodeURIComponent(value)
  } catch {
    return null
  }
}
