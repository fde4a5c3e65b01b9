import { domainToASCII } from 'node:url'
import { z } from 'zod'
import { type Departure, departure } from '#domain/departure.ts'
import { type Subscriber, subscriber } from '#domain/subscriber.ts'
import type { Records } from '../../records/records.ts'

export const subscriberRecords = {
  collections: {
    subscribers: {
      record: subscriber,
      key: 'id',
      table: 'subscribers',
      order: 'id',
      json: ['utm', 'customFields', 'choice'],
      derived: {
        emailKey: ({ email }: Subscriber) => emailKey(email),
        /** What a search examines. The line end prevents matches across two fields. */
        search: ({ email, source }: Subscriber) =>
          `${email.toLowerCase()}\n${source.toLowerCase()}`,
      },
      unique: 'emailKey',
    },
    /** Keyed hashes of addresses that were erased. */
    erased: {
      record: z.object({ hash: z.string() }),
      key: 'hash',
      table: 'erased_addresses',
      order: 'hash',
    },
    /** Erased people whom a newsletter service must remove. */
    departures: {
      record: departure,
      key: 'id',
      table: 'departures',
      order: 'id',
      derived: {
        emailKey: ({ email }: Departure) => (email === null ? null : emailKey(email)),
      },
    },
  },
  owners: 'subscribers' as const,
  locks: 'rows' as const,
  ids: { field: 'nextId', sequence: 'subscriber_ids' },
}

export type SubscriberRecords = Records<typeof subscriberRecords>

/** Key of an e-mail address: equal for spellings of the same address. */
export function emailKey(email: string): string {
  // Fast path for ASCII addresses; the general one takes fifty times as long.
  if (/^[!-~]*$/.test(email)) return email.toLowerCase()
  const at = email.lastIndexOf('@')
  const domain = email.slice(at + 1)
  return `${email.slice(0, at)}@${domainToASCII(domain) || domain}`.normalize('NFC').toLowerCase()
}
