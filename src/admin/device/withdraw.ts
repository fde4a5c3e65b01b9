import { useQueryClient } from '@tanstack/react-query'
import type { ContentType } from '#domain/content.ts'
import { sameValue } from '#domain/item/merge-fields.ts'
import { itemTypes } from '#domain/item/types.ts'
import { newIdempotencyKey } from '../../api/admin-call.ts'
import { contentKeys, loadItem } from '../../api/admin-content.ts'
import { refusalOf } from '../../api/refusal.ts'
import { useProfile } from '../../ui/site-profile.tsx'
import { type ItemVersion, valuesOf } from '../documents/draft-values.ts'
import type { Drafts } from '../documents/drafts.ts'
import type { Local } from '../documents/local.ts'
import {
  type FileCreation,
  type FileSave,
  type ItemCreation,
  isFileWork,
  type Outgoing,
  type SaveWork,
  type Work,
} from '../documents/queue/outgoing.ts'
import { cancelledWith, subjectOf, withFields } from '../documents/queue/queue-rules.ts'
import type { StoredDraft } from '../documents/stored-draft.ts'
import { creatorKind, emptyState, isCreatedType } from '../editing/creator-state.ts'
import { createKind, newValues } from '../editing/dialog-drafts.ts'
import { emptyDownload, newDownload } from '../editing/use-download-draft.ts'
import { useLocal, useOutgoing } from '../shell/local-provider.tsx'
import { useSiteFacts } from '../shell/site-facts.ts'

/**
 * Returns a function that removes an entry and its dependants from the queue. Texts are stored as
 * drafts before they are removed. Throws a sentence for the user when that is not possible; then
 * nothing has changed.
 */
export function useWithdraw(): (entry: Outgoing) => Promise<void> {
  const local = useLocal()
  const { drafts, outbox, tabs } = local
  const queue = useOutgoing()
  const queries = useQueryClient()
  const { timeZone } = useSiteFacts()
  const profile = useProfile()

  /** Combines the entries of one item to a draft; null when they contain no text. */
  async function draftOf(chain: ReadonlyArray<Outgoing>): Promise<StoredDraft | null> {
    const work = chain.map((entry) => entry.work).find(hasText)
    if (!work) return null
    const patches = chain.flatMap(({ work }) => (work.kind === 'save' ? [work.patch] : []))
    const shared = draftFacts(chain)
    if (isFileWork(work)) return fileDraft(work, chain, local)
    if (work.kind === 'create') {
      const fields: Record<string, unknown> = Object.assign({}, work.fields, ...patches)
      const instead = [...(work.instead ?? []), ...chain.slice(0, 1).map(({ key }) => ({ key }))]
      if (!isCreatedType(work.type))
        return createdDraft(work.type, fields, { ...shared, attempt: instead })
      const values = valuesOf(work.type, withFields({}, fields), timeZone)
      const state = {
        ...emptyState(work.type),
        phase: 'editing',
        edit: { kind: 'new', base: values, values, instead },
      }
      return {
        ...shared,
        kind: creatorKind,
        item: newIdempotencyKey(),
        revision: '',
        base: state,
        values: state,
      }
    }
    const { type, revision } = work
    const id = Number(work.item)
    const item: ItemVersion = await queries
      .fetchQuery({
        queryKey: contentKeys.item(type, id),
        queryFn: () => loadItem(type, id),
      })
      .catch((cause: unknown) => {
        // The item was deleted: the draft keeps the changes, for download or after a restore.
        if (refusalOf(cause)?.status === 404) return {}
        throw new Error(
          'The item can’t be read now, so its draft can’t be kept. Please try again later.',
          { cause },
        )
      })
    const before = withFields({ ...item }, work.from)
    const base = valuesOf(type, before, timeZone)
    const values = valuesOf(type, patches.reduce(withFields, before), timeZone)
    return onTop(drafts, { ...shared, kind: type, item: String(id), revision, base, values })
  }

  async function createdDraft(
    type: ContentType,
    fields: Record<string, unknown>,
    shared: Pick<StoredDraft, 'title' | 'at' | 'attempt'>,
  ) {
    if (await drafts.latest(createKind, type))
      throw new Error(
        `This browser has a draft of a new ${itemTypes[type].one}. Save or discard it before this is taken back.`,
      )
    const base = newValues(type, profile)
    const typed = valuesOf(type, withFields({}, fields), timeZone)
    const values = {
      ...base,
      ...typed,
      issueNumber: fields.issueNumber === undefined ? 0 : typed.issueNumber,
    }
    return { ...shared, kind: createKind, item: type, revision: '', base, values }
  }

  return async (entry) => {
    const taken = cancelledWith(queue, entry)
    const names = [...new Set(taken.map(draftName))]
    const chains = names.map((name) => taken.filter((one) => draftName(one) === name))
    const made = (await Promise.all(chains.map(draftOf))).filter((draft) => draft !== null)
    const before = await Promise.all(made.map(({ kind, item }) => drafts.latest(kind, item)))
    for (const draft of made) await drafts.store(draft)
    if (await outbox.cancel(taken.map(({ id }) => id))) {
      for (const draft of made) tabs.post({ kind: 'draft', of: draft, draft })
      return
    }
    for (const draft of made) await drafts.drop(draft)
    for (const draft of before) if (draft) await drafts.store(draft)
    throw new Error('This is just being sent. Look again in a moment.')
  }
}

