import { type RequestHandler, Router } from 'express'
import { HttpError } from '../../http/http-error.ts'
import type { Idempotency } from '../../http/idempotency.ts'
import type { CallGate } from '../../http/mount-calls.ts'
import type { DataProblems } from '../../platform/data-problems.ts'
import { UnreadableFile } from '../../platform/errors.ts'
import type { Log } from '../../platform/log.ts'
import { accountApi } from './account-api.ts'
import { type Accounts, openAccounts } from './accounts.ts'
import { authApi } from './auth-api.ts'
import { createLoginLimit } from './login-limit.ts'
import { createSessionCookie } from './session-cookie.ts'
import { createSignedIn } from './sign-in.ts'
import { createUserRequests } from './user-requests.ts'

/** How often a running server looks for requests of `npm run user:create`. */
const userRequestsEveryMs = 1000

/** Who may sign in, and the routes to do it. */
export interface AccountRoutes {
  /** What the calls of all features are mounted with. */
  gate: CallGate
  /** When a user signed in the time before; an ISO instant. */
  previousLogin: (userId: number) => string | null
  /** Whether a setup or invitation code lets somebody register now. */
  admits: (code: string) => boolean
  routes: {
    /** Mounted at `/api`: open to visitors. */
    auth: RequestHandler
    /** Mounted at `/api`, behind the session check of its own addresses. */
    account: RequestHandler
  }
  close(): Promise<void>
}

interface AccountsParts {
  dataDir: string
  /** An administrator to make when missing. */
  admin: { username: string; password: string } | null
  siteUrl: string
  /** Makes a write with an `Idempotency-Key` happen once. */
  idempotency: Idempotency
  /** Seal the cookies of sessions. */
  secrets: ReadonlyArray<string>
  problems: DataProblems
  now: () => Date
  log: Log
}

/**
 * Opens the accounts and makes their routes. While the file of accounts can't be read, visitors read on, nobody signs in, and
 * the log names the file.
 */
export async function createAccounts(parts: AccountsParts): Promise<AccountRoutes> {
  const { dataDir, siteUrl, idempotency, secrets, problems, now, log } = parts
  try {
    const accounts = await openAccounts(dataDir, now, (error) =>
      log.warn({ err: error }, 'when a session was used could not be stored'),
    )
    await welcome(accounts, parts)
    const follower = followUserRequests(dataDir, accounts, log)
    const cookie = createSessionCookie({ secrets, https: siteUrl.startsWith('https:') })
    const signedIn = createSignedIn(cookie, accounts.sessions)
    const limit = createLoginLimit(accounts.throttle)
    const gate: CallGate = {
      requireSession: signedIn.require,
      who: signedIn.who,
      lives: ({ sessionId }) => accounts.sessions.lives(sessionId),
      idempotency,
      siteUrl,
    }
    return {
      gate,
      previousLogin: (userId) => accounts.users.byId(userId)?.previousLoginAt ?? null,
      admits: accounts.admits,
      routes: {
        auth: authApi(accounts, cookie, limit, gate),
        account: accountApi(accounts, limit, gate),
      },
      async close() {
        await follower.stop()
        await accounts.close()
      },
    }
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    problems.note('accounts', { error, message: 'nobody can sign in' })
    const closed = Router().use(() => {
      throw new HttpError(503, 'Nobody can sign in just now: the accounts can not be read.')
    })
    return {
      gate: { requireSession: closed, who: async () => null, lives: () => false, idempotency, siteUrl },
      previousLogin: () => null,
      admits: () => false,
      routes: { auth: Router().use('/auth', closed), account: Router() },
      close: async () => {},
    }
  }
}

/** Makes the administrator of the environment, or tells how the first one registers. */
async function welcome(accounts: Accounts, { admin, siteUrl, log }: AccountsParts): Promise<void> {
  if (accounts.lost)
    log.error(
      'the accounts are gone, and registration stays closed: make an administrator with `npm run user:create -- NAME`, or restore accounts.json',
    )
  if (admin && !accounts.users.byName(admin.username)) {
    await accounts.putUser(admin.username, await accounts.hashPassword(admin.password))
    log.info({ username: admin.username }, 'the administrator of ADMIN_USERNAME was made')
  } else if (accounts.setupCode !== null && accounts.users.count() === 0)
    console.error(
      `There is no administrator yet. The first one registers at ${siteUrl}/auth?code=${accounts.setupCode}`,
    )
}

/** `npm run user:create` beside a running server leaves its wish in a file, since only the server may change the accounts. */
function followUserRequests(dataDir: string, accounts: Accounts, log: Log): { stop(): Promise<void> } {
  const take = createUserRequests(dataDir, accounts.putUser, (error) =>
    log.error({ err: error }, 'a request of user:create could not be taken'),
  )
  let looking: Promise<void> | null = null
  let isFailing = false
  const look = () => {
    looking ??= take()
      .then(
        () => {
          isFailing = false
        },
        (error: unknown) => {
          if (!isFailing) log.error({ err: error }, 'requests of user:create can not be looked for')
          isFailing = true
        },
      )
      .finally(() => {
        looking = null
      })
  }
  look()
  const timer = setInterval(look, userRequestsEveryMs).unref()
  return {
    async stop() {
      clearInterval(timer)
      await looking
    },
  }
}
