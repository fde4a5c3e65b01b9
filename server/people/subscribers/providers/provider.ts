import type { Subscriber } from '#domain/subscriber.ts'

/** Somebody who leaves. Of one who was erased there is the address alone. */
export type Leaver = Pick<Subscriber, 'email'> & Partial<Pick<Subscriber, 'subscribedAt' | 'source' | 'customFields'>>

/** A newsletter service. Both calls may be made again and come to the same; both reject with Trouble. */
export interface Provider {
  /** As an administrator knows it. */
  name: string
  /** Another one means another place: whoever was told to one is not known to the other. */
  key: string
  subscribe(person: Subscriber, signal: AbortSignal): Promise<void>
  /** The person wants no more mails. Fine when the service does not know them. */
  unsubscribe(person: Leaver, signal: AbortSignal): Promise<void>
}
