import { type RequestHandler, Router } from 'express'
import { HttpError } from '../../http/http-error.ts'
import type { Idempotency } from '../../http/idempotency.ts'
import type { CallGate } from '../../http/mount-calls.ts'
import type { ActionDone } from '../../http/recording.ts'
import type { DataProblems } from '../../platform/data-problems.ts'
import { UnreadableFile } from '../../platform/errors.ts'
import type { Log } from '../../platform/log.ts'
import { DatabaseAbsent } from '../../platform/postgres/database-at-start.ts'
import type { Telemetry } from '../../platform/telemetry.ts'
import type { RateLimits } from '../../platform/token-bucket.ts'
import { createRecordKeeper } from '../record/keep-record.ts'
import { recordApi } from '../record/record-api.ts'
import type { RecordStore } from '../record/record-store.ts'
import { accountApi } from './account-api.ts'
import { type AccountMailer, createAccountMails } from './account-mails.ts'
import type { AccountStore, OpenAccounts } from './account-store.ts'
import { type Accounts, createAccountRules } from './accounts.ts'
import { authApi } from './auth-api.ts'
import { limitedCodes } from './code-limit.ts'
import { createPersonCheck } from './confirm-person.ts'
import { createDraftLinks, type DraftLinks } from './draft-links.ts'
import { draftLinksApi, type ItemState } from './draft-links-api.ts'
import { createLoginLimit } from './login-limit.ts'
import type { LoginThrottle } from './login-throttle.ts'
import { createPasskeys } from './passkeys.ts'
import { passkeySignIn, passkeysApi, reportRefusals } from './passkeys-api.ts'
import { createPasswordRule, plainPasswordFault } from './password-rule.ts'
import type { MeasuredPassword, PasswordStrength } from './password-strength.ts'
import { resetApi } from './reset-api.ts'
import { reviewsApi, type TypedText } from './reviews-api.ts'
import { createSecondFactorRule } from './second-factor-rule.ts'
import { secondFactorsApi } from './second-factors-api.ts'
import { createSessionCookie, createSignedIn } from './sign-in.ts'
import { createTokens } from './tokens.ts'
import { tokensApi } from './tokens-api.ts'
import { createTotps } from './totps.ts'
import { followUserRequests, onRecord, type RecordedRequest } from './user-requests.ts'

const keyGone =
  'the authenticator app of a user can not be checked: SESSION_SECRET is not the one it was set up with'

/** The accounts feature: its routes, and functions for other features. */
export interface AccountRoutes {
  /** The session check and idempotency that the calls of all features share. */
  gate: CallGate
  /**
   * The user of a session, also while the second factor is missing that the site demands: for the
   * documents of the admin, which contain no content.
   */
  session: CallGate['who']
  /** Whom a setup or invitation code lets register now; null for nobody. */
  admits: Accounts['admits']
  /** What the first hour of a site depends on. */
  firstHour: Pick<Accounts, 'awaitsFirst' | 'hasInvited' | 'putFirstStepsAway'>
  /**
   * What the page for a forgotten password offers: with a code, whether it works; without one,
   * whether links are mailed.
   */
  resetState: (code: string | null) => Promise<'open' | 'closed' | 'by mail' | 'by hand'>
  /**
   * The item that the token of a link to a draft shows; null when the link is forged, expired or
   * ended.
   */
  sharedDraft: DraftLinks['find']
  routes: {
    /** Mount at `/api` before all that asks for a session: requests with a token. */
    tokens: RequestHandler
    /** Mount at `/api`: public. */
    auth: RequestHandler
    /** Mount at `/api`: its addresses need a session. */
    account: RequestHandler
  }
  close(): Promise<void>
}

