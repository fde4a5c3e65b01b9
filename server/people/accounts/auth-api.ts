import type { Response, Router } from 'express'
import { sessionCalls } from '#contract/accounts.ts'
import { HttpError } from '../../http/http-error.ts'
import { type CallGate, mountCalls } from '../../http/mount-calls.ts'
import { requestIdOf } from '../../http/request-parts.ts'
import type { SignInOutcome, Telemetry } from '../../platform/telemetry.ts'
import type { Accounts } from './accounts.ts'
import type { UserRecord } from './accounts-data.ts'
import type { LoginLimit } from './login-limit.ts'
import type { PasskeySignIn } from './passkeys-api.ts'
import type { SessionCookie } from './sign-in.ts'
import type { CodeCheck } from './totps.ts'

/** Checks the second step of a sign-in. */
type CheckCode = (user: UserRecord, code: string) => Promise<CodeCheck>

/** Calls for sign-in, sign-out and registration (specification, section 7; rulings, section 5). */
export function authApi(
  accounts: Accounts,
  { checkCode, passkeys }: { checkCode: CheckCode; passkeys: PasskeySignIn },
  cookie: SessionCookie,
  limit: LoginLimit,
  gate: CallGate,
  telemetry: Telemetry,
): Router {
  const report = (res: Response, outcome: SignInOutcome, user: number | null = null) =>
    telemetry({ event: 'sign-in', request: requestIdOf(res), outcome, user })

  return mountCalls(sessionCalls, gate, {
    async 'GET /api/auth/status'({ req }) {
      const person = await gate.who(req)
      return { isLoggedIn: person !== null, user: person && publicUser(person.user) }
    },
    async 'POST /api/auth/login'({ body: { username, password, code = '' }, req, res }) {
      let isCodeWrong = false
      const check = async (network: string) => {
        const user = await accounts.users.authenticate(username, password, network)
        const outcome = user && (await checkCode(user, code))
        // Thrown, so that it counts neither as a failure nor as a success, which would forget earlier wrong codes.
        if (outcome === 'missing') throw codeNeeded('Enter the code of your authenticator app.')
        isCodeWrong = outcome === 'wrong'
        return isCodeWrong ? null : user
      }
      const user = await limit(username, req.ip, check).catch((error: unknown) => {
        if (error instanceof HttpError && error.status === 429) report(res, 'limited')
        throw error
      })
      if (!user) {
        report(res, 'refused')
        if (isCodeWrong) throw codeNeeded('This code is wrong, or was used already.')
        throw new HttpError(401, 'The user name or the password is wrong.')
      }
      await cookie.write(res, await accounts.sessions.start(user.id, req.get('User-Agent') ?? ''))
      report(res, 'accepted', user.id)
      return { user: publicUser(user) }
    },
    'POST /api/auth/passkeys/options': () => passkeys.options(),
    async 'POST /api/auth/passkeys/sign-in'({ body: { response }, req, res }) {
      const user = await passkeys.check(response, req.ip)
      if (!user) {
        report(res, 'refused')
        throw new HttpError(401, 'This passkey is not known here.')
      }
      await cookie.write(res, await accounts.sessions.start(user.id, req.get('User-Agent') ?? ''))
      report(res, 'accepted', user.id)
      return { user: publicUser(user) }
    },
    async 'POST /api/auth/logout'({ req, res }) {
      const person = await gate.who(req)
      if (person) await accounts.sessions.end(person.sessionId)
      cookie.clear(res)
      return { ok: true }
    },
    async 'POST /api/auth/register'({ body: { username, password, code }, req, res }) {
      if (!(await accounts.admits(code))) {
        report(res, 'refused')
        throw new HttpError(403, 'Registration is closed')
      }
      const fault = await accounts.passwordFault(password, { username })
      if (fault) throw new HttpError(422, fault, { issues: [{ path: 'password', message: fault }] })
      if (await accounts.users.byName(username)) throw takenName()
      const made = await accounts.register(username, password, code, req.get('User-Agent') ?? '')
      // Another request may have used the code or taken the name since `admits` checked it.
      if (!made)
        throw (await accounts.users.byName(username)) ? takenName() : new HttpError(403, 'Registration is closed')
      await cookie.write(res, made.ticket)
      report(res, 'registered', made.user.id)
      return { user: publicUser(made.user) }
    },
  })
}

/** The password was right, and a code is needed too. */
function codeNeeded(message: string): HttpError {
  return new HttpError(401, message, { kind: 'code' })
}

function takenName(): HttpError {
  const message = 'This user name is taken.'
  return new HttpError(422, message, { issues: [{ path: 'username', message }] })
}

/** The fields of a user that the browser stores. */
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
