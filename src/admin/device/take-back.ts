import { useQueryClient } from '@tanstack/react-query'
import { sameValue } from '#domain/item/merge-fields.ts'
import { contentKeys, readItem } from '../../api/admin-content.ts'
import { newIdempotencyKey } from '../../api/admin-request.ts'
import { refusalOf } from '../../api/request.ts'
import { creatorKind, emptyState } from '../item/creator-state.ts'
import { createKind, newValues } from '../item/dialog-drafts.ts'
import { type ItemVersion, valuesOf } from '../item/draft-values.ts'
import type { KeptDraft } from '../offline/kept-draft.ts'
import { useLocal, useOutgoing } from '../offline/local-provider.tsx'
import type { Outgoing } from '../offline/queue/outgoing.ts'
import { subjectOf, takenBackWith, withFields } from '../offline/queue/queue-rules.ts'
import { useSiteFacts } from '../shell/site-facts.ts'

/**
 * Takes an entry out of the queue, and what stands on it. Every text among them becomes a draft again before it goes. Throws with a sentence when that
 * can't be done; then everything is as it was.
 */
export function useTakeBack(): (entry: Outgoing) => Promise<void> {
  const { drafts, outbox, tabs } = useLocal()
  const queue = useOutgoing()
  const queries = useQueryClient()
  const { timeZone } = useSiteFacts()

  /** What a chain of entries of one thing comes to; null where there is no text in it. */
  async function draftOf(chain: ReadonlyArray<Outgoing>): Promise<KeptDraft | null> {
    const [first] = chain
    if (!first) return null
    const patches = chain.flatMap(({ work }) => (work.kind === 'save' ? [work.patch] : []))
    const shared = { title: chain.at(-1)?.title ?? '', at: Date.now() }
    const { work } = first
    if (work.kind === 'create') {
      const fields: Record<string, unknown> = Object.assign({}, work.fields, ...patches)
      const instead = [...(work.instead ?? []), { key: first.key, fields: work.fields }]
      if (work.type === 'newsletters') return createdDraft(fields, { ...shared, attempt: instead })
      const values = valuesOf(work.type, withFields({}, fields), timeZone)
      const state = { ...emptyState(work.type), phase: 'editing', edit: { kind: 'new', base: values, values, instead } }
      return { ...shared, kind: creatorKind, item: newIdempotencyKey(), revision: '', base: state, values: state }
    }
    if (work.kind !== 'save' || typeof work.item !== 'number') return null
    const { type, item: id, revision } = work
    const item: ItemVersion = await queries
      .fetchQuery({ queryKey: contentKeys.item(type, id), queryFn: () => readItem(type, id) })
      .catch((cause: unknown) => {
        // Of what is deleted, the changes are kept: they can be downloaded, and go on when the item is restored.
        if (refusalOf(cause)?.status === 404) return {}
        throw new Error('The item can’t be read now, so its draft can’t be kept. Please try again later.', { cause })
      })
    const before = withFields({ ...item }, work.from)
    const base = valuesOf(type, before, timeZone)
    const values = valuesOf(type, patches.reduce(withFields, before), timeZone)
    return onTop({ ...shared, kind: type, item: String(id), revision, base, values })
  }

  /** With what was typed since the last save of the chain, and waits as a draft already. */
  async function onTop(draft: KeptDraft<object>): Promise<KeptDraft> {
    const known = (await drafts.latest(draft.kind, draft.item)) as KeptDraft<object> | null
    if (!known) return draft
    if (known.revision !== draft.revision || !sameValue(known.base, draft.values))
      throw new Error(
        'This browser has a draft of the same item. Open it, and save or discard it, before this is taken back.',
      )
    return { ...draft, values: known.values }
  }

  async function createdDraft(fields: Record<string, unknown>, shared: Pick<KeptDraft, 'title' | 'at' | 'attempt'>) {
    if (await drafts.latest(createKind, 'newsletters'))
      throw new Error('This browser has a draft of a new newsletter. Save or discard it before this is taken back.')
    const base = newValues('newsletters')
    const typed = valuesOf('newsletters', withFields({}, fields), timeZone)
    const values = { ...base, ...typed, issueNumber: fields.issueNumber === undefined ? 0 : typed.issueNumber }
    return { ...shared, kind: createKind, item: 'newsletters', revision: '', base, values }
  }

  return async (entry) => {
    const taken = takenBackWith(queue, entry)
    const subjects = [...new Set(taken.map(subjectOf))]
    const chains = subjects.map((subject) => taken.filter((one) => subjectOf(one) === subject))
    const made = (await Promise.all(chains.map(draftOf))).filter((draft) => draft !== null)
    const before = await Promise.all(made.map(({ kind, item }) => drafts.latest(kind, item)))
    for (const draft of made) await drafts.keep(draft)
    if (await outbox.cancel(taken.map(({ id }) => id))) {
      for (const draft of made) tabs.post({ kind: 'draft', of: draft, draft })
      return
    }
    for (const draft of made) await drafts.drop(draft)
    for (const draft of before) if (draft) await drafts.keep(draft)
    throw new Error('This is just being sent. Look again in a moment.')
  }
}
