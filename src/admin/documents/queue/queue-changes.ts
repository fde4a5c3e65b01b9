import type { MergeText } from '#domain/item/merge-item.ts'
import { withPictures } from '#domain/waiting-picture.ts'
import { storedFormat } from '../stored-format.ts'
import type { Entry, Outgoing, Sent, Work } from './outgoing.ts'
import { afterSent, cancelledWith, madeBy } from './queue-rules.ts'
import type { QueueChange, QueueState } from './queue-storage.ts'

/**
 * Appends an entry; a parked one with its key is replaced, with what is based on it. Null when it
 * waits already.
 */
export function append({ entries, made }: QueueState, entry: Entry): QueueChange | null {
  const before = entries.find(({ key }) => key === entry.key)
  if (before?.state.kind === 'waiting') return null
  const replaced = before ? cancelledWith(entries, before) : []
  const others = entries.filter((one) => !replaced.includes(one))
  // The picture may have been uploaded while this was written.
  const urlOf = (key: string) => {
    const picture = made.get(key)
    return picture?.kind === 'picture' ? picture.url : null
  }
  const whole = {
    ...entry,
    at: Date.now(),
    state: { kind: 'waiting' as const },
    format: storedFormat,
  }
  return { entries: [...others, entry.work.kind === 'upload' ? whole : withPictures(whole, urlOf)] }
}

/** Stores what became of an entry that was sent, in the queue and in the texts that refer to it. */
export function applySent(
  { entries }: QueueState,
  entry: Outgoing,
  sent: Sent,
  mergeBodies: MergeText | null,
): QueueChange {
  const { key } = entry
  const made = madeBy(entry, sent)
  return {
    entries: afterSent(entries, entry, sent, mergeBodies),
    made: made && { key, at: Date.now(), made },
    ...(made?.kind === 'picture' && {
      draft: (draft) => withPictures(draft, (one) => (one === key ? made.url : null)),
    }),
  }
}

/** Removes entries, all or none: null when one of them is gone. */
export function remove({ entries }: QueueState, ids: ReadonlyArray<number>): QueueChange | null {
  const isThere = ids.every((id) => entries.some((entry) => entry.id === id))
  return isThere ? { entries: entries.filter(({ id }) => !ids.includes(id)) } : null
}

/**
 * Returns a parked entry to the queue with new work and key, and removes others. Null when it is
 * gone.
 */
export function returnEntry(
  { entries }: QueueState,
  id: number,
  next: { work: Work; key: string },
  without: ReadonlyArray<number>,
): QueueChange | null {
  if (!entries.some((entry) => entry.id === id)) return null
  const left = entries.filter((entry) => !without.includes(entry.id))
  return {
    entries: left.map((entry) =>
      entry.id === id ? { ...entry, ...next, state: { kind: 'waiting' } } : entry,
    ),
  }
}
