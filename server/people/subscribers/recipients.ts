import type { Segment } from '#domain/segment.ts'
import type { Subscriber } from '#domain/subscriber.ts'
import { unsubscribeLink } from './link-tokens.ts'
import type { OpenStore } from './subscriber-store.ts'

/** An active subscriber as the recipient of a mail. */
export interface Recipient {
  id: number
  email: string
  /** Unsubscribes the person by a POST without a session (RFC 8058). */
  unsubscribeUrl: string
}

/** How many sources are offered as segments. */
const mostSources = 50

/**
 * The recipients of an issue: subscribers that are active at the time of the call. Calls reject
 * while the list can't be read.
 */
export function createRecipients({ open, siteUrl }: { open: OpenStore; siteUrl: string }) {
  const recipient = ({ id, email }: Subscriber, secret: string): Recipient => ({
    id,
    email,
    unsubscribeUrl: unsubscribeLink(siteUrl, secret, id),
  })

  return {
    /** Yields the active subscribers of a segment, in batches. */
    async *active(segment: Segment): AsyncGenerator<Recipient> {
      const { portions, secret } = await open()
      for await (const people of portions({ status: 'active', service: null, segment }, 'oldest'))
        for (const person of people) yield recipient(person, secret)
    },
    /** Those of these people who are active, by their ids. */
    async some(ids: Array<number>): Promise<ReadonlyMap<number, Recipient>> {
      const { some, secret } = await open()
      const active = (await some(ids)).filter(({ status }) => status === 'active')
      return new Map(active.map((person) => [person.id, recipient(person, secret)]))
    },
    /** The addresses of subscribers in any state, by their ids. */
    async emailsOf(ids: Array<number>): Promise<ReadonlyMap<number, string>> {
      const { some } = await open()
      return new Map((await some(ids)).map(({ id, email }) => [id, email]))
    },
    /** The number of active subscribers in a segment. */
    async count(segment: Segment): Promise<number> {
      const { page } = await open()
      return (await page({ status: 'active', service: null, segment }, { limit: 1 })).total
    },
    /** The sources of most active subscribers. */
    async sources(): Promise<Array<{ source: string; count: number }>> {
      return (await open()).sources(mostSources)
    },
    /** How many people unsubscribed by the link of an issue's mail. */
    async leftBy(issue: number): Promise<number> {
      return (await open()).leftBy(issue)
    },
  }
}
