import type { Vocabulary } from '#domain/site/vocabulary.ts'
import type { AdminItem } from '../../api/admin-content.ts'
import { refusalOf } from '../../api/refusal.ts'
import { changedFields, type DraftValues, fieldsOf, valuesOf } from '../documents/draft-values.ts'
import { readableDraft } from '../documents/readable-draft.ts'
import type { StoredDraft } from '../documents/stored-draft.ts'
import {
  type CreatedType,
  type CreatorInput,
  type CreatorState,
  emptyState,
  emptyValues,
} from '../editing/creator-state.ts'
import type { Restored } from '../editing/use-draft.ts'
import { type CreatorAddress, type ProposedItem, withProposal } from './proposed-item.ts'
import type { StoredInput } from './use-stored-creator.ts'

/** Notice about the origin of the text. */
export type CreatorNote = 'proposed' | 'hidden' | 'unreadable' | 'gone' | null

export interface OpenedCreator {
  start: CreatorState
  /** Null for a new item. */
  item: AdminItem | null
  /** The stored draft of the item in this browser. */
  draft: Restored | null
  /** The stored input step of an earlier visit; missing for a new item. */
  storedInput?: StoredInput
  note: CreatorNote
}

/** Data sources of `openProposal`. */
export interface ProposalSources {
  /** The present version of an item. Rejects with `RequestError` 404 when there is none. */
  read: (type: CreatedType, id: number) => Promise<AdminItem>
  latestDraft: (type: CreatedType, id: number) => Promise<StoredDraft | null>
  /** The stored input step of an earlier visit. */
  storedInput: (type: CreatedType, id: number) => Promise<StoredDraft | null>
  timeZone: string
  /** The words of the site; those of the specification by default. */
  site?: Vocabulary
}

/**
 * Opens edit mode: loads the present version of the item in the address and applies the proposed
 * changes to it; a stored draft takes precedence over both. Without an existing item it starts a
 * new one. Rejects when the item can't be loaded.
 */
export async function openProposal(
  { type, proposed, problem }: Extract<CreatorAddress, { kind: 'edit' }>,
  { read, latestDraft, storedInput, timeZone, site }: ProposalSources,
): Promise<OpenedCreator> {
  if (!proposed) {
    console.error('The content of the address can’t be read.', problem)
    return {
      start: begun(type, emptyValues(type, site)),
      item: null,
      draft: null,
      note: 'unreadable',
    }
  }
  const item =
    proposed.id === undefined ? null : await readIfThere(() => read(type, proposed.id as number))
  const base = item ? valuesOf(type, item, timeZone) : emptyValues(type, site)
  const values = withProposal(
    type,
    base,
    proposed,
    await proposedBody(proposed, base.content, item?.content ?? ''),
  )
  if (!item)
    return {
      start: begun(type, emptyValues(type, site), values),
      item,
      draft: null,
      note: proposed.id === undefined ? null : 'gone',
    }
  const draft = readableDraft(base, await latestDraft(type, item.id), fieldsOf[type])
  const kept = (await storedInput(type, item.id)) as StoredDraft<CreatorInput> | null
  const start: CreatorState = {
    ...begun(type, base),
    ...(kept && { input: { ...emptyState(type).input, ...kept.values } }),
    edit: {
      kind: 'saved',
      id: item.id,
      revision: item.revision,
      base,
      values: draft?.values ?? values,
    },
  }
  const proposes = changedFields(type, base, values).length > 0
  const isShown = !draft || changedFields(type, draft.values, values).length === 0
  return {
    start,
    item,
    draft,
    storedInput: { item: `${type}/${item.id}`, draft: kept },
    note: proposes ? (isShown ? 'proposed' : 'hidden') : null,
  }
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
 * The proposed body as Markdown. HTML is compared with the item's own, and only differences are
 * applied. An item that came from the API also has its Markdown, which is used when the HTML is
 * unchanged. Undefined when the proposal has no readable body.
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
