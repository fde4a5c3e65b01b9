import type { MailDraft } from './mail-draft.ts'
import type { ReadResult } from './read-source.ts'

/** A mail on its way into the site. */
export interface ImportItem {
  key: string
  /** The file it came from. */
  source: string
  state: ImportState
}

export type ImportState =
  | { kind: 'ready'; draft: MailDraft }
  | { kind: 'saving'; draft: MailDraft; done: number; of: number }
  | { kind: 'failed'; draft: MailDraft; message: string }
  /** `lost` pictures could not be stored. */
  | { kind: 'saved'; id: number; title: string; lost: number }
  /** The mail is a newsletter already. */
  | { kind: 'known'; id: number; title: string }
  | { kind: 'refused'; message: string }

/** So many mails, and so many bytes of pictures, are held at a time. */
export const mostMails = 200
export const mostPictureBytes = 150 * 1024 * 1024

/** What one more result makes of the queue. A mail that is there already, or a newsletter already, is told and not held. */
export function withResult(
  items: ReadonlyArray<ImportItem>,
  result: ReadResult,
  told: { key: string; source: string; known: ReadonlyMap<string, { id: number; title: string }> },
): Array<ImportItem> {
  const { key, source, known } = told
  if (result.kind === 'refused') return [...items, { key, source, state: result }]
  const { draft } = result
  const before = known.get(draft.messageId)
  if (before) return [...items, { key, source, state: { kind: 'known', id: before.id, title: before.title } }]
  const twice = items.some(({ state }) => 'draft' in state && state.draft.messageId === draft.messageId)
  if (twice) return [...items]
  return [...items, { key, source, state: { kind: 'ready', draft } }]
}

/** What a person may change of a mail before it is saved. */
export type DraftEdit = Partial<Pick<MailDraft, 'title' | 'description' | 'issueNumber'>>

/** The queue with what somebody typed about one mail, so that it is there when they come back to it, and when all are saved at once. */
export function withEdit(items: ReadonlyArray<ImportItem>, key: string, edit: DraftEdit): Array<ImportItem> {
  return items.map((item) =>
    item.key === key && 'draft' in item.state
      ? { ...item, state: { ...item.state, draft: { ...item.state.draft, ...edit } } }
      : item,
  )
}

/** Whether no more mails should be read before some of these are saved or put away. */
export function isFull(items: ReadonlyArray<ImportItem>): boolean {
  const drafts = items.flatMap(({ state }) => ('draft' in state ? [state.draft] : []))
  const bytes = drafts.reduce((sum, { images }) => sum + images.reduce((all, image) => all + image.bytes.length, 0), 0)
  return drafts.length >= mostMails || bytes >= mostPictureBytes
}
