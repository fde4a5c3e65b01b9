import { type RequestHandler, Router } from 'express'
import { type Accounts, openAccounts } from './accounts/accounts.ts'
import { keptSessionSecret } from './accounts/session-secret.ts'
import { takeUserRequests } from './accounts/user-requests.ts'
import type { AccountRoutes } from './app.ts'
import type { Env } from './env.ts'
import { accountApi } from './http/account-api.ts'
import { authApi } from './http/auth-api.ts'
import { HttpError } from './http/http-error.ts'
import { createLoginLimit } from './http/login-limit.ts'
import { createSessionCookie } from './http/session-cookie.ts'
import { createSignedIn } from './http/signed-in.ts'
import type { Log } from './log.ts'

/** How often a running server looks for requests of `npm run user:create`. */
const userRequestsEveryMs = 1000

/**
 * Opens the accounts and makes their routes. While the file of accounts can't be read, visitors read on, nobody signs in, and
 * the log names the file.
 */
export async function joinAccounts(parts: {
  env: Env
  siteUrl: string
  /** Makes a write with an `Idempotency-Key` happen once. */
  once: RequestHandler
  now: () => Date
  log: Log
}): Promise<AccountRoutes> {
  const { env, siteUrl, once, now, log } = parts
  try {
    const accounts = await openAccounts(env.dataDir, now)
    await welcome(accounts, env, siteUrl, log)
    followUserRequests(env.dataDir, accounts, log)
    const kept = env.sessionSecrets.length > 0 ? env.sessionSecrets : [await keptSessionSecret(env.dataDir)]
    const cookie = createSessionCookie({ secrets: kept, https: siteUrl.startsWith('https:') })
    const signedIn = createSignedIn(cookie, accounts.sessions)
    const limit = createLoginLimit(accounts.throttle)
    return {
      requireSession: signedIn.require,
      who: signedIn.who,
      lives: ({ sessionId }) => accounts.sessions.lives(sessionId),
      previousLogin: (userId) => accounts.users.byId(userId)?.previousLoginAt ?? null,
      admits: accounts.admits,
      auth: authApi({ accounts, cookie, signedIn, limit }),
      account: accountApi({ accounts, siteUrl, limit, once }),
    }
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'UnreadableFile') throw error
    log.error({ err: error }, 'nobody can sign in')
    const closed = Router().use(() => {
      throw new HttpError(503, 'Nobody can sign in just now: the accounts can not be read.')
    })
    return {
      requireSession: closed,
      who: async () => null,
      lives: () => false,
      previousLogin: () => null,
      admits: () => false,
      auth: closed,
      account: Router(),
    }
  }
}

/** Makes the administrator of the environment, or tells how the first one registers. */
async function welcome(accounts: Accounts, { admin }: Env, siteUrl: string, log: Log): Promise<void> {
  if (admin && !accounts.users.byName(admin.username)) {
    await accounts.putUser(admin.username, await accounts.hashPassword(admin.password))
    log.info({ username: admin.username }, 'the administrator of ADMIN_USERNAME was made')
  } else if (accounts.lost)
    log.error(
      'the accounts are gone, and registration stays closed: make an administrator with `npm run user:create -- NAME`, or restore accounts.json',
    )
  else if (accounts.setupCode !== null && accounts.users.count() === 0)
    console.error(
      `There is no administrator yet. The first one registers at ${siteUrl}/auth?code=${accounts.setupCode}`,
    )
}

/** `npm run user:create` beside a running server leaves its wish in a file, since only the server may change the accounts. */
function followUserRequests(dataDir: string, accounts: Accounts, log: Log): void {
  const look = () =>
    takeUserRequests(dataDir, accounts.putUser).catch((error: unknown) =>
      log.error({ err: error }, 'a request of user:create could not be taken'),
    )
  void look()
  setInterval(look, userRequestsEveryMs).unref()
}
