import type { Request, RequestHandler, Response } from 'express'
import { sealData, unsealData } from 'iron-session'
import { z } from 'zod'
import { setPrivate } from '../../http/caching.ts'
import { HttpError } from '../../http/http-error.ts'
import { bearerOf, personOf, type SignedIn, sessionCookies } from '../../http/signed-in.ts'

const ticketShape = z.object({ id: z.string(), secret: z.string() })
/** Content of the session cookie: id and secret of the session. */
export type Ticket = z.infer<typeof ticketShape>

/** Longer cookies are not decrypted: valid ones are shorter. */
const longestCookie = 1500
/**
 * The most cookies with the name of the session cookie that are tried: a site on a sibling domain
 * may have set another one before it.
 */
const mostCookies = 4
const lifeSeconds = 7 * 24 * 60 * 60
/** How long a password or passkey counts for calls that change who can sign in. */
const confirmationMs = 5 * 60 * 1000

/**
 * Reads and writes the session cookie, encrypted and signed. `secrets` have at least 32 characters
 * each: the first encrypts, all are tried for decryption, so that a secret can be replaced without
 * signing everybody out. Does not check whether the session has ended.
 */
export function createSessionCookie(options: { secrets: ReadonlyArray<string>; https: boolean }) {
  const { secrets, https } = options
  const [sealing = ''] = secrets
  const name = sessionCookies[https ? 'https' : 'http']
  const attributes = { httpOnly: true, secure: https, sameSite: 'lax', path: '/' } as const

  return {
    /**
     * The ticket of a request: null without the cookie, `damaged` when no cookie of that name is
     * valid.
     */
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

/** Decrypts a cookie with a secret; null when it is not valid. */
async function ticketIn(value: string, password: string): Promise<Ticket | null> {
  if (value.length > longestCookie) return null
  try {
    return ticketShape.parse(
      await unsealData(decodeURIComponent(value), { password, ttl: lifeSeconds }),
    )
  } catch {
    // A client may send any bytes, so every error means that the cookie is invalid.
    return null
  }
}

/** All values of a cookie name, undecoded. */
function cookiesOf(header: string | undefined, name: string): Array<string> {
  return (header?.split(';') ?? []).flatMap((part) => {
    const mark = part.indexOf('=')
    return mark >= 0 && part.slice(0, mark).trim() === name ? [part.slice(mark + 1).trim()] : []
  })
}

interface SessionCheck {
  check(ticket: Ticket): Promise<Omit<SignedIn, 'sessionId'> | null>
}

/** Finds the signed-in user of a request, once per request. */
export function createSignedIn(cookie: SessionCookie, sessions: SessionCheck, now: () => Date) {
  const known = new WeakMap<Request, Promise<SignedIn | null>>()

  async function findSession(req: Request) {
    // A program that sends a token gets what the token allows and nothing else.
    if (bearerOf(req.headers.authorization) !== null) return null
    const ticket = await cookie.read(req)
    if (ticket === 'damaged') {
      if (req.res && !req.res.headersSent) cookie.clear(req.res)
      return null
    }
    const found = ticket && (await sessions.check(ticket))
    return ticket && found ? { sessionId: ticket.id, ...found } : null
  }

  function session(req: Request): Promise<SignedIn | null> {
    let answer = known.get(req)
    if (!answer) {
      answer = findSession(req)
      known.set(req, answer)
    }
    return answer
  }

  return {
    /** The user of the session, or null for a visitor. */
    session,
    /** Takes the person of a token for that of the request. */
    admit(req: Request, res: Response, next: () => void, person: SignedIn) {
      known.set(req, Promise.resolve(person))
      res.locals.signedIn = person
      next()
    },
    /** The same, but null while the second factor is missing that the site demands. */
    async who(req: Request): Promise<SignedIn | null> {
      const person = await session(req)
      return person?.needsSecondFactor ? null : person
    },
    /** Middleware that answers 401 unless an administrator is signed in. */
    require: (async (req, res, next) => {
      const person = await session(req)
      if (!person) throw new HttpError(401, 'Please sign in.')
      // Saves queued in the browser by one user must not be sent in the name of another who signed
      // in there later.
      const meant = req.get('X-Session-User')
      if (meant !== undefined && meant !== String(person.user.id))
        throw new HttpError(401, 'Somebody else is signed in here. Please sign in again.')
      setPrivate(res)
      res.locals.signedIn = person
      next()
    }) satisfies RequestHandler as RequestHandler,
    /**
     * Middleware behind `require` that answers 403 while the second factor is missing that the site
     * demands.
     */
    requireSecondFactor: ((_req, res, next) => {
      if (!(res.locals.signedIn as SignedIn | undefined)?.needsSecondFactor) return next()
      throw new HttpError(403, 'This site demands a second factor. Please set one up first.', {
        kind: 'second-factor',
      })
    }) satisfies RequestHandler as RequestHandler,
    /**
     * Middleware behind `require` that answers 403 when password or passkey were given too long
     * ago.
     */
    requireConfirmation: ((_req, res, next) => {
      if (now().getTime() - Date.parse(personOf(res).confirmedAt) < confirmationMs) return next()
      throw new HttpError(403, 'Please confirm with your password that it is you.', {
        kind: 'confirm',
      })
    }) satisfies RequestHandler as RequestHandler,
  }
}
