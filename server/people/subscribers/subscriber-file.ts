import { z } from 'zod'
import { departure } from '#domain/departure.ts'
import { subscriber } from '#domain/subscriber.ts'

/**
 * Schema of `DATA_DIR/subscribers.json`: the whole list as of the start of the journal's
 * `generation`.
 */
const wholeList = z.object({
  version: z.literal(2),
  generation: z.int().positive(),
  nextId: z.int().positive(),
  subscribers: z.array(subscriber),
  /** Keyed hashes of erased addresses. */
  erased: z.array(z.string()),
  /** Erased people whom the newsletter service must remove. */
  departures: z.array(departure).default([]),
  /** Hash of the `link-secret` that belongs to the list; null in older files. */
  linkSecretHash: z.string().nullable().default(null),
})
export type SubscriberFile = z.infer<typeof wholeList>

/** Format before the journal was introduced. */
const firstVersion = z.object({
  nextId: z.int().min(1),
  subscribers: z.array(
    subscriber
      .pick({
        id: true,
        email: true,
        subscribedAt: true,
        source: true,
        utm: true,
        customFields: true,
      })
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

/** Parses either version of the file. Throws when it is neither. */
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
        page:
          typeof person.customFields.page_url === 'string' ? person.customFields.page_url : null,
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

/** Serialises the file in pieces, so that a long list does not block the process. */
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
