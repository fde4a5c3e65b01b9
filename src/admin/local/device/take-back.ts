import { useQueryClient } from '@tanstack/react-query'
import { contentKeys, readItem } from '../../../api/admin-content.ts'
import { newIdempotencyKey } from '../../../api/admin-request.ts'
import { emptyState } from '../../creator/creator-state.ts'
import { creatorKind } from '../../creator/use-begun-creator.ts'
import { valuesOf } from '../../draft-editor/draft-values.ts'
import { useSiteFacts } from '../../shell/site-facts.ts'
import type { KeptDraft } from '../kept-draft.ts'
import { useLocal } from '../local-provider.tsx'
import type { Outgoing } from '../queue/outgoing.ts'
import { withFields } from '../queue/queue-rules.ts'

/** Takes an entry out of the queue. Its text becomes a draft again before it goes. Throws with a sentence when it can't. */
export function useTakeBack(): (entry: Outgoing) => Promise<void> {
  const { drafts, outbox } = useLocal()
  const queries = useQueryClient()
  const { timeZone } = useSiteFacts()

  async function draftOf({ work, title }: Outgoing): Promise<KeptDraft | null> {
    const at = Date.now()
    if (work.kind === 'create' && work.type !== 'newsletters') {
      const values = valuesOf(work.type, withFields({}, work.fields), timeZone)
      const state = { ...emptyState(work.type), phase: 'editing', edit: { kind: 'new', base: values, values } }
      return { kind: creatorKind, item: newIdempotencyKey(), revision: '', title, base: state, values: state, at }
    }
    if (work.kind !== 'save') return null
    const { type, item: id, revision } = work
    const item = await queries
      .fetchQuery({ queryKey: contentKeys.item(type, id), queryFn: () => readItem(type, id) })
      .catch((cause: unknown) => {
        throw new Error('The item can’t be read now, so its draft can’t be kept. Please try again later.', { cause })
      })
    return {
      kind: type,
      item: String(id),
      revision,
      title,
      base: valuesOf(type, withFields(item, work.from), timeZone),
      values: valuesOf(type, withFields(item, work.patch), timeZone),
      at,
    }
  }

  return async (entry) => {
    const draft = await draftOf(entry)
    if (draft) await drafts.keep(draft)
    if (!(await outbox.cancel(entry.id)) && draft) await drafts.drop(draft)
  }
}
