import { type RequestHandler, Router } from 'express'
import type { AccountRoutes } from './app.ts'
import type { Env } from './env.ts'
import { HttpError } from './http/http-error.ts'
import { accountApi } from './people/accounts/account-api.ts'
import { type Accounts, openAccounts } from './people/accounts/accounts.ts'
import { authApi } from './people/accounts/auth-api.ts'
import { createLoginLimit } from './people/accounts/login-limit.ts'
import { createSessionCookie } from './people/accounts/session-cookie.ts'
import { createSignedIn } from './people/accounts/sign-in.ts'
import { createUserRequests } from './people/accounts/user-requests.ts'
import type { DataProblems } from './platform/data-problems.ts'
import type { Log } from './platform/log.ts'

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
  /** Seal the cookies of sessions. */
  secrets: ReadonlyArray<string>
  problems: DataProblems
  now: () => Date
  log: Log
}): Promise<AccountRoutes & { close(): Promise<void> }> {
  const { env, siteUrl, once, secrets, problems, now, log } = parts
  try {
    const accounts = await openAccounts(env.dataDir, now, (error) =>
      log.warn({ err: error }, 'when a session was used could not be stored'),
    )
    await welcome(accounts, env, siteUrl, log)
    const follower = followUserRequests(env.dataDir, accounts, log)
    const cookie = createSessionCookie({ secrets, https: siteUrl.startsWith('https:') })
    const signedIn = createSignedIn(cookie, accounts.sessions)
    const limit = createLoginLimit(accounts.throttle)
    const gate = { requireSession: signedIn.require, who: signedIn.who, once, siteUrl }
    return {
      requireSession: signedIn.require,
      who: signedIn.who,
      lives: ({ sessionId }) => accounts.sessions.lives(sessionId),
      previousLogin: (userId) => accounts.users.byId(userId)?.previousLoginAt ?? null,
      admits: accounts.admits,
      auth: authApi(accounts, cookie, limit, gate),
      account: accountApi(accounts, limit, gate),
      async close() {
        await follower.stop()
        await accounts.close()
      },
    }
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'UnreadableFile') throw error
    problems.note('accounts', { error, message: 'nobody can sign in' })
    const closed = Router().use(() => {
      throw new HttpError(503, 'Nobody can sign in just now: the accounts can not be read.')
    })
    return {
      requireSession: closed,
      who: async () => null,
      lives: () => false,
      previousLogin: () => null,
      admits: () => false,
      auth: Router().use('/auth', closed),
      account: Router(),
      close: async () => {},
    }
  }
}

/** Makes the administrator of the environment, or tells how the first one registers. */
async function welcome(accounts: Accounts, { admin }: Env, siteUrl: string, log: Log): Promise<void> {
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
