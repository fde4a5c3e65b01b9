import { z } from 'zod'
import { departure } from '#domain/departure.ts'
import { subscriber } from '#domain/subscriber.ts'
import { storedLinkSecret } from '../../platform/stored-secrets.ts'
import type { JournalledFiles } from '../../records/journalled-records.ts'
import type { Change } from '../../records/memory-table.ts'

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

const noSubscribers: SubscriberFile = {
  version: 2,
  generation: 1,
  nextId: 1,
  subscribers: [],
  erased: [],
  departures: [],
  linkSecretHash: null,
}

function isFirstVersion(value: unknown): boolean {
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

/**
 * One line of the journal has the results of changes, so that applying it twice is harmless. Each
 * field of an entry is a change.
 */
const journalEntry = z.union([
  z.object({ put: subscriber }),
  /** Versions before 2026-12 wrote the hash of an erased address; null stored nothing. */
  z.object({ erase: z.int(), hash: z.string().nullable() }),
  /** Removes the hash of an erased address, because the person subscribed again. */
  z.object({ forget: z.string() }),
  z.object({ departure }),
  /** The id of a departure that has ended. */
  z.object({ departed: z.int() }),
])

/** The changes of a line's entry. */
function changesOf(value: unknown): ReadonlyArray<Change> | null {
  const { data: entry } = journalEntry.safeParse(value)
  if (!entry) return null
  if ('put' in entry) return [{ name: 'subscribers', key: entry.put.id, item: entry.put }]
  if ('forget' in entry) return [{ name: 'erased', key: entry.forget, item: null }]
  if ('departed' in entry) return [{ name: 'departures', key: entry.departed, item: null }]
  if ('departure' in entry)
    return [{ name: 'departures', key: entry.departure.id, item: entry.departure }]
  const { erase, hash } = entry
  const erased: Change = { name: 'subscribers', key: erase, item: null }
  return hash === null ? [erased] : [erased, { name: 'erased', key: hash, item: { hash } }]
}

/** The entry of a change. */
function entryOf({ name, key, item }: Change): unknown {
  if (name === 'subscribers') return item ? { put: item } : { erase: key, hash: null }
  if (name === 'departures') return item ? { departure: item } : { departed: key }
  return { forget: key }
}

/** The list in `subscribers.json` and its journal, with `link-secret`, which `admitted` gets. */
export function subscriberFiles(
  dataDir: string,
  admitted: (secret: string) => void,
): JournalledFiles<SubscriberFile> {
  let { linkSecretHash } = noSubscribers
  // Versions of the program with the first file format sent no mails with links.
  let hasLinks = true
  return {
    folder: dataDir,
    name: 'subscribers',
    empty: noSubscribers,
    parse(value) {
      hasLinks = !isFirstVersion(value)
      return parseSubscriberFile(value)
    },
    text: subscriberFileText,
    lists: ({ erased, ...file }) => ({ ...file, erased: erased.map((hash) => ({ hash })) }),
    file: (lists, generation) => ({
      ...noSubscribers,
      ...lists,
      erased: (lists.erased as ReadonlyArray<{ hash: string }>).map(({ hash }) => hash),
      generation,
      linkSecretHash,
    }),
    entry: entryOf,
    changes: changesOf,
    isCurrent: (file) => file.linkSecretHash !== null,
    async admit(file, isUsed) {
      const list = { hash: file.linkSecretHash, isUsed: hasLinks && isUsed }
      const { secret, hash } = await storedLinkSecret(dataDir, list)
      linkSecretHash = hash
      admitted(secret)
    },
  }
}
