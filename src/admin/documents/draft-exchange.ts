import type { DeviceDraft } from '#domain/device-draft.ts'
import { sameValue } from '#domain/item/merge-fields.ts'
import { mergeItem } from '#domain/item/merge-item.ts'
import { backgroundCall, newIdempotencyKey } from '../../api/admin-call.ts'
import { refusalOf } from '../../api/refusal.ts'
import type { LocalDatabase } from './database.ts'
import type { Drafts } from './drafts.ts'
import {
  type Contained,
  type DraftKey,
  keyOf,
  type OtherText,
  type StoredDraft,
  type SyncedDraft,
} from './stored-draft.ts'

export interface ExchangeOptions {
  userId: number
  /** This browser, in words for its owner. */
  name: string
  drafts: Pick<Drafts, 'allHere' | 'store' | 'drop' | 'storage'>
  /** Called with a draft that has another text now, and with the one before; null for none. */
  onText: (key: DraftKey, draft: StoredDraft | null, before: StoredDraft | null) => void
  /** Called when a text of another device conflicts, and when it does no more. */
  onConflict: () => void
}

/** Sends the texts of this device and, with `takes`, takes those of the others. */
export async function exchangeDrafts(
  options: ExchangeOptions,
  db: LocalDatabase,
  takes: boolean,
): Promise<void> {
  const device = (await db.get('device', 'id')) ?? newIdempotencyKey()
  await db.put('device', device, 'id')
  await sendOwn(options, db, device)
  if (!takes) return
  const { store, drafts } = await backgroundCall('GET /api/drafts', { user: options.userId })
  const before = await db.get('device', 'store')
  if (store !== null) await db.put('device', store, 'store')
  // A store that was replaced has nothing of what it was sent, and says nothing about it.
  if (before !== undefined && before !== store) {
    await db.clear('synced')
    await sendOwn(options, db, device)
  }
  const others = drafts.filter((text) => text.device !== device)
  for (const text of others) await take(options, db, device, text)
  await dropEnded(options, db, others)
}

/** Sends what was edited here, and removes from the server what was saved or discarded here. */
async function sendOwn(
  { userId, name, drafts }: ExchangeOptions,
  db: LocalDatabase,
  device: string,
): Promise<void> {
  const own = await drafts.allHere()
  // Where drafts can't be stored or read, the list may lack some.
  if (drafts.storage().kind !== 'available') return
  for (const draft of own) {
    const known = (await db.get('synced', keyOf(draft))) ?? unknown(draft)
    if (known.sentAt === draft.at || isUnedited(draft, known)) continue
    const contains = Object.fromEntries(
      Object.entries(known.contains).map(([of, { at, values }]) => [of, { at, values }]),
    )
    const body = { device, name, draft: withoutFiles(draft), contains }
    await unlessRefused(backgroundCall('POST /api/drafts', { body, user: userId }))
    // Meanwhile the person may have solved a conflict.
    const latest = (await db.get('synced', keyOf(draft))) ?? known
    await db.put('synced', { ...latest, sentAt: draft.at })
  }
  const names = new Set(own.map(nameOf))
  for (const known of await db.getAll('synced')) {
    if (names.has(nameOf(known))) continue
    const { kind, item, revision, sentAt, contains } = known
    const texts = Object.entries(contains).flatMap(([of, { id }]) =>
      id ? [{ device: of, id }] : [],
    )
    for (const text of [...(sentAt === undefined ? [] : [{ device }]), ...texts]) {
      const body = { ...text, kind, item, revision }
      await unlessRefused(backgroundCall('DELETE /api/drafts', { body, user: userId }))
    }
    await db.delete('synced', keyOf(known))
  }
}

