import { hashSecret, newSecret } from '../../platform/secrets.ts'
import type { AccountStore } from './account-store.ts'
import type { UserRecord } from './accounts-data.ts'
import type { PasswordFault } from './password-rule.ts'
import type { Passwords } from './passwords.ts'

const hourMs = 60 * 60 * 1000
/** How long a code works: a mail is read soon, a link of an administrator is passed on by hand. */
const validMs = { mail: hourMs, administrator: 24 * hourMs } as const

/** The address at which a code is used. */
export const resetUrl = (siteUrl: string, code: string): string =>
  `${siteUrl}/auth/reset?code=${code}`

/** A code that is valid for some time, with what is stored of it. */
export function newCode(at: Date, validMs: number) {
  const code = newSecret()
  return {
    code,
    codeHash: hashSecret(code),
    createdAt: at.toISOString(),
    expiresAt: new Date(at.getTime() + validMs).toISOString(),
  }
}

/** New passwords for people who forgot theirs. The store keeps the hash of a code only. */
export function createResets(parts: {
  store: AccountStore
  passwords: Passwords
  passwordFault: PasswordFault
  now: () => Date
}) {
  const { store, passwords, passwordFault, now } = parts
  return {
    /** Creates a code for a user; null without the user. */
    async make(
      userId: number,
      way: keyof typeof validMs,
    ): Promise<{ code: string; expiresAt: string } | null> {
      if (!(await store.findUser(userId))) return null
      const { code, ...record } = newCode(now(), validMs[way])
      await store.addReset({ ...record, userId })
      return { code, expiresAt: record.expiresAt }
    },
    /** Whether a code works now. */
    isOpen: async (code: string): Promise<boolean> =>
      (await store.findReset(hashSecret(code), now())) !== null,
    /** The user of a name, or of a mail address that only one user has. */
    async findUser(nameOrAddress: string): Promise<UserRecord | null> {
      const named = await store.findUserByName(nameOrAddress)
      if (named || !nameOrAddress.includes('@')) return named
      const wanted = nameOrAddress.toLowerCase()
      const [found, another] = (await store.listUsers()).filter(
        ({ email }) => email.toLowerCase() === wanted,
      )
      return another ? null : (found ?? null)
    },
    /**
     * Sets a new password, which ends all sessions of the user. A refused password leaves the code
     * as it was.
     */
    async finish(
      code: string,
      password: string,
    ): Promise<
      { kind: 'closed' } | { kind: 'refused'; fault: string } | { kind: 'done'; user: UserRecord }
    > {
      const codeHash = hashSecret(code)
      const owner = await store.findReset(codeHash, now())
      if (!owner) return { kind: 'closed' }
      const fault = await passwordFault(password, owner)
      if (fault) return { kind: 'refused', fault }
      const user = await store.spendReset(codeHash, now(), await passwords.hash(password))
      return user ? { kind: 'done', user } : { kind: 'closed' }
    },
  }
}
