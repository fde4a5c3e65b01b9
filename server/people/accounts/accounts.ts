import type { Role } from '#domain/roles.ts'
import { hashSecret, isSecret } from '../../platform/secrets.ts'
import { type AccountStore, newUser } from './account-store.ts'
import type { UserRecord } from './accounts-data.ts'
import type { LoginThrottle } from './login-throttle.ts'
import type { PasswordFault } from './password-rule.ts'
import { createPasswords, type Passwords } from './passwords.ts'
import { createResets, newCode } from './resets.ts'
import { createSessions } from './sessions.ts'
import { createOrUpdateUser, removeFactorsByName, usernameFault } from './user-names.ts'
import type { UserRequest } from './user-requests.ts'

/** An invitation is valid for a week. */
const validMs = 7 * 24 * 60 * 60 * 1000

/**
 * The rules of accounts. When accounts existed before and no user is left, registration stays
 * closed until `npm run user:create` creates one. `failed` gets errors of background writes.
 */
export async function createAccountRules(parts: {
  store: AccountStore
  throttle: LoginThrottle
  passwordFault: PasswordFault
  now: () => Date
  failed: (error: unknown) => void
}) {
  const { store, throttle, passwordFault, now, failed } = parts
  const passwords = createPasswords()
  const users = createUsers(store, passwords)
  const sessions = createSessions(store, now, failed)
  const isFirst = (await store.countUsers()) === 0
  const lost = isFirst && (await store.hadUsers())
  const setupCode = isFirst && !lost ? await store.setupCode() : null
  const isSetupCode = (code: string) => setupCode !== null && isSecret(code, hashSecret(setupCode))

  return {
    users,
    sessions,
    throttle,
    /**
     * The code for the registration of the first user, which the server prints at the start. Null
     * when there are users.
     */
    setupCode,
    /** Accounts existed before, and there are none now. */
    lost,
    passwordFault,
    /** Whom a code lets register now: the first user, an invited one, or nobody (null). */
    async admits(code: string): Promise<'first' | 'invited' | null> {
      if ((await store.countUsers()) === 0) return isSetupCode(code) ? 'first' : null
      return (await store.isInvited(hashSecret(code), now())) ? 'invited' : null
    },
    /** Whether nobody has registered yet, and the setup code lets somebody. */
    awaitsFirst: async () => setupCode !== null && (await store.countUsers()) === 0,
    /** Whether there are several users, or an invitation that is open. */
    hasInvited: async () => (await store.countUsers()) > 1 || store.hasInvitations(now()),
    putFirstStepsAway: store.putFirstStepsAway,
    resets: createResets({ store, passwords, passwordFault, now }),
    /** Creates an invitation code. It allows one registration within a week. */
    async invite(invitedBy: number, role: Role): Promise<{ code: string; expiresAt: string }> {
      const { code, ...record } = newCode(now(), validMs)
      await store.invite({ ...record, invitedBy, role })
      return { code, expiresAt: record.expiresAt }
    },
    /**
     * Creates and signs in a user with a setup or invitation code, as one change. Null when the
     * code is invalid or the name is taken.
     */
    async register(username: string, password: string, code: string, userAgent: string) {
      const passwordHash = await passwords.hash(password)
      const admission = { isSetup: isSetupCode(code), codeHash: hashSecret(code), at: now() }
      const { ticket, start } = sessions.prepare(userAgent)
      const user = await store.register(newUser(username, passwordHash, now()), admission, start)
      return user && { user, ticket }
    },
    /** Creates a user or sets a new password; for the operator of the server. */
    putUser: (username: string, passwordHash: string) =>
      store.putUser(newUser(username, passwordHash, now())),
    /** Carries out a request of the operator of the server. Rejects with RequestRefused. */
    async carryOut(wanted: UserRequest): Promise<unknown> {
      // The command has done it.
      if ('record' in wanted) return undefined
      if ('passwordHash' in wanted)
        return createOrUpdateUser(store, newUser(wanted.username, wanted.passwordHash, now()))
      if ('removeSecondFactors' in wanted) return removeFactorsByName(store, wanted.username)
      return store.demandSecondFactor(wanted.demandSecondFactor)
    },
    hashPassword: passwords.hash,
    /** Resolves when all writes are done. */
    close: store.close,
  }
}

export type Accounts = Awaited<ReturnType<typeof createAccountRules>>

/** A user as other administrators see it. */
function viewOf({ id, username, name, email, role, createdAt, lastLoginAt }: UserRecord) {
  return { id, username, name, email, role, createdAt, lastLoginAt }
}

/** The administrators. User names are compared without case. */
function createUsers(store: AccountStore, passwords: Passwords) {
  /**
   * The user of a typed name. A keyboard may give full-width letters; names that are older than the
   * rule are found as they are.
   */
  async function byName(username: string) {
    const plain = username.normalize('NFKC')
    return (
      (await store.findUserByName(username)) ??
      (plain === username ? null : await store.findUserByName(plain))
    )
  }

  return {
    byName,
    byId: store.findUser,
    count: store.countUsers,
    list: async () => (await store.listUsers()).map(viewOf),
    /**
     * The user of a name and password, or null; takes the same time for unknown names. `network` is
     * where the attempt comes from.
     */
    async authenticate(
      username: string,
      password: string,
      network: string,
    ): Promise<UserRecord | null> {
      const user = await byName(username)
      const matches = await passwords.verify(user?.passwordHash ?? null, password, network)
      return matches ? user : null
    },
    /** Sets a new password and ends the user's sessions, except the given one. */
    async setPassword(id: number, password: string, exceptSession: string | null): Promise<void> {
      await store.setPasswordHash(id, await passwords.hash(password), exceptSession)
    },
    setProfile: store.setProfile,
    /** Why nobody may take a new user name; null for one that may be taken. */
    nameFault: (username: string) => usernameFault(store, username),
    setRole: store.setRole,
    /** Deletes a user with all sessions. The last owner can't be deleted: `last`. */
    remove: store.removeUser,
  }
}
