import { useQuery } from '@tanstack/react-query'
import { Save } from 'lucide-react'
import { type AdminItem, contentKeys, loadItem } from '../../api/admin-content.ts'
import { refusalOf } from '../../api/refusal.ts'
import { Button } from '../../ui/button.tsx'
import { useComparison } from '../editing/compare-dialog.tsx'
import { type CreatedType, creatorFields } from '../editing/creator-state.ts'
import { useFlushes } from '../editing/draft-context.ts'
import { DraftNotices } from '../editing/draft-notices.tsx'
import { notSaved } from '../editing/save-problem.ts'
import { DraftProblem, StateWord } from '../editing/state-word.tsx'
import type { Restored } from '../editing/use-draft.ts'
import { useDraft } from '../editing/use-draft.ts'
import { CreatorNotice } from './creator-notice.tsx'
import { creatorRules } from './creator-rules.ts'
import { EditStep } from './edit-step.tsx'
import type { StepProps } from './step-props.ts'
import { useSaved } from './use-saved.ts'

const words = (type: CreatedType) => ({
  fields: creatorFields[type],
  saved: { title: 'Content updated', description: 'The item has been successfully updated.' },
  failed: 'Failed to update content',
  noAnswer: notSaved,
})

/** Editing step of an existing item: saves as the draft editor does, with merging. */
export function SavedItemStep({
  type,
  edit,
  note,
  reader,
  item,
  begun,
  ...rest
}: StepProps & { item: AdminItem; begun: Restored | null }) {
  const { data: loaded = item, error } = useQuery({
    queryKey: contentKeys.item(type, item.id),
    queryFn: () => loadItem(type, item.id),
  })
  const flushes = useFlushes()
  const { flush } = flushes
  // The item may have changed while the input step was shown: typed text still refers to the
  // version it started from.
  const from = edit.kind === 'saved' ? edit : undefined
  const draft = useDraft(type, loaded, flush, {
    values: edit.values,
    from,
    stored: begun,
    gone: refusalOf(error)?.status === 404,
    rules: creatorRules,
    words: words(type),
  })
  const { saving } = draft
  const { compare, comparison } = useComparison(draft)
  const showLists = useSaved(type)
  const onSaved = () => {
    rest.onCreated({ kind: 'saved' })
    showLists()
  }
  reader.current = (all) => {
    if (all) flush()
    return { kind: 'saved', id: draft.id, ...draft.state() }
  }
  async function save() {
    const done = (await draft.save()) === 'saved'
    if (done) onSaved()
    return done
  }
  return (
    <>
      <EditStep
        {...rest}
        notice={
          <>
            <DraftNotices draft={draft} />
            <CreatorNotice note={note} item={loaded} onCompare={compare} />
          </>
        }
        edited={{ ...draft, fields: creatorFields[type], screen: 'creator' }}
        form={draft.form}
        flushes={flushes}
        dirty={draft.dirty}
        unsaved={draft.dirty}
        state={<StateWord draft={draft} />}
        problem={
          <DraftProblem
            draft={draft}
            onSave={() => void save()}
            onSolved={(outcome) => outcome === 'saved' && onSaved()}
          />
        }
        onSaveKey={save}
        actions={(run) => (
          <Button
            variant="publish"
            icon={<Save />}
            pending={saving}
            pendingText="Saving..."
            onClick={() => run(save)}
          >
            Update Content
          </Button>
        )}
      />
      {comparison}
    </>
  )
}
