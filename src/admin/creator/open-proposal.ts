import { type AdminItem, readItem } from '../../api/admin-content.ts'
import { refusalOf } from '../../api/request.ts'
import { type DraftValues, valuesOf } from '../draft-editor/draft-values.ts'
import { type CreatedType, type CreatorState, emptyState, emptyValues } from './creator-state.ts'
import { type CreatorAddress, type ProposedItem, withProposal } from './proposed-item.ts'

/** What a person is told about where the text comes from. */
export type CreatorNote = 'proposed' | 'unreadable' | 'gone' | null

export interface OpenedCreator {
  start: CreatorState
  /** Null for what does not exist. */
  item: AdminItem | null
  note: CreatorNote
}

/**
 * Begins with the item that the address names, in the version that is there now, and lays what the address proposes over it. Without an item that exists
 * it begins a new one. Rejects when the item can't be loaded.
 */
export async function openProposal(
  { type, proposed, problem }: Extract<CreatorAddress, { kind: 'edit' }>,
  timeZone: string,
): Promise<OpenedCreator> {
  if (!proposed) {
    console.error('The content of the address can’t be read.', problem)
    return { start: begun(type, emptyValues(type)), item: null, note: 'unreadable' }
  }
  const item = proposed.id === undefined ? null : await readIfThere(type, proposed.id)
  const base = item ? valuesOf(type, item, timeZone) : emptyValues(type)
  const values = withProposal(type, base, proposed, await proposedBody(proposed, base.content, item?.content ?? ''))
  if (!item)
    return {
      start: begun(type, emptyValues(type), values),
      item,
      note: proposed.id === undefined ? null : 'gone',
    }
  const start: CreatorState = {
    ...begun(type, base),
    edit: { kind: 'saved', id: item.id, revision: item.revision, base, values },
  }
  return { start, item, note: 'proposed' }
}

function begun(type: CreatedType, base: DraftValues, values = base): CreatorState {
  return { ...emptyState(type), phase: 'editing', edit: { kind: 'new', base, values } }
}

async function readIfThere(type: CreatedType, id: number): Promise<AdminItem | null> {
  try {
    return await readItem(type, id)
  } catch (error) {
    if (refusalOf(error)?.status === 404) return null
    throw error
  }
}

/**
 * The proposed body as Markdown: HTML changes only what differs from the item's own. An answer of the API carries its Markdown too, which counts when the
 * HTML says nothing new. Undefined when none is proposed, or none that can be read.
 */
async function proposedBody(
  { markdown, content }: ProposedItem,
  base: string,
  shown: string,
): Promise<string | undefined> {
  if (content === undefined) return markdown
  const { sentMarkdown } = await import('#domain/markdown/sent-markdown.ts')
  const meant = await sentMarkdown({ content, contentFormat: undefined }, base, async () => shown)
  return meant === null || meant === base ? markdown : meant
}
