import { Router } from 'express'
import { sessionCalls } from '#contract/accounts.ts'
import { HttpError } from '../../http/http-error.ts'
import { type CallGate, mountCalls } from '../../http/mount-calls.ts'
import type { Accounts } from './accounts-part.ts'
import type { LoginLimit } from './login-limit.ts'
import type { SessionCookie } from './session-cookie.ts'

/** Signing in and out, and registration (specification, section 7; rulings, section 5). */
export function authApi(accounts: Accounts, cookie: SessionCookie, limit: LoginLimit, gate: CallGate): Router {
  const calls = mountCalls(sessionCalls, gate, {
    async 'GET /api/auth/status'({ req }) {
      const person = await gate.who(req)
      return { isLoggedIn: person !== null, user: person && publicUser(person.user) }
    },
    async 'POST /api/auth/login'({ body: { username, password }, req, res }) {
      const user = await limit(username, req.ip, (network) => accounts.users.authenticate(username, password, network))
      if (!user) throw new HttpError(401, 'The user name or the password is wrong.')
      await cookie.write(res, await accounts.sessions.start(user.id, req.get('User-Agent') ?? ''))
      return { user: publicUser(user) }
    },
    async 'POST /api/auth/logout'({ req, res }) {
      const person = await gate.who(req)
      if (person) await accounts.sessions.end(person.sessionId)
      cookie.clear(res)
      return { ok: true }
    },
    async 'POST /api/auth/register'({ body: { username, password, code }, req, res }) {
      if (!accounts.admits(code)) throw new HttpError(403, 'Registration is closed')
      const fault = accounts.passwordFault(password, username)
      if (fault) throw new HttpError(422, fault, { issues: [{ path: 'password', message: fault }] })
      if (accounts.users.byName(username)) throw takenName()
      const made = await accounts.register(username, password, code, req.get('User-Agent') ?? '')
      // Between the first look and the making somebody else may have used the code or taken the name.
      if (!made) throw accounts.users.byName(username) ? takenName() : new HttpError(403, 'Registration is closed')
      await cookie.write(res, made.ticket)
      return { user: publicUser(made.user) }
    },
  })
  const neverStored = Router().use('/auth', (_req, res, next) => {
    res.set('Cache-Control', 'private, no-store')
    next()
  })
  return neverStored.use(calls)
}

function takenName(): HttpError {
  const message = 'This user name is taken.'
  return new HttpError(422, message, { issues: [{ path: 'username', message }] })
}

/** What a browser may know and keep of its user. */
export function publicUser({
  id,
  username,
  name,
  email,
}: {
  id: number
  username: string
  name: string
  email: string
}) {
  return { id, username, name, email }
}
