import { newIdempotencyKey } from '../../api/admin-call.ts'
import type { MailDraft } from './mail-draft.ts'
import type { ReadResult } from './read-source.ts'

/** A mail of the import. */
export interface ImportItem {
  key: string
  /** Name of its file. */
  source: string
  state: ImportState
}

export type ImportState =
  | { kind: 'ready'; draft: MailDraft }
  | { kind: 'saving'; draft: MailDraft; done: number; of: number }
  | { kind: 'failed'; draft: MailDraft; message: string }
  /** `lost`: number of pictures that could not be stored. */
  | { kind: 'saved'; id: number; title: string; lost: number }
  /** It waits on this device. */
  | { kind: 'queued'; title: string; lost: number }
  /** The mail was imported before. */
  | { kind: 'known'; id: number; title: string }
  | { kind: 'refused'; message: string }

/** Limits of mails, and of picture bytes, in memory. */
export const mostMails = 200
const mostPictureBytes = 150 * 1024 * 1024

/** Adds a result to the queue. A duplicate mail is reported and not added. */
export function withResult(
  items: ReadonlyArray<ImportItem>,
  result: ReadResult,
  source: string,
  known: ReadonlyMap<string, { id: number; title: string }>,
): ReadonlyArray<ImportItem> {
  const add = (state: ImportState) => [...items, { key: newIdempotencyKey(), source, state }]
  if (result.kind === 'refused') return add(result)
  const { draft } = result
  const before = known.get(draft.messageId)
  if (before) return add({ kind: 'known', id: before.id, title: before.title })
  const isTwice = items.some(
    ({ state }) => 'draft' in state && state.draft.messageId === draft.messageId,
  )
  return isTwice ? items : add({ kind: 'ready', draft })
}

/** Fields of a mail that can be edited before it is saved. */
export type DraftEdit = Partial<Pick<MailDraft, 'title' | 'description' | 'issueNumber'>>

/** Whether the limits are reached, so that mails must be saved or removed before more are read. */
export function isFull(items: ReadonlyArray<ImportItem>): boolean {
  const drafts = items.flatMap(({ state }) => ('draft' in state ? [state.draft] : []))
  const bytes = drafts.reduce(
    (sum, { images }) => sum + images.reduce((all, image) => all + image.bytes.length, 0),
    0,
  )
  return drafts.length >= mostMails || bytes >= mostPictureBytes
}
