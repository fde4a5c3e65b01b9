import type { Request, Response, Router } from 'express'
import { sessionCalls } from '#contract/accounts.ts'
import type { OwnUser } from '#domain/account.ts'
import { HttpError, invalidField, isLimit } from '../../http/http-error.ts'
import { type CallGate, mountCalls } from '../../http/mount-calls.ts'
import type { About } from '../../http/recording.ts'
import { requestIdOf } from '../../http/request-parts.ts'
import type { SignedIn } from '../../http/signed-in.ts'
import type { SignInOutcome, Telemetry } from '../../platform/telemetry.ts'
import type { Accounts } from './accounts.ts'
import type { UserRecord } from './accounts-data.ts'
import { type CheckPerson, factorRefusal } from './confirm-person.ts'
import type { PasskeySignIn } from './passkeys-api.ts'
import type { SecondFactorRule } from './second-factor-rule.ts'
import type { SessionCookie } from './sign-in.ts'

/**
 * Calls for sign-in, sign-out and registration (specification, section 7; rulings, section 5).
 * `session` also finds those whose second factor is missing.
 */
export function authApi(
  accounts: Accounts,
  checkPerson: CheckPerson,
  passkeys: PasskeySignIn,
  cookie: SessionCookie,
  session: (req: Request) => Promise<SignedIn | null>,
  rule: SecondFactorRule,
  gate: CallGate,
  telemetry: Telemetry,
): Router {
  const report = (res: Response, outcome: SignInOutcome, user: number | null = null) =>
    telemetry({ event: 'sign-in', request: requestIdOf(res), outcome, user })

  async function ownUserOf(user: Parameters<typeof publicUser>[0]): Promise<OwnUser> {
    const shown = publicUser(user)
    return (await rule.isMissing(user.id)) ? { ...shown, needsSecondFactor: true } : shown
  }

  /** Ends the session that the browser had before, whose cookie is replaced. */
  async function endPrevious(req: Request) {
    const previous = await session(req)
    if (previous) await accounts.sessions.end(previous.sessionId)
  }

  /** Signs a user in. */
  async function begin(user: UserRecord, req: Request, res: Response, about: About) {
    await endPrevious(req)
    await cookie.write(res, await accounts.sessions.start(user.id, req.get('User-Agent') ?? ''))
    about(user)
    report(res, 'accepted', user.id)
    return { user: await ownUserOf(user) }
  }

  return mountCalls(sessionCalls, gate, {
    async 'GET /api/auth/status'({ req }) {
      const person = await session(req)
      return { isLoggedIn: person !== null, user: person && (await ownUserOf(person.user)) }
    },
    async 'POST /api/auth/login'({ body, req, res, about }) {
      // Looked up for every name, so that the answer takes the same time.
      const tried = await accounts.users.byName(body.username)
      const outcome = await checkPerson(body, req.ip).catch((error: unknown) => {
        if (isLimit(error)) {
          about(tried)
          report(res, 'limited', tried?.id)
        }
        throw error
      })
      if (outcome.kind === 'right') return begin(outcome.user, req, res, about)
      const { kind } = outcome
      about(tried, { reason: kind })
      if (kind === 'refused' || kind === 'code-wrong') report(res, 'refused', tried?.id)
      if (kind !== 'refused') throw factorRefusal(kind, 401)
      throw new HttpError(401, 'The user name or the password is wrong.')
    },
    'POST /api/auth/passkeys/options': () => passkeys.options(),
    async 'POST /api/auth/passkeys/sign-in'({ body: { response }, req, res, about }) {
      const user = await passkeys.check(response, req.ip)
      if (!user) {
        about(null)
        report(res, 'refused')
        throw new HttpError(401, 'This passkey is not known here.')
      }
      return begin(user, req, res, about)
    },
    async 'POST /api/auth/logout'({ req, res, about }) {
      const person = await session(req)
      if (person) {
        await accounts.sessions.end(person.sessionId)
        about(person.user)
      }
      cookie.clear(res)
      return { ok: true }
    },
    async 'POST /api/auth/register'({ body: { username, password, code }, req, res, about }) {
      if (!(await accounts.admits(code))) {
        about(null)
        report(res, 'refused')
        throw closed()
      }
      const fault = await accounts.passwordFault(password, { username })
      if (fault) throw invalidField('password', fault)
      const refused = await nameRefusal(accounts, username)
      if (refused) throw refused
      const made = await accounts.register(username, password, code, req.get('User-Agent') ?? '')
      // Another request may have used the code or taken the name since `admits` checked it.
      if (!made) throw (await nameRefusal(accounts, username)) || closed()
      await endPrevious(req)
      await cookie.write(res, made.ticket)
      about(made.user)
      report(res, 'registered', made.user.id)
      return { user: await ownUserOf(made.user) }
    },
  })
}

/** The answer when nobody may take a user name, or false. */
async function nameRefusal({ users }: Accounts, username: string) {
  const fault = await users.nameFault(username)
  return fault !== null && invalidField('username', fault)
}

const closed = () => new HttpError(403, 'Registration is closed')

/** The fields of a user that the browser stores. */
export function publicUser(user: Omit<OwnUser, 'needsSecondFactor'>) {
  const { id, username, name, email, role } = user
  return { id, username, name, email, role }
}
