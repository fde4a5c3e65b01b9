import type { Request, RequestHandler } from 'express'
import { HttpError } from '../../http/http-error.ts'
import type { SignedIn } from '../../http/signed-in.ts'
import type { SessionCookie } from './session-cookie.ts'

interface SessionCheck {
  check(ticket: { id: string; secret: string }): Promise<SignedIn['user'] | null>
}

/** Finds out who asks. The answer of a request is looked up once. */
export function createSignedIn(cookie: SessionCookie, sessions: SessionCheck) {
  const known = new WeakMap<Request, Promise<SignedIn | null>>()

  async function look(req: Request): Promise<SignedIn | null> {
    const ticket = await cookie.read(req)
    if (ticket === 'damaged') {
      if (req.res && !req.res.headersSent) cookie.clear(req.res)
      return null
    }
    const user = ticket && (await sessions.check(ticket))
    return ticket && user ? { sessionId: ticket.id, user } : null
  }

  function who(req: Request): Promise<SignedIn | null> {
    let answer = known.get(req)
    if (!answer) {
      answer = look(req)
      known.set(req, answer)
    }
    return answer
  }

  return {
    /** Who asks, or null for a visitor. */
    who,
    /** Passes requests of signed-in administrators, answers all others with 401. */
    require: (async (req, res, next) => {
      const person = await who(req)
      if (!person) throw new HttpError(401, 'Please sign in.')
      // What waited in a browser must not go out in the name of somebody who has signed in there since.
      const meant = req.get('X-Session-User')
      if (meant !== undefined && meant !== String(person.user.id))
        throw new HttpError(401, 'Somebody else is signed in here. Please sign in again.')
      res.set('Cache-Control', 'private, no-store')
      res.locals.signedIn = person
      next()
    }) satisfies RequestHandler as RequestHandler,
  }
}
