import { useQueryClient } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { createdItem, type SaveAs } from '../editing/created-item.ts'
import { type CreatorEdit, creatorFields } from '../editing/creator-state.ts'
import { useFlushes } from '../editing/draft-context.ts'
import { StorageNotice } from '../editing/draft-notices.tsx'
import { typeName } from '../editing/field-words.ts'
import { notSaved } from '../editing/save-problem.ts'
import { ProblemNotice, StateWord } from '../editing/state-word.tsx'
import { useNewItem } from '../editing/use-new-item.ts'
import { useShowUndoable } from '../editing/use-show-undoable.ts'
import { atEndOfText, editorPath } from '../shell/editor-path.ts'
import { refreshType } from '../shell/refresh-after.ts'
import { useSiteFacts } from '../shell/site-facts.ts'
import { CreatorNotice } from './creator-notice.tsx'
import { creatorRules, draftOfCreatorRules } from './creator-rules.ts'
import { EditStep } from './edit-step.tsx'
import type { StepProps } from './step-props.ts'
import { useSaved } from './use-saved.ts'

/** Editing step of a new item, with buttons to publish it or to save it as a draft. */
export function NewItemStep({
  type,
  edit,
  draftName,
  written,
  note,
  notice,
  reader,
  taker,
  onEdited,
  onCreated,
  onSending,
  ...rest
}: StepProps & { edit: Extract<CreatorEdit, { kind: 'new' }> }) {
  const { timeZone } = useSiteFacts()
  const flushes = useFlushes()
  const { flush } = flushes
  /** The creation that is being sent, with its values. */
  const sending = useRef<Pick<typeof edit, 'base' | 'created'> | null>(null)
  const { form, dirty, saving, wanted, problem, attempts, save, take } = useNewItem(type, edit, {
    flush,
    onSending(created) {
      sending.current = created && { base: structuredClone(form.getValues()), created }
      return onSending()
    },
    payload: (values, as) => ({ ...createdItem(type, values, as) }),
    rules: (base, as) => (as === 'draft' ? draftOfCreatorRules : creatorRules)(type, base),
    words: { fields: creatorFields[type], failed: 'Failed to create content', noAnswer: notSaved },
  })
  const onSaved = useSaved(type)
  const queries = useQueryClient()
  const showUndoable = useShowUndoable()
  // biome-ignore lint/correctness/useExhaustiveDependencies: `form` never changes
  useEffect(() => form.subscribe({ formState: { values: true }, callback: onEdited }), [form])
  const shown = { saving: saving !== null, dirty: dirty || !edit.created, problem }
  taker.current = (other) => take(other.values, other.kind === 'new' ? other.instead : [])
  reader.current = (all) => {
    if (all) flush()
    return { ...edit, ...sending.current, instead: attempts.current, values: structuredClone(form.getValues()) }
  }

  async function saveAs(as: SaveAs): Promise<boolean> {
    const saved = await save(as)
    if (!saved) return false
    if (saved.kind === 'saved') {
      const description = `The ${typeName(type)} has been successfully created.`
      showUndoable({ title: 'Content created', description }, saved.commit, () => refreshType(queries, type))
    }
    // Offline, another screen can be loaded only with a service worker.
    const leaves = saved.kind === 'saved' || Boolean(navigator.serviceWorker?.controller)
    if (saved.kind === 'saved') onCreated({ kind: 'saved' })
    else onCreated({ kind: 'queued', created: saved.created, values: structuredClone(form.getValues()), leaves })
    // A writer who saves goes on writing.
    if (saved.kind === 'saved' && written && as === 'draft') onSaved(editorPath({ type, id: saved.id }) + atEndOfText)
    else if (leaves) onSaved()
    return true
  }

  return (
    <EditStep
      {...rest}
      draftName={draftName}
      notice={
        <>
          <StorageNotice className="mb-5" />
          {notice}
          <CreatorNotice note={note} item={null} />
        </>
      }
      edited={{ type, base: edit.base, timeZone, item: null, fields: creatorFields[type], screen: 'creator' }}
      form={form}
      flushes={flushes}
      dirty={dirty}
      unsaved={dirty || !(edit.created || written)}
      {...(written && { title: type === 'news' ? 'New News Item' : 'New Article' })}
      state={<StateWord draft={shown} />}
      problem={<ProblemNotice draft={shown} onSave={() => void saveAs(wanted())} />}
      onSaveKey={() => saveAs('draft')}
      actions={(run) => (
        <>
          <Button
            pending={saving === 'draft'}
            pendingText="Saving..."
            disabled={saving !== null}
            onClick={() => run(() => saveAs('draft'))}
          >
            Save as draft
          </Button>
          <Button
            variant="publish"
            icon={<Send aria-hidden="true" />}
            pending={saving === 'published'}
            pendingText="Saving..."
            disabled={saving !== null}
            onClick={() => run(() => saveAs('published'))}
          >
            {type === 'news' ? 'Publish News' : 'Publish Article'}
          </Button>
        </>
      )}
    />
  )
}
