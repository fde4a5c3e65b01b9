import { sameValue } from '#domain/item/merge-fields.ts'
import { changedMeanwhile, type MergeText, mergeItem } from '#domain/item/merge-item.ts'
import { waitingPicturesIn, withPictures } from '#domain/waiting-picture.ts'
import type { Outgoing, Sent, SentItem } from './outgoing.ts'

/** What an entry is about; entries of one thing go out in their order, whatever happens to others. What does not exist yet is named by its key. */
export function subjectOf({ work, key }: Outgoing): string {
  if (work.kind === 'upload') return pictureSubject(key)
  return work.kind === 'create' ? `${work.type}/${key}` : `${work.type}/${work.item}`
}

const pictureSubject = (key: string) => `picture/${key}`

/** The keys of the pictures that must be uploaded before an entry can go. */
function picturesNeeded({ work }: Outgoing): Set<string> {
  if (work.kind === 'save') return waitingPicturesIn(work.patch)
  return work.kind === 'create' ? waitingPicturesIn(work.fields) : new Set()
}

/** The entry that stands before another one and must be done first: of the same thing, or a picture in its text. Null for none. */
export function waitsFor(queue: ReadonlyArray<Outgoing>, entry: Outgoing): Outgoing | null {
  const needed = needsOf(entry)
  return queue.slice(0, queue.indexOf(entry)).find((one) => needed.includes(subjectOf(one))) ?? null
}

/** What must not wait before an entry, lest it waits, too. */
function needsOf(entry: Outgoing): Array<string> {
  return [subjectOf(entry), ...[...picturesNeeded(entry)].map(pictureSubject)]
}

/** The entry that is to be sent now: the first that waits and needs no parked one before it. Null for none. */
export function nextToSend(queue: ReadonlyArray<Outgoing>, now: number): Outgoing | null {
  const blocked = new Set<string>()
  for (const entry of queue) {
    const free = !needsOf(entry).some((one) => blocked.has(one))
    if (entry.state.kind === 'waiting' && free) return isDue(entry.state.after ?? 0, now) ? entry : null
    blocked.add(subjectOf(entry))
  }
  return null
}

/** No server is left alone longer than this: a later instant was written before the clock was put back. */
const longestWaitMs = 60_000

const isDue = (after: number, now: number) => after <= now || after > now + longestWaitMs

/**
 * The queue after an entry was sent. What is done goes; what met a conflict or a refusal is parked; what follows of the same item stands on the version
 * that was made, and texts get the address of a picture that was uploaded.
 */
export function afterSent(
  queue: ReadonlyArray<Outgoing>,
  sent: Outgoing,
  answer: Sent,
  mergeBodies: MergeText,
): Array<Outgoing> {
  const put = (state: Outgoing['state']) => queue.map((entry) => (entry.id === sent.id ? { ...entry, state } : entry))
  switch (answer.kind) {
    case 'conflict':
      return put({ kind: 'conflict', answer: answer.answer })
    case 'refused':
      return put({ kind: 'refused', message: answer.message })
    case 'gone':
      return put({ kind: 'gone' })
    case 'later':
      return put({ kind: 'waiting', after: answer.after })
    case 'unreachable':
      return [...queue]
    case 'done': {
      const left = queue.filter(({ id }) => id !== sent.id)
      const { item, picture } = answer
      if (picture !== undefined) return left.map((entry) => withAddress(entry, sent.key, picture))
      if (item === null) return left
      const subject = subjectOf(sent)
      const next = left.find((entry) => subjectOf(entry) === subject)
      // Only the next one began from what was sent; those behind it began from that one.
      return left.map((entry) => {
        if (subjectOf(entry) !== subject) return entry
        const named = ofItem(entry, item)
        return entry === next ? onto(named, item, mergeBodies) : named
      })
    }
  }
}

/** An entry with the address of a picture that is uploaded now. */
function withAddress(entry: Outgoing, key: string, url: string): Outgoing {
  if (entry.work.kind === 'upload') return entry
  return withPictures(entry, (one) => (one === key ? url : null))
}

