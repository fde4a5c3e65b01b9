import { HttpError } from '../../http/http-error.ts'
import type { AccountStore } from './account-store.ts'

/** How many second factors a user has. */
interface Factors {
  app: number
  passkeys: number
}

/**
 * The rule that every administrator has a second factor, an authenticator app or a passkey; it is
 * off unless an administrator switches it on.
 */
export function createSecondFactorRule(store: AccountStore) {
  async function factorsOf(userId: number) {
    const [app, passkeys] = await Promise.all([store.findTotp(userId), store.listPasskeys(userId)])
    return { app: app ? 1 : 0, passkeys: passkeys.length }
  }
  const hasOne = async (userId: number) => {
    const { app, passkeys } = await factorsOf(userId)
    return app + passkeys > 0
  }

  return {
    isDemanded: store.demandsSecondFactor,
    usersWithOne: store.usersWithSecondFactor,
    /**
     * Switches the rule. Throws HttpError 409 for somebody who would lock themselves out of the
     * screen with the switch.
     */
    async demand(by: number, isDemanded: boolean): Promise<void> {
      if (isDemanded && !(await hasOne(by)))
        throw new HttpError(
          409,
          'Set up an authenticator app or a passkey of your own first, under Account.',
        )
      await store.demandSecondFactor(isDemanded)
    },
    /** Whether a user has yet to set up the second factor that is demanded. */
    isMissing: async (userId: number): Promise<boolean> =>
      (await store.demandsSecondFactor()) && !(await hasOne(userId)),
    /**
     * Whether a user without an app has to sign in with a passkey: their password alone is no
     * second factor.
     */
    demandsPasskey: async (userId: number): Promise<boolean> =>
      (await store.demandsSecondFactor()) && (await factorsOf(userId)).passkeys > 0,
    /**
     * Throws HttpError 409 when a user would have no second factor without one of this kind,
     * although one is demanded.
     */
    async refuseLast(userId: number, removed: keyof Factors): Promise<void> {
      if (!(await store.demandsSecondFactor())) return
      const { app, passkeys } = await factorsOf(userId)
      const others = { app: passkeys, passkeys: app + passkeys - 1 }[removed]
      if (others === 0)
        throw new HttpError(
          409,
          'This site demands a second factor, and this is your last one. Add another one first.',
        )
    },
  }
}

export type SecondFactorRule = ReturnType<typeof createSecondFactorRule>
