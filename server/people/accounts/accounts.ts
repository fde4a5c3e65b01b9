import path from 'node:path'
import { type DurableStore, openDurableStore } from '../../platform/durable-store.ts'
import { hashSecret, isSecret, newSecret } from '../../platform/secrets.ts'
import { type AccountsData, accountsData, noAccounts } from './accounts-data.ts'
import { createLoginThrottle } from './login-throttle.ts'
import { createPasswords, passwordFault } from './passwords.ts'
import { createSessions } from './sessions.ts'
import { createUsers } from './users.ts'

/**
 * Everybody who may sign in, kept in `DATA_DIR/accounts.json`. If accounts existed before and no user is left, registration stays closed until
 * `npm run user:create` makes one. `failed` gets the errors of writes that no request waits for.
 */
export async function openAccounts(dataDir: string, now: () => Date, failed: (error: unknown) => void) {
  const store = await openDurableStore({
    file: path.join(dataDir, 'accounts.json'),
    schema: accountsData,
    empty: structuredClone(noAccounts),
  })
  const passwords = createPasswords()
  const users = createUsers(store, passwords, now)
  const invitations = createInvitations(store, now)
  const sessions = createSessions(store, now, failed)
  // A crash between the marker and the first user leaves registration closed, never open.
  const lost = users.count() === 0 && store.wasMade
  const setupCode = users.count() === 0 && !lost ? newSecret() : null
  const isSetupCode = (code: string) => setupCode !== null && isSecret(code, hashSecret(setupCode))

  /** Whether a registration with this code would be taken now. */
  function admits(code: string): boolean {
    return users.count() === 0 ? isSetupCode(code) : invitations.isValid(code)
  }

  return {
    users,
    sessions,
    throttle: createLoginThrottle(),
    /** For the first user, while there is none; printed by the server at start. */
    setupCode,
    /** The accounts were there once and are gone. */
    lost,
    passwordFault,
    admits,
    invite: invitations.invite,
    /** Makes a user with a setup or invitation code and signs them in, both or neither. Null when the code is not valid or the name is taken. */
    register: (username: string, password: string, code: string, userAgent: string) =>
      users.create(
        username,
        password,
        (data) => (data.users.length === 0 ? isSetupCode(code) : invitations.use(data, code)),
        (user, data) => ({ user, ticket: sessions.begin(data, user.id, userAgent) }),
      ),
    /** Makes a user or sets a new password: for whoever runs the machine. */
    putUser: users.put,
    hashPassword: passwords.hash,
    /** Resolves when nothing is being written any more. */
    close: store.close,
  }
}

export type Accounts = Awaited<ReturnType<typeof openAccounts>>

const validMs = 7 * 24 * 60 * 60 * 1000

/** Codes that let one more administrator register. Each works once, for a week. */
function createInvitations(store: DurableStore<AccountsData>, now: () => Date) {
  const valid = (code: string) => (invitation: { codeHash: string; expiresAt: string }) =>
    Date.parse(invitation.expiresAt) > now().getTime() && isSecret(code, invitation.codeHash)

  return {
    async invite(invitedBy: number): Promise<{ code: string; expiresAt: string }> {
      const code = newSecret()
      const createdAt = now().toISOString()
      const expiresAt = new Date(now().getTime() + validMs).toISOString()
      await store.change((data) => {
        data.invitations = data.invitations.filter((old) => Date.parse(old.expiresAt) > now().getTime())
        data.invitations.push({ codeHash: hashSecret(code), invitedBy, createdAt, expiresAt })
      })
      return { code, expiresAt }
    },
    isValid: (code: string) => store.data.invitations.some(valid(code)),
    /** Uses a code up, as part of a change of the data. False when it is not valid. */
    use(data: AccountsData, code: string): boolean {
      const invitation = data.invitations.find(valid(code))
      if (!invitation) return false
      data.invitations = data.invitations.filter((other) => other !== invitation)
      return true
    },
  }
}