/** An entry of what was just created, under its number. What the creation did not name, nobody has changed since. */
function ofItem(entry: Outgoing, item: SentItem): Outgoing {
  const { work } = entry
  if (work.kind !== 'save' || work.item === item.id) return entry
  const from = Object.fromEntries(
    Object.keys(work.patch).map((key) => [key, work.from[key] === undefined ? fieldOf(item, key) : work.from[key]]),
  )
  return { ...entry, work: { ...work, item: item.id, from } }
}

/**
 * What must be taken back together with an entry, itself included: what waits for it has begun from it, and can't go without it. In the order of the
 * queue.
 */
export function takenBackWith(queue: ReadonlyArray<Outgoing>, entry: Outgoing): Array<Outgoing> {
  const gone = new Set([subjectOf(entry)])
  const taken: Array<Outgoing> = []
  for (const one of queue.slice(queue.indexOf(entry))) {
    if (!needsOf(one).some((need) => gone.has(need))) continue
    gone.add(subjectOf(one))
    taken.push(one)
  }
  return taken
}

/** An entry that began from an earlier one, put on what the server has made of that. */
export function onto(entry: Outgoing, item: SentItem, mergeBodies: MergeText): Outgoing {
  const { work } = entry
  if (work.kind === 'delete') return { ...entry, work: { ...work, revision: item.revision } }
  if (work.kind !== 'save') return entry
  const { contentFormat, ...sent } = work.patch
  const theirs = Object.fromEntries(Object.keys(sent).map((key) => [key, fieldOf(item, key)]))
  // What was sent along unchanged is theirs.
  const edited = Object.keys(sent).filter((key) => !sameValue(sent[key], work.from[key]))
  const { fields, conflicts } = mergeItem(work.from, sent, theirs, mergeBodies)
  if (conflicts.length === 0) {
    const patch: Record<string, unknown> = Object.fromEntries(edited.map((key) => [key, fields[key]]))
    if (contentFormat !== undefined) patch.contentFormat = contentFormat
    const from = Object.fromEntries(Object.keys(patch).map((key) => [key, fieldOf(item, key)]))
    return { ...entry, work: { ...work, revision: item.revision, patch, from } }
  }
  const answer = {
    message: changedMeanwhile,
    base: withFields(item, work.from),
    theirs: item,
    yours: withFields(item, work.patch),
    conflicts,
  }
  return { ...entry, state: { kind: 'conflict', answer } }
}

/**
 * An item as it will be when what waits for it is saved, as far as that merges by itself; null when nothing does. The item may be newer than what the
 * entries began from.
 */
export function withWaiting<Item extends SentItem>(
  queue: ReadonlyArray<Outgoing>,
  subject: string,
  item: Item,
  mergeBodies: MergeText,
): Item | null {
  let ahead: Item | null = null
  for (const entry of queue) {
    if (entry.work.kind !== 'save' || subjectOf(entry) !== subject) continue
    const put: Outgoing = entry.state.kind === 'waiting' ? onto(entry, ahead ?? item, mergeBodies) : entry
    if (put.state.kind !== 'waiting' || put.work.kind !== 'save') return ahead
    ahead = withFields(ahead ?? item, put.work.patch)
  }
  return ahead
}

/** An item as it is once a patch is in it. */
export function withFields<Item extends object>(item: Item, fields: Record<string, unknown>): Item {
  const { content, contentFormat: _, ...others } = fields
  return { ...item, ...others, ...(content !== undefined && { markdown: content, content }) }
}

/** The value that a patch's field has in an item, as the API answers it. */
export function fieldOf(item: Record<string, unknown>, key: string): unknown {
  if (key === 'content') return item.markdown
  if (key !== 'articles' || !Array.isArray(item.articles)) return item[key]
  return item.articles.map(({ title, excerpt, markdown, content }) => ({
    title,
    excerpt,
    content: markdown ?? content,
  }))
}
