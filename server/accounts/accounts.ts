import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { accountsData, noAccounts } from './accounts-data.ts'
import { openDurableStore } from './durable-store.ts'
import { createInvitations } from './invitations.ts'
import { createLoginThrottle } from './login-throttle.ts'
import { createPasswords, passwordFault } from './passwords.ts'
import { hashSecret, isSecret, newSecret } from './secrets.ts'
import { createSessions } from './sessions.ts'
import { createUsers } from './users.ts'

/**
 * Everybody who may sign in, kept in `DATA_DIR/accounts.json`. A marker beside it tells a first start from a lost file: when the marker is there and no
 * user is, registration stays closed until `npm run user:create` makes one.
 */
export async function openAccounts(dataDir: string, now: () => Date) {
  const marker = path.join(dataDir, 'accounts.made')
  const store = await openDurableStore({
    file: path.join(dataDir, 'accounts.json'),
    schema: accountsData,
    empty: structuredClone(noAccounts),
  })
  const passwords = createPasswords()
  const users = createUsers(store, passwords, now)
  const invitations = createInvitations(store, now)
  const lost = users.count() === 0 && existsSync(marker)
  const setupCode = users.count() === 0 && !lost ? newSecret() : null
  const isSetupCode = (code: string) => setupCode !== null && isSecret(code, hashSecret(setupCode))

  /** Whether a registration with this code would be taken now. */
  function admits(code: string): boolean {
    return users.count() === 0 ? isSetupCode(code) : invitations.isValid(code)
  }

  /** Before the first user: a crash in between leaves registration closed, never open. */
  async function mark(): Promise<void> {
    if (!existsSync(marker)) await writeFile(marker, 'Accounts were made here. Keep this file.\n', { mode: 0o600 })
  }

  return {
    users,
    sessions: createSessions(store, now),
    throttle: createLoginThrottle(),
    /** For the first user, while there is none; printed by the server at start. */
    setupCode,
    /** The accounts were there once and are gone. */
    lost,
    passwordFault,
    admits,
    invite: invitations.invite,
    /** Makes a user with a setup or invitation code. */
    async register(username: string, password: string, code: string) {
      await mark()
      return users.create(username, password, (data) =>
        data.users.length === 0 ? isSetupCode(code) : invitations.use(data, code),
      )
    },
    /** Makes a user or sets a new password: for whoever runs the machine. */
    async putUser(username: string, passwordHash: string) {
      await mark()
      return users.put(username, passwordHash)
    },
    hashPassword: passwords.hash,
  }
}

export type Accounts = Awaited<ReturnType<typeof openAccounts>>
