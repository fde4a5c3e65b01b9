import { createAccounts } from './accounts/create-accounts.ts'
import { createSubscribers, type SubscribersParts } from './subscribers/create-subscribers.ts'

type AccountsParts = Parameters<typeof createAccounts>[0]

/** Opens the accounts of administrators and the mailing list. */
export async function createPeople(parts: AccountsParts & Omit<SubscribersParts, 'gate'>) {
  const accounts = await createAccounts(parts)
  const subscribers = createSubscribers({ ...parts, gate: accounts.gate })
  return {
    accounts,
    subscribers,
    /** Resumes the work on subscribers that was unfinished at the last stop. */
    start: () => subscribers.start(),
    async close(): Promise<void> {
      await subscribers.close()
      await accounts.close()
    },
  }
}