interface AccountsParts {
  dataDir: string
  stores: {
    openAccounts: OpenAccounts
    record: RecordStore
    throttle: LoginThrottle
    limits: RateLimits
  }
  env: {
    /** An administrator to create when missing (ADMIN_USERNAME). */
    admin: { username: string; password: string } | null
  }
  siteUrl: string
  /** Runs a write with an `Idempotency-Key` once. */
  idempotency: Idempotency
  /** Keys that sign session cookies. */
  secrets: ReadonlyArray<string>
  /** Mail links for forgotten passwords, and notices of changes; null: no mail is set up. */
  accountMailers: { links: AccountMailer; notices: AccountMailer } | null
  siteName: () => string
  /** The thread that measures passwords. */
  texts: { run(task: 'password', input: MeasuredPassword): Promise<PasswordStrength> }
  /** What a link to a draft would show. */
  itemState: ItemState
  typedText: TypedText
  /** Removes the unsaved texts of a user. */
  removeTexts: (userId: number) => Promise<void>
  problems: DataProblems
  now: () => Date
  log: Log
  /** Prints a line for the operator. */
  print: (line: string) => void
  telemetry: Telemetry
}

/**
 * Opens the accounts and creates their routes. When the accounts can't be read, pages are served,
 * nobody can sign in, and the log names the file or the database.
 */
export async function createAccounts(parts: AccountsParts): Promise<AccountRoutes> {
  try {
    return await openedAccounts(parts, await parts.stores.openAccounts())
  } catch (error) {
    const isAway = error instanceof DatabaseAbsent
    if (!isAway && !(error instanceof UnreadableFile)) throw error
    parts.problems.note('accounts', { error, message: 'nobody can sign in' })
    const unread = new HttpError(503, 'Nobody can sign in just now: the accounts can not be read.')
    return closedAccounts(isAway ? error : unread, parts)
  }
}

async function openedAccounts(parts: AccountsParts, store: AccountStore): Promise<AccountRoutes> {
  const { siteUrl, idempotency, now, log } = parts
  const { limits, record } = parts.stores
  const shared = { ...parts, store, limits }
  const accounts = await rulesOf(parts, store)
  const mails = createAccountMails({ ...parts, mailers: parts.accountMailers })
  const keepRecord = createRecordKeeper({ ...shared, store: record })
  async function recordAction(done: ActionDone) {
    mails.tell(done)
    await keepRecord(done)
  }
  /** Puts on record what the operator did on the machine of the server. */
  async function putOnRecordHere({ action, outcome, username }: RecordedRequest) {
    const whom = username === null ? null : await accounts.users.byName(username)
    await recordAction({ action, outcome, by: null, whom, object: null, address: '', request: '' })
  }
  await welcome(accounts, putOnRecordHere, parts)
  const follower = followUserRequests(parts.dataDir, log, (wanted) =>
    onRecord(wanted, () => accounts.carryOut(wanted), putOnRecordHere),
  )
  const cookie = createSessionCookie({
    secrets: parts.secrets,
    https: siteUrl.startsWith('https:'),
  })
  const signedIn = createSignedIn(cookie, accounts.sessions, now)
  const limit = createLoginLimit(accounts.throttle, limits)
  const gate: CallGate = {
    requireSession: signedIn.require,
    requireConfirmation: signedIn.requireConfirmation,
    requireSecondFactor: signedIn.requireSecondFactor,
    who: signedIn.who,
    lives: ({ sessionId }) => accounts.sessions.lives(sessionId),
    idempotency,
    recordAction,
    siteUrl,
  }
  const reset = resetApi({ ...shared, accounts, mails, gate })
  const totps = createTotps({ ...shared, unreadable: (user) => log.warn({ user }, keyGone) })
  const passkeys = createPasskeys({ ...shared, refused: reportRefusals(log) })
  const checkCode = limitedCodes(totps, limits)
  const rule = createSecondFactorRule(store)
  const checkPerson = createPersonCheck(accounts, checkCode, rule.demandsPasskey, limit)
  const keySignIn = passkeySignIn(passkeys, limits)
  const links = createDraftLinks(shared)
  const tokens = createTokens({ ...shared, failed: unstoredUse(log) })
  return {
    gate,
    session: signedIn.session,
    admits: accounts.admits,
    firstHour: accounts,
    sharedDraft: links.find,
    async resetState(code) {
      if (code !== null) return (await accounts.resets.isOpen(code)) ? 'open' : 'closed'
      return mails.sendLink ? 'by mail' : 'by hand'
    },
    routes: {
      tokens: tokens.accept(signedIn.admit),
      auth: Router().use(
        authApi(
          accounts,
          checkPerson,
          keySignIn,
          cookie,
          signedIn.session,
          rule,
          gate,
          parts.telemetry,
        ),
        reset,
      ),
      account: Router().use(
        accountApi({
          accounts,
          checkPerson,
          passkeys: keySignIn,
          limit,
          rule,
          gate,
          startingAdmin: parts.env.admin,
          removeTexts: parts.removeTexts,
        }),
        passkeysApi(passkeys, rule, gate),
        secondFactorsApi(totps, checkCode, rule, gate),
        tokensApi(tokens, gate),
        draftLinksApi(links, accounts, parts.itemState, gate),
        reviewsApi({ ...parts, store, gate }),
        recordApi(record, accounts.users, now, gate),
      ),
    },
    async close() {
      await follower.stop()
      await mails.close()
      await accounts.close()
      await record.close()
    },
  }
}