/** Takes the text of another device into the draft of this one. */
async function take(
  { drafts, onText, onConflict }: ExchangeOptions,
  db: LocalDatabase,
  device: string,
  { device: of, name, id, draft, contains }: DeviceDraft,
): Promise<void> {
  const text: OtherText = { name, id, at: draft.at, values: draft.values }
  const own = await db.get('drafts', keyOf(draft))
  const known = (await db.get('synced', keyOf(draft))) ?? unknown(draft)
  if (known.conflicts[of]?.id === id) return
  const had = known.contains[of]
  if (had && had.at >= draft.at) {
    if (had.id !== id)
      await db.put('synced', { ...known, contains: { ...known.contains, [of]: { ...had, id } } })
    return
  }
  const all = containing({ ...known, contains: latest(known.contains, contains, device) }, of, text)
  /** The name of that draft; another one when it was edited here since the text before this. */
  const nameBeside = async () => {
    const item = `${draft.item}-${of.slice(0, 8)}`
    const beside = await db.get('drafts', keyOf({ ...draft, item }))
    const isEdited = beside && !sameValue(beside.values, known.conflicts[of]?.values)
    return isEdited ? `${item}-${draft.at}` : item
  }
  const show = async (next: StoredDraft) => {
    await drafts.store(next)
    onText(next, next, own ?? null)
  }
  // Where the other text contains this one, nothing is to be merged.
  const isContained = [had, ...Object.values(contains)].some((one) => one && one.at === own?.at)
  if (!own || isContained) {
    await db.put('synced', all)
    await show({ ...draft, device: name })
    if (known.conflicts[of]) onConflict()
    return
  }
  const { mergeBodies } = await import('#domain/markdown/merge-bodies.ts')
  // The last text that both of them contain.
  const [last] = [had, contains[device]]
    .filter((one) => one !== undefined)
    .sort((one, other) => other.at - one.at)
  const values = own.values as Record<string, unknown>
  const base = last?.values ?? (own.base as Record<string, unknown>)
  const merged = mergeItem(base, values, draft.values, mergeBodies)
  if (merged.conflicts.length > 0) {
    await db.put('synced', { ...known, conflicts: { ...known.conflicts, [of]: text } })
    // Something new has no file to decide over: the other text becomes a draft of its own.
    if (draft.revision === '')
      await drafts.store({ ...draft, item: await nameBeside(), device: name })
    else onConflict()
    return
  }
  await db.put('synced', all)
  if (known.conflicts[of]) onConflict()
  if (!sameValue(merged.fields, values))
    await show({ ...own, values: merged.fields, at: Math.max(Date.now(), own.at + 1) })
}

/**
 * Drops drafts that another device has saved or discarded meanwhile, unless they were edited here.
 */
async function dropEnded(
  { drafts, onText, onConflict }: ExchangeOptions,
  db: LocalDatabase,
  others: ReadonlyArray<DeviceDraft>,
): Promise<void> {
  const there = new Set(others.map(({ device, draft }) => device + nameOf(draft)))
  for (const known of await db.getAll('synced')) {
    const isThere = ([device]: [string, unknown]) => there.has(device + nameOf(known))
    const contains = Object.fromEntries(Object.entries(known.contains).filter(isThere))
    const conflicts = Object.fromEntries(Object.entries(known.conflicts).filter(isThere))
    const own = await db.get('drafts', keyOf(known))
    if (own && isUnedited(own, known) && !isUnedited(own, { ...known, contains })) {
      await drafts.drop(own)
      onText(own, null, own)
    }
    await db.put('synced', { ...known, contains, conflicts })
    if (Object.keys(conflicts).length < Object.keys(known.conflicts).length) onConflict()
  }
}

const nameOf = (key: DraftKey) => JSON.stringify(keyOf(key))

const unknown = ({ kind, item, revision }: DraftKey): SyncedDraft => ({
  kind,
  item,
  revision,
  contains: {},
  conflicts: {},
})

/** By device, the later of two texts of each, except those of this one. */
function latest(
  ones: Record<string, Contained>,
  others: Record<string, Contained>,
  own: string,
): Record<string, Contained> {
  const { [own]: _, ...found } = others
  for (const [device, one] of Object.entries(ones))
    if (!found[device] || found[device].at <= one.at) found[device] = one
  return found
}

/** What is known when the draft contains the text of a device. */
export function containing(known: SyncedDraft, device: string, text: OtherText): SyncedDraft {
  const { [device]: _, ...conflicts } = known.conflicts
  return { ...known, contains: { ...known.contains, [device]: text }, conflicts }
}

/** Whether a draft is exactly the text of another device. */
const isUnedited = (draft: StoredDraft, { contains }: SyncedDraft): boolean =>
  Object.values(contains).some(({ at }) => at === draft.at)

/** The draft as JSON: its files stay in this browser until they are uploaded. */
function withoutFiles({ device: _, ...draft }: StoredDraft) {
  return JSON.parse(
    JSON.stringify(draft, (_name, value: unknown) => (value instanceof Blob ? undefined : value)),
  )
}

/** A text that the server refuses stays here; it is sent again after the next edit. */
async function unlessRefused(sent: Promise<unknown>): Promise<void> {
  await sent.catch((error: unknown) => {
    const status = refusalOf(error)?.status
    if (status !== 413 && status !== 422) throw error
    console.warn(error)
  })
}
