import type { AdminItem } from '../../api/admin-content.ts'
import { refusalOf } from '../../api/request.ts'
import {
  type CreatedType,
  type CreatorInput,
  type CreatorState,
  emptyState,
  emptyValues,
} from '../item/creator-state.ts'
import { changedFields, type DraftValues, valuesOf } from '../item/draft-values.ts'
import { type Restored, restoredDraft } from '../item/use-begun.ts'
import type { KeptDraft } from '../offline/kept-draft.ts'
import { type CreatorAddress, type ProposedItem, withProposal } from './proposed-item.ts'

/** What a person is told about where the text comes from. */
export type CreatorNote = 'proposed' | 'unreadable' | 'gone' | null

export interface OpenedCreator {
  start: CreatorState
  /** Null for what does not exist. */
  item: AdminItem | null
  /** The draft of it that this browser has. */
  draft: Restored | null
  note: CreatorNote
}

/** Where the parts come from. */
export interface ProposalSources {
  /** The newest version of an item. Rejects with `RequestError` 404 when there is none. */
  read: (type: CreatedType, id: number) => Promise<AdminItem>
  latestDraft: (type: CreatedType, id: number) => Promise<KeptDraft | null>
  /** What an earlier visit has left in the input step. */
  keptInput: (type: CreatedType, id: number) => Promise<CreatorInput | null>
  timeZone: string
}

/**
 * Begins with the item that the address names, in the version that is there now, and lays what the address proposes over it; what was typed here before
 * and is in no commit comes first. Without an item that exists it begins a new one. Rejects when the item can't be loaded.
 */
export async function openProposal(
  { type, proposed, problem }: Extract<CreatorAddress, { kind: 'edit' }>,
  { read, latestDraft, keptInput, timeZone }: ProposalSources,
): Promise<OpenedCreator> {
  if (!proposed) {
    console.error('The content of the address can’t be read.', problem)
    return { start: begun(type, emptyValues(type)), item: null, draft: null, note: 'unreadable' }
  }
  const item = proposed.id === undefined ? null : await readIfThere(() => read(type, proposed.id as number))
  const base = item ? valuesOf(type, item, timeZone) : emptyValues(type)
  const values = withProposal(type, base, proposed, await proposedBody(proposed, base.content, item?.content ?? ''))
  if (!item)
    return {
      start: begun(type, emptyValues(type), values),
      item,
      draft: null,
      note: proposed.id === undefined ? null : 'gone',
    }
  const draft = restoredDraft(type, item, await latestDraft(type, item.id), timeZone)
  const input = await keptInput(type, item.id)
  const start: CreatorState = {
    ...begun(type, base),
    ...(input && { input }),
    edit: { kind: 'saved', id: item.id, revision: item.revision, base, values: draft?.values ?? values },
  }
  const differs = !draft && changedFields(type, base, values).length > 0
  return { start, item, draft, note: differs ? 'proposed' : null }
}

function begun(type: CreatedType, base: DraftValues, values = base): CreatorState {
  return { ...emptyState(type), phase: 'editing', edit: { kind: 'new', base, values } }
}

async function readIfThere(read: () => Promise<AdminItem>): Promise<AdminItem | null> {
  try {
    return await read()
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
