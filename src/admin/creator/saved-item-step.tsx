import { Save } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { AdminItem } from '../../api/admin-content.ts'
import { Button } from '../../ui/button.tsx'
import { ConflictDialog } from '../draft-editor/conflict/conflict-dialog.tsx'
import { StateWord, TroubleNotice } from '../draft-editor/state-word.tsx'
import { type Draft, useDraft } from '../draft-editor/use-draft.ts'
import { creatorRules } from './creator-rules.ts'
import { creatorFields } from './creator-state.ts'
import { EditStep } from './edit-step.tsx'
import type { StepProps } from './step-props.ts'
import { useFlushes } from './use-flushes.ts'
import { useSaved } from './use-saved.ts'

const saved = { title: 'Content updated', description: 'The item has been successfully updated.' }

/** The editing step of an item that exists: it is saved as in the draft editor, merged with what others changed meanwhile. */
export function SavedItemStep({ type, edit, reader, item, ...rest }: StepProps & { item: AdminItem }) {
  const { flushes, flush } = useFlushes()
  const draft = useDraft(type, item, flush, { values: edit.values, rules: creatorRules, saved })
  const { trouble, saving } = draft
  const [solving, setSolving] = useState(false)
  const onSaved = useSaved(type)
  reader.current = (all) => {
    if (all) flush()
    const { id, revision, base, values } = draft.state()
    return { kind: 'saved', id, revision, base, values }
  }
  const conflict = trouble.kind === 'conflict' ? trouble.conflict : null
  useEffect(() => setSolving(conflict !== null), [conflict])

  async function save(): Promise<boolean> {
    const done = await draft.save()
    if (done) onSaved()
    return done
  }
  const solved: Draft = {
    ...draft,
    async solve() {
      const done = await draft.solve()
      if (done) onSaved()
      return done
    },
  }

  return (
    <>
      <EditStep
        {...rest}
        edited={{ ...draft, fields: creatorFields[type], screen: 'creator' }}
        form={draft.form}
        flushes={flushes}
        dirty={draft.dirty}
        unsaved={draft.dirty}
        state={<StateWord draft={draft} />}
        trouble={
          <TroubleNotice
            draft={draft}
            onSolve={() => setSolving(draft.conflictIsCurrent())}
            onSave={() => void save()}
          />
        }
        onSaveKey={save}
        actions={(run) => (
          <Button
            variant="publish"
            icon={<Save aria-hidden="true" />}
            pending={saving}
            pendingText="Saving..."
            onClick={() => run(save)}
          >
            Update Content
          </Button>
        )}
      />
      {solving && trouble.kind === 'conflict' && (
        <ConflictDialog draft={solved} trouble={trouble} onClose={() => setSolving(false)} />
      )}
    </>
  )
}
