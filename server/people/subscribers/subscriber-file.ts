import { z } from 'zod'
import { departure } from '#domain/departure.ts'
import { subscriber } from '#domain/subscriber.ts'

/** What `DATA_DIR/subscribers.json` holds: everybody as they were when the journal of `generation` began. */
const wholeList = z.object({
  version: z.literal(2),
  generation: z.int().positive(),
  nextId: z.int().positive(),
  subscribers: z.array(subscriber),
  /** Keyed hashes of addresses that were erased. */
  erased: z.array(z.string()),
  /** Of whom a newsletter service is still to be told; files from before that have none. */
  departures: z.array(departure).default([]),
  /** Tells whether `link-secret` is the one that belongs to the list; null in files from before it was noted. */
  linkSecretHash: z.string().nullable().default(null),
})
export type SubscriberFile = z.infer<typeof wholeList>

/** Before there was a journal. */
const firstVersion = z.object({
  nextId: z.int().min(1),
  subscribers: z.array(
    subscriber
      .pick({ id: true, email: true, subscribedAt: true, source: true, utm: true, customFields: true })
      .extend({ active: z.boolean() }),
  ),
})

export const noSubscribers: SubscriberFile = {
  version: 2,
  generation: 1,
  nextId: 1,
  subscribers: [],
  erased: [],
  departures: [],
  linkSecretHash: null,
}

export function isFirstVersion(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !('version' in value)
}

/** The list in a file's JSON, of this version or the one before. Throws when it is neither. */
export function parseSubscriberFile(value: unknown): SubscriberFile {
  if (!isFirstVersion(value)) return wholeList.parse(value)
  const { nextId, subscribers } = firstVersion.parse(value)
  return {
    ...noSubscribers,
    nextId,
    subscribers: subscribers.map(({ active, ...person }) => ({
      ...person,
      status: active ? 'active' : 'unsubscribed',
      consent: {
        at: person.subscribedAt,
        page: typeof person.customFields.page_url === 'string' ? person.customFields.page_url : null,
        wording: 'before-2026-11',
      },
      confirmedAt: null,
      unsubscribedAt: active ? null : person.subscribedAt,
      confirmation: { sent: 0, lastAt: null, due: false },
      told: null,
    })),
  }
}

const slice = 500

/** The file's text in pieces, so that writing many people never holds the process up for long. */
export function* subscriberFileText({ subscribers, ...rest }: SubscriberFile): Generator<string> {
  yield `${JSON.stringify(rest).slice(0, -1)},"subscribers":[`
  for (let at = 0; at < subscribers.length; at += slice)
    yield (at === 0 ? '\n' : ',\n') +
      subscribers
        .slice(at, at + slice)
        .map((person) => JSON.stringify(person))
        .join(',\n')
  yield '\n]}\n'
}