function rulesOf(parts: AccountsParts, store: AccountStore): Promise<Accounts> {
  return createAccountRules({
    store,
    throttle: parts.stores.throttle,
    now: parts.now,
    passwordFault: createPasswordRule(
      (input) => parts.texts.run('password', input),
      () => [parts.siteName(), new URL(parts.siteUrl).hostname],
    ),
    failed: unstoredUse(parts.log),
  })
}

const unstoredUse = (log: Log) => (error: unknown) =>
  log.warn({ err: error }, 'the last use of a session or token could not be stored')

/** The routes while nobody can sign in: each call throws the reason. */
function closedAccounts(reason: unknown, { idempotency, siteUrl }: AccountsParts): AccountRoutes {
  const closed = Router().use(() => {
    throw reason
  })
  return {
    gate: {
      requireSession: closed,
      requireConfirmation: closed,
      // Calls of visitors have no session whose factor could be missing.
      requireSecondFactor: (_req, _res, next) => next(),
      who: async () => null,
      lives: async () => false,
      idempotency,
      recordAction: async () => {},
      siteUrl,
    },
    session: async () => null,
    admits: async () => null,
    firstHour: {
      awaitsFirst: async () => false,
      hasInvited: async () => false,
      putFirstStepsAway: async () => {},
    },
    sharedDraft: async () => null,
    resetState: async () => 'closed',
    routes: { tokens: Router(), auth: Router().use('/auth', closed), account: Router() },
    close: async () => {},
  }
}

/** Creates the administrator of the environment, or logs how the first one registers. */
async function welcome(
  accounts: Accounts,
  putOnRecordHere: (done: RecordedRequest) => Promise<void>,
  { env: { admin }, siteUrl, log, print }: AccountsParts,
) {
  if (accounts.lost)
    log.error(
      'the accounts are gone, and registration stays closed: create an administrator with `npm run user:create -- NAME`, or restore accounts.json',
    )
  if (admin && !(await accounts.users.byName(admin.username))) {
    await accounts.putUser(admin.username, await accounts.hashPassword(admin.password))
    await putOnRecordHere({ action: 'user-set', outcome: 'done', username: admin.username })
    log.info({ username: admin.username }, 'the administrator of ADMIN_USERNAME was created')
    // The account screen measures it; a start does not wait for that.
    const fault = plainPasswordFault(admin.password, admin.username)
    if (fault !== null)
      log.warn(
        `ADMIN_PASSWORD is easy to guess: change the password under Account, before the site can be reached. ${fault}`,
      )
  } else if (accounts.setupCode !== null && (await accounts.users.count()) === 0)
    print(
      `There is no administrator yet. The first one registers at ${siteUrl}/auth?code=${accounts.setupCode}`,
    )
}
