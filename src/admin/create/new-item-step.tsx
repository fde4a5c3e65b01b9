import { useQueryClient } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { useEffect } from 'react'
import type { ContentType } from '#domain/content.ts'
import { atEndOfText, editorPath } from '#domain/editor-path.ts'
import { Button, type ButtonProps } from '../../ui/button.tsx'
import { typeName } from '../documents/field-words.ts'
import { createdItem, type SaveAs } from '../editing/created-item.ts'
import { type CreatorEdit, creatorFields } from '../editing/creator-state.ts'
import { useFlushes } from '../editing/draft-context.ts'
import { StorageNotice } from '../editing/draft-notices.tsx'
import { notSaved } from '../editing/save-problem.ts'
import { ProblemNotice, StateWord } from '../editing/state-word.tsx'
import { useNewItem } from '../editing/use-new-item.ts'
import { useShowUndoable } from '../editing/use-show-undoable.ts'
import { useRole } from '../shell/auth.tsx'
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
  storeNow,
  ...rest
}: StepProps & { edit: Extract<CreatorEdit, { kind: 'new' }> }) {
  const { timeZone } = useSiteFacts()
  const flushes = useFlushes()
  const { flush } = flushes
  const onSaved = useSaved(type)
  const queries = useQueryClient()
  const showUndoable = useShowUndoable()
  const item = useNewItem(type, edit, {
    flush,
    storeNow,
    onSaved({ id, commit }) {
      const description = `The ${typeName(type)} has been successfully created.`
      showUndoable({ title: 'Content created', description }, commit, () =>
        refreshType(queries, type),
      )
      onCreated({ kind: 'saved' })
      // A writer who saves goes on writing.
      onSaved(
        written && item.wanted() === 'draft' ? editorPath({ type, id }) + atEndOfText : undefined,
      )
    },
    onQueued() {
      // Offline, another screen can be loaded only with a service worker.
      const leaves = Boolean(navigator.serviceWorker?.controller)
      onCreated({ kind: 'queued', edit: { kind: 'new', ...item.state() }, leaves })
      if (leaves) onSaved()
    },
    payload: (values, as) => ({ ...createdItem(type, values, as) }),
    rules: (base, as) => (as === 'draft' ? draftOfCreatorRules : creatorRules)(type, base),
    words: { fields: creatorFields[type], failed: 'Failed to create content', noAnswer: notSaved },
  })
  const { form, dirty, created, problem } = item
  const saving = item.saving ? item.wanted() : null
  // biome-ignore lint/correctness/useExhaustiveDependencies: `form` never changes
  useEffect(() => form.subscribe({ formState: { values: true }, callback: onEdited }), [form])
  const shown = { saving: item.saving, dirty: dirty || !created, problem }
  taker.current = (other) => item.take(other)
  reader.current = (all) => {
    if (all) flush()
    return { kind: 'new', ...item.state() }
  }
  const saveAs = async (as: SaveAs) => (await item.save(as)) !== 'failed'

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
      edited={{
        type,
        base: edit.base,
        timeZone,
        item: null,
        fields: creatorFields[type],
        screen: 'creator',
      }}
      form={form}
      flushes={flushes}
      dirty={dirty}
      unsaved={dirty || !(created || written)}
      {...(written && { title: type === 'news' ? 'New News Item' : 'New Article' })}
      state={<StateWord draft={shown} />}
      problem={<ProblemNotice draft={shown} onSave={() => void saveAs(item.wanted())} />}
      onSaveKey={() => saveAs('draft')}
      actions={(run) => (
        <>
          <Button {...saveButton('draft', saving, () => run(() => saveAs('draft')))}>
            Save as draft
          </Button>
          <PublishButton
            contentType={type}
            {...saveButton('published', saving, () => run(() => saveAs('published')))}
          />
        </>
      )}
    />
  )
}

/** The button that publishes, for those who may. */
function PublishButton({ contentType, ...props }: ButtonProps & { contentType: ContentType }) {
  return (
    useRole() !== 'writer' && (
      <Button variant="publish" icon={<Send />} {...props}>
        {contentType === 'news' ? 'Publish News' : 'Publish Article'}
      </Button>
    )
  )
}

/** A button that saves as `as`; none can be pressed while one of them is saving. */
const saveButton = (as: SaveAs, saving: SaveAs | null, onClick: () => void) => ({
  pending: saving === as,
  pendingText: 'Saving...',
  disabled: saving !== null,
  onClick,
})
