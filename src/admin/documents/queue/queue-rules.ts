import { documentKinds } from '#domain/document/document-kinds.ts'
import { sameValue } from '#domain/item/merge-fields.ts'
import { changedMeanwhile, type MergeText, mergeItem } from '#domain/item/merge-item.ts'
import { waitingPicturesIn, withPictures } from '#domain/waiting-picture.ts'
import type { Made, Outgoing, SaveWork, Sent, SentItem, Work } from './outgoing.ts'

/**
 * The subject of an entry. Entries of one subject are sent in order, independent of others. A new
 * item is identified by the key of its creation.
 */
export function subjectOf({ work, key }: Pick<Outgoing, 'work' | 'key'>): string {
  if (work.kind === 'upload') return pictureSubject(key)
  if (work.kind === 'undo') return `undo/${work.commit}`
  if (work.kind === 'snippet') return `snippets/${work.title}`
  if (work.kind === 'restore-media') return `media/${work.path}`
  return work.kind === 'create' ? `${work.type}/${key}` : `${work.type}/${work.item}`
}

/**
 * The key of the queued creation that makes the document of a save; null when the document exists.
 */
export function creationOf({ type, item }: SaveWork): string | null {
  return typeof item === 'string' && documentKinds[type].namedBy === 'id' ? item : null
}

/** Whether two writes are the same, with the same chosen file. */
export function isSameWork(one: Work, other: Work): boolean {
  const fileOf = (work: Work) =>
    'file' in work && work.file && ('file' in work.file ? work.file.file : work.file)
  return sameValue(one, other) && fileOf(one) === fileOf(other)
}

const pictureSubject = (key: string) => `picture/${key}`

/** Keys of the pictures that must be uploaded before an entry. */
function picturesNeeded({ work }: Outgoing): Set<string> {
  if (work.kind === 'save') return waitingPicturesIn(work.patch)
  if (work.kind === 'snippet') return waitingPicturesIn(work.content)
  return work.kind === 'create' ? waitingPicturesIn(work.fields) : new Set()
}

/**
 * The earlier entry that must be sent first: of the same subject, or a picture in its text. Null
 * for none. A restoring waits for no parked entry, because it may be what brings the document of
 * that one back.
 */
export function waitsFor(queue: ReadonlyArray<Outgoing>, entry: Outgoing): Outgoing | null {
  const needed = needsOf(entry)
  const mayPass = ({ state }: Outgoing) => entry.work.kind === 'restore' && state.kind !== 'waiting'
  const earlier = queue.slice(0, queue.indexOf(entry))
  return earlier.find((one) => needed.includes(subjectOf(one)) && !mayPass(one)) ?? null
}

/** Subjects whose entries must be sent before this entry. */
function needsOf(entry: Outgoing): Array<string> {
  return [subjectOf(entry), ...[...picturesNeeded(entry)].map(pictureSubject)]
}

/**
 * After so many failed attempts in a row, an entry no longer holds up those that don't depend on
 * it.
 */
const patience = 3

/**
 * The next entry to send: the first waiting one that depends on no earlier unsent entry. Null for
 * none. `taken`: keys of those that are being sent.
 */
export function nextToSend(
  queue: ReadonlyArray<Outgoing>,
  now: number,
  taken: ReadonlySet<string> = new Set(),
): Outgoing | null {
  for (const entry of queue) {
    if (entry.state.kind !== 'waiting' || taken.has(entry.key) || waitsFor(queue, entry)) continue
    const { after = 0, failures = 0 } = entry.state
    if (isDue(after, now)) return entry
    // The order of documents may matter, as when one gets the former name of another.
    if (failures < patience) return null
  }
  return null
}

/**
 * The longest wait before an entry is sent. A later `after` is ignored: it was written before the
 * clock was set back.
 */
const longestWaitMs = 60_000

const isDue = (after: number, now: number) => after <= now || after > now + longestWaitMs

/**
 * The queue after an entry was sent. A successful entry is removed, and later entries are updated:
 * the next one of the same item is based on the new version, and texts get the address of an
 * uploaded picture. An entry with a conflict or refusal is parked.
 */
export function afterSent(
  queue: ReadonlyArray<Outgoing>,
  sent: Outgoing,
  answer: Sent,
  /** Needed for a saved version. */
  mergeBodies: MergeText | null,
): Array<Outgoing> {
  const put = (state: Outgoing['state']) =>
    queue.map((entry) => (entry.id === sent.id ? { ...entry, state } : entry))
  switch (answer.kind) {
    case 'conflict':
      return put({ kind: 'conflict', answer: answer.answer })
    case 'refused':
      return put({ kind: 'refused', message: answer.message })
    case 'gone':
      return put({ kind: 'gone' })
    case 'later':
      return put({
        kind: 'waiting',
        after: answer.after,
        failures: ((sent.state.kind === 'waiting' && sent.state.failures) || 0) + 1,
      })
    case 'unreachable':
      return [...queue]
    case 'done': {
      const left = queue.filter(({ id }) => id !== sent.id)
      const { item, picture } = answer
      if (picture !== undefined) return left.map((entry) => withAddress(entry, sent.key, picture))
      if (item === null) return left
      const subject = subjectOf(sent)
      const next = left.find((entry) => subjectOf(entry) === subject)
      // Only the next entry is based on what was sent; later ones are based on the entry before
      // them.
      return left.map((entry) => {
        if (subjectOf(entry) !== subject) return entry
        const named = ofItem(entry, item)
        return entry === next && mergeBodies ? onto(named, item, mergeBodies) : named
      })
    }
  }
}

