import { type RequestHandler, Router } from 'express'
import { passwordChange, profileChange } from '#domain/account.ts'
import { HttpError } from '../../http/http-error.ts'
import { jsonBody } from '../../http/json-body.ts'
import { parseBody } from '../../http/parse-body.ts'
import { readId } from '../../http/read-id.ts'
import { personOf } from '../../http/signed-in.ts'
import type { Accounts } from './accounts-part.ts'
import { publicUser } from './auth-api.ts'
import type { LoginLimit } from './login-limit.ts'

/** A signed-in administrator's own account, invitations and the other users (rulings, section 6). Mount behind the session check. */
export function accountApi(options: {
  accounts: Accounts
  siteUrl: string
  limit: LoginLimit
  once: RequestHandler
}): Router {
  const { accounts, siteUrl, limit, once } = options
  const router = Router()
  const body = Router().use(jsonBody('10kb'), once)

  router.post('/auth/password', body, async (req, res) => {
    const { currentPassword, newPassword: chosen } = parseBody(passwordChange, req.body)
    const { user, sessionId } = personOf(res)
    const check = (network: string) => accounts.users.authenticate(user.username, currentPassword, network)
    if (!(await limit(user.username, req.ip, check))) throw invalid('currentPassword', 'The current password is wrong.')
    const fault = accounts.passwordFault(chosen, user.username)
    if (fault) throw invalid('newPassword', fault)
    await accounts.users.setPassword(user.id, chosen, sessionId)
    res.json({ ok: true })
  })

  router.patch('/auth/profile', body, async (req, res) => {
    const user = await accounts.users.setProfile(personOf(res).user.id, parseBody(profileChange, req.body))
    if (!user) throw new HttpError(404, 'There is no such user.')
    res.json({ user: publicUser(user) })
  })

  router.get('/auth/sessions', (_req, res) => {
    const { user, sessionId } = personOf(res)
    res.json(accounts.sessions.list(user.id, sessionId))
  })

  router.delete('/auth/sessions/:id', once, async (req, res) => {
    if (!(await accounts.sessions.endOf(personOf(res).user.id, String(req.params.id))))
      throw new HttpError(404, 'There is no such session.')
    res.json({ deleted: true, id: req.params.id })
  })

  router.post('/auth/invitations', once, async (_req, res) => {
    const { code, expiresAt } = await accounts.invite(personOf(res).user.id)
    res.status(201).json({ code, url: `${siteUrl}/auth?code=${code}`, expiresAt })
  })

  router.get('/users', (_req, res) => {
    res.json(accounts.users.list())
  })

  router.delete('/users/:id', once, async (req, res) => {
    const id = readId(String(req.params.id))
    const outcome = await accounts.users.remove(id)
    if (outcome === 'missing') throw new HttpError(404, 'There is no such user.')
    if (outcome === 'last') throw new HttpError(409, 'The last administrator stays; invite another one first.')
    res.json({ deleted: true, id })
  })

  return router
}

function invalid(path: string, message: string): HttpError {
  return new HttpError(422, message, { issues: [{ path, message }] })
}