/**
 * The draft of a form, with the file that was chosen in it. The fields that it lacks are those of
 * the document.
 */
async function fileDraft(
  work: FileSave | FileCreation,
  chain: ReadonlyArray<Outgoing>,
  { drafts, uploads }: Pick<Local, 'drafts' | 'uploads'>,
): Promise<StoredDraft> {
  const works = chain.flatMap(({ work }) => (isFileWork(work) && hasText(work) ? [work] : []))
  const values = Object.assign(
    {},
    ...works.map((one) => (one.kind === 'save' ? one.patch : one.fields)),
  )
  const bases = works.map((one) => (one.kind === 'save' ? one.from : emptyDownload))
  const base = Object.assign({}, ...bases.toReversed())
  const [item, revision] = work.kind === 'save' ? [work.form, work.revision] : [newDownload, '']
  const whole = await onTop(drafts, {
    ...draftFacts(chain),
    kind: work.type,
    item,
    revision,
    base,
    values,
  })
  const chosen = works.findLast(({ file }) => file)?.file
  const draft = `${work.type}/${item}`
  if (chosen) await uploads.store({ key: draft, file: chosen.file, alt: '', draft, field: 'file' })
  return whole
}

/** Merges the draft with a stored draft that is newer than the last queued save. */
async function onTop(drafts: Drafts, draft: StoredDraft<object>): Promise<StoredDraft> {
  const known = (await drafts.latest(draft.kind, draft.item)) as StoredDraft<object> | null
  if (!known) return draft
  const sameRevision = known.revision === draft.revision
  const [base, values] = [
    { ...known.base, ...draft.base },
    { ...known.base, ...draft.values },
  ]
  // A page that closed right after its save could not remove the draft that it had saved.
  if (sameRevision && sameValue(known.base, base) && sameValue(known.values, values)) return draft
  if (!sameRevision || !sameValue(known.base, values))
    throw new Error(
      'This browser has a draft of the same item. Open it, and save or discard it, before this is taken back.',
    )
  return { ...draft, base, values: known.values }
}

/**
 * Whether a write has text to keep: not a new page, whose text comes later, and not another
 * address.
 */
function hasText(work: Work): work is SaveWork | ItemCreation | FileCreation {
  if (work.kind === 'create') return work.type !== 'pages'
  return work.kind === 'save' && !(work.type === 'pages' && 'name' in work.patch)
}

/** What belongs to one draft: the entries of a document, or of one of its forms. */
function draftName(entry: Outgoing): string {
  const { work } = entry
  return work.kind === 'save' && isFileWork(work)
    ? `${subjectOf(entry)} ${work.form}`
    : subjectOf(entry)
}

const draftFacts = (chain: ReadonlyArray<Outgoing>) => ({
  title: chain.at(-1)?.title ?? '',
  at: Date.now(),
})
