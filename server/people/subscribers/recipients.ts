import { setImmediate } from 'node:timers/promises'
import type { Subscriber } from '#domain/subscriber.ts'
import { signToken } from './link-tokens.ts'
import type { OpenStore } from './store.ts'

/** Somebody who gets mails. */
export interface Recipient {
  id: number
  email: string
  /** Takes the person off the list by a POST, without a session (RFC 8058). */
  unsubscribeUrl: string
}

/** After so many people other work gets its turn. */
const atOnce = 500

/** Who gets an issue by mail: those who are active in the moment of asking. Calls reject while the list can't be read. */
export function createRecipients({ open, siteUrl }: { open: OpenStore; siteUrl: string }) {
  const recipient = ({ id, email }: Subscriber, secret: string): Recipient => ({
    id,
    email,
    unsubscribeUrl: `${siteUrl}/unsubscribe?token=${signToken(secret, 'unsubscribe', id)}`,
  })

  return {
    /** Everybody, in portions. */
    async *active(): AsyncGenerator<Recipient> {
      const { all, secret } = await open()
      const people = [...all()].filter(({ status }) => status === 'active')
      for (const [index, person] of people.entries()) {
        if (index % atOnce === atOnce - 1) await setImmediate()
        yield recipient(person, secret)
      }
    },
    /** One of them; null for somebody who is not active any more. */
    async one(id: number): Promise<Recipient | null> {
      const { byId, secret } = await open()
      const person = byId(id)
      return person?.status === 'active' ? recipient(person, secret) : null
    },
    /** The address of whoever is on the list, in whatever state. */
    async emailOf(id: number): Promise<string | null> {
      const { byId } = await open()
      return byId(id)?.email ?? null
    },
    async count(): Promise<number> {
      const { all } = await open()
      let count = 0
      for (const { status } of all()) if (status === 'active') count += 1
      return count
    },
  }
}
