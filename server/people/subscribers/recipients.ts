import type { Subscriber } from '#domain/subscriber.ts'
import { unsubscribeLink } from './link-tokens.ts'
import type { OpenStore } from './store.ts'

/** An active subscriber as the recipient of a mail. */
export interface Recipient {
  id: number
  email: string
  /** Unsubscribes the person by a POST without a session (RFC 8058). */
  unsubscribeUrl: string
}

/** The recipients of an issue: subscribers that are active at the time of the call. Calls reject while the list can't be read. */
export function createRecipients({ open, siteUrl }: { open: OpenStore; siteUrl: string }) {
  const recipient = ({ id, email }: Subscriber, secret: string): Recipient => ({
    id,
    email,
    unsubscribeUrl: unsubscribeLink(siteUrl, secret, id),
  })

  return {
    /** Yields all active subscribers, in batches. */
    async *active(): AsyncGenerator<Recipient> {
      const { portions, secret } = await open()
      for await (const people of portions({ status: 'active', service: null }, 'oldest'))
        for (const person of people) yield recipient(person, secret)
    },
    /** One recipient; null for somebody who is not active. */
    async one(id: number): Promise<Recipient | null> {
      const { find, secret } = await open()
      const person = await find(id)
      return person?.status === 'active' ? recipient(person, secret) : null
    },
    /** The address of a subscriber in any state, or null. */
    async emailOf(id: number): Promise<string | null> {
      const { find } = await open()
      return (await find(id))?.email ?? null
    },
    async count(): Promise<number> {
      const { summary } = await open()
      return (await summary(null)).counts.active
    },
  }
}
