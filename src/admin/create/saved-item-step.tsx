import { useQuery } from '@tanstack/react-query'
import { Save } from 'lucide-react'
import { useEffect, useState } from 'react'
import { type AdminItem, contentKeys, readItem } from '../../api/admin-content.ts'
import { refusalOf } from '../../api/request.ts'
import { Button } from '../../ui/button.tsx'
import { CompareDialog } from '../item/compare-dialog.tsx'
import { ConflictDialog } from '../item/conflict/conflict-dialog.tsx'
import { creatorFields } from '../item/creator-state.ts'
import type { Draft } from '../item/draft.ts'
import { DraftNotices } from '../item/draft-notices.tsx'
import { valuesOf } from '../item/draft-values.ts'
import type { Restored } from '../item/restored-draft.ts'
import { StateWord, TroubleNotice } from '../item/state-word.tsx'
import { useDraft } from '../item/use-draft.ts'
import { useFlushes } from '../item/use-flushes.ts'
import { CreatorNotice } from './creator-notice.tsx'
import { creatorRules } from './creator-rules.ts'
import { EditStep } from './edit-step.tsx'
import type { StepProps } from './step-props.ts'
import { useSaved } from './use-saved.ts'

const saved = { title: 'Content updated', description: 'The item has been successfully updated.' }

/** The editing step of an item that exists: it is saved as in the draft editor, merged with what others changed meanwhile. */
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
    queryFn: (): Promise<AdminItem> => readItem(type, item.id),
  })
  const flushes = useFlushes()
  const { flush } = flushes
  // Others may have changed the item while the input step was shown: what was typed still stands on what it began from.
  const from = edit.kind === 'saved' ? edit : undefined
  const draft = useDraft(type, loaded, flush, { values: edit.values, from, begun, rules: creatorRules, saved })
  const { trouble, saving } = draft
  const [open, setOpen] = useState<'conflict' | 'compare' | null>(null)
  const compare = () => {
    flush()
    setOpen('compare')
  }
  const showLists = useSaved(type)
  const onSaved = () => {
    rest.onCreated({ kind: 'saved' })
    showLists()
  }
  reader.current = (all) => {
    if (all) flush()
    const { id, revision, base, values } = draft.state()
    return { kind: 'saved', id, revision, base, values }
  }
  const conflict = trouble.kind === 'conflict' ? trouble.conflict : null
  useEffect(() => setOpen(conflict ? 'conflict' : null), [conflict])

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
        notice={
          <>
            <DraftNotices draft={draft} gone={refusalOf(error)?.status === 404} onCompare={compare} />
            <CreatorNotice note={note} item={loaded} onCompare={compare} />
          </>
        }
        edited={{ ...draft, fields: creatorFields[type], screen: 'creator' }}
        form={draft.form}
        flushes={flushes}
        dirty={draft.dirty}
        unsaved={draft.dirty}
        state={<StateWord draft={draft} />}
        trouble={
          <TroubleNotice
            draft={draft}
            onSolve={() => draft.conflictIsCurrent() && setOpen('conflict')}
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
      {open === 'conflict' && trouble.kind === 'conflict' && (
        <ConflictDialog draft={solved} trouble={trouble} onClose={() => setOpen(null)} />
      )}
      {open === 'compare' && (
        <CompareDialog
          type={type}
          file={valuesOf(type, loaded, draft.timeZone)}
          draft={draft.form.getValues()}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  )
}