/** Replaces the placeholder of a picture by its address. */
function withAddress(entry: Outgoing, key: string, url: string): Outgoing {
  if (entry.work.kind === 'upload') return entry
  return withPictures(entry, (one) => (one === key ? url : null))
}

/**
 * Moves an entry from a creation's key to the new item's id, or from the former to the present name
 * of a page. Fields that the creation did not contain get the server's values as their base.
 */
function ofItem(entry: Outgoing, item: SentItem): Outgoing {
  const { work } = entry
  if (work.kind === 'delete' || work.kind === 'restore')
    return { ...entry, work: { ...work, item: item.id } as typeof work }
  if (work.kind !== 'save' || work.item === item.id) return entry
  const from = Object.fromEntries(
    Object.keys(work.patch).map((key) => [
      key,
      work.from[key] === undefined ? fieldOf(item, key) : work.from[key],
    ]),
  )
  return { ...entry, work: { ...work, item: item.id, from } }
}

/**
 * The entries that must be cancelled together with an entry: itself, and those that are based on it
 * or depend on it; with a change of an item that is not created yet its creation, since a draft has
 * the text of both. In the order of the queue.
 */
export function cancelledWith(queue: ReadonlyArray<Outgoing>, entry: Outgoing): Array<Outgoing> {
  const gone = new Set([subjectOf(entry)])
  const taken: Array<Outgoing> = []
  const creation = entry.work.kind === 'save' ? creationOf(entry.work) : null
  const first = queue.findIndex(({ key }) => key === creation)
  for (const one of queue.slice(first < 0 ? queue.indexOf(entry) : first)) {
    if (!needsOf(one).some((need) => gone.has(need))) continue
    gone.add(subjectOf(one))
    taken.push(one)
  }
  return taken
}

/** Bases an entry on the version that the server made of the entry before it. */
export function onto(entry: Outgoing, item: SentItem, mergeBodies: MergeText): Outgoing {
  const { work } = entry
  if (work.kind === 'delete') return { ...entry, work: { ...work, revision: item.revision } }
  if (work.kind !== 'save') return entry
  const { contentFormat, ...sent } = work.patch
  const theirs = Object.fromEntries(Object.keys(sent).map((key) => [key, fieldOf(item, key)]))
  // Fields that were sent unchanged keep the server's value.
  const edited = Object.keys(sent).filter((key) => !sameValue(sent[key], work.from[key]))
  const { fields, conflicts } = mergeItem(work.from, sent, theirs, mergeBodies)
  if (conflicts.length === 0) {
    const patch: Record<string, unknown> = Object.fromEntries(
      edited.map((key) => [key, fields[key]]),
    )
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
 * An item as it will be after its queued entries are saved, as far as they merge without a
 * conflict; null without entries. The item may be newer than the base of the entries.
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
    const put: Outgoing =
      entry.state.kind === 'waiting' ? onto(entry, ahead ?? item, mergeBodies) : entry
    if (put.state.kind !== 'waiting' || put.work.kind !== 'save') return ahead
    ahead = withFields(ahead ?? item, put.work.patch)
  }
  return ahead
}

/** An item after a patch. */
export function withFields<Item extends object>(item: Item, fields: Record<string, unknown>): Item {
  const { content, contentFormat: _, ...others } = fields
  return { ...item, ...others, ...(content !== undefined && { markdown: content, content }) }
}

/** The value of a patch's field in an item as the API returns it. */
export function fieldOf(item: Record<string, unknown>, key: string): unknown {
  if (key === 'content') return item.markdown
  if (key !== 'articles' || !Array.isArray(item.articles)) return item[key]
  return item.articles.map(({ title, excerpt, markdown, content }) => ({
    title,
    excerpt,
    content: markdown ?? content,
  }))
}

/**
 * Whether an entry stays in the queue although a screen waits for it: it may have been carried out,
 * or will be soon.
 */
export function isKept(sent: Sent): boolean {
  return sent.kind === 'unreachable' || (sent.kind === 'later' && !sent.isRefused)
}

/** The result of an entry that others may refer to by its key; null for none. */
export function madeBy({ work }: Outgoing, answer: Sent): Made['made'] | null {
  if (answer.kind !== 'done') return null
  if (answer.picture !== undefined) return { kind: 'picture', url: answer.picture }
  const { item } = answer
  if (work.kind !== 'create' || !item) return null
  return { kind: 'item', type: work.type, id: Number(item.id), revision: item.revision }
}
