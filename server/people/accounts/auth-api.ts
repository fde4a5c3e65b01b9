import { Router } from 'express'
import { credentials, registration } from '#domain/account.ts'
import { HttpError } from '../../http/http-error.ts'
import { jsonBody } from '../../http/json-body.ts'
import { parseBody } from '../../http/parse-body.ts'
import type { Accounts } from './accounts-part.ts'
import type { LoginLimit } from './login-limit.ts'
import type { SessionCookie } from './session-cookie.ts'
import type { createSignedIn } from './sign-in.ts'

/** Signing in and out, and registration (specification, section 7; rulings, section 5). */
export function authApi(options: {
  accounts: Accounts
  cookie: SessionCookie
  signedIn: ReturnType<typeof createSignedIn>
  limit: LoginLimit
}): Router {
  const { accounts, cookie, signedIn, limit } = options
  const router = Router()
  const body = jsonBody('10kb')

  router.use((_req, res, next) => {
    res.set('Cache-Control', 'private, no-store')
    next()
  })

  router.get('/status', async (req, res) => {
    const person = await signedIn.who(req)
    res.json({ isLoggedIn: person !== null, user: person && publicUser(person.user) })
  })

  router.post('/login', body, async (req, res) => {
    const { username, password } = parseBody(credentials, req.body)
    const user = await limit(username, req.ip, (network) => accounts.users.authenticate(username, password, network))
    if (!user) throw new HttpError(401, 'The user name or the password is wrong.')
    await cookie.write(res, await accounts.sessions.start(user.id, req.get('User-Agent') ?? ''))
    res.json({ user: publicUser(user) })
  })

  router.post('/logout', async (req, res) => {
    const person = await signedIn.who(req)
    if (person) await accounts.sessions.end(person.sessionId)
    cookie.clear(res)
    res.json({ ok: true })
  })

  router.post('/register', body, async (req, res) => {
    const { username, password, code } = parseBody(registration, req.body)
    if (!accounts.admits(code)) throw new HttpError(403, 'Registration is closed')
    const fault = accounts.passwordFault(password, username)
    if (fault) throw new HttpError(422, fault, { issues: [{ path: 'password', message: fault }] })
    if (accounts.users.byName(username)) throw takenName()
    const made = await accounts.register(username, password, code, req.get('User-Agent') ?? '')
    // Between the first look and the making somebody else may have used the code or taken the name.
    if (!made) throw accounts.users.byName(username) ? takenName() : new HttpError(403, 'Registration is closed')
    await cookie.write(res, made.ticket)
    res.status(201).json({ user: publicUser(made.user) })
  })

  return router
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
