import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ContentType } from '#domain/content.ts'
import { hasField } from '#domain/item/item-fields.ts'
import type { AdminItem } from '../../api/admin-content.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { typeName } from '../documents/field-words.ts'
import { DraftNotices } from '../editing/draft-notices.tsx'
import { FormDialog } from '../editing/form-dialog.tsx'
import type { SaveOutcome } from '../editing/save-problem.ts'
import { DraftProblem, StateWord } from '../editing/state-word.tsx'
import { useDraft } from '../editing/use-draft.ts'
import { useIssueNumbers } from '../editing/use-issue-numbers.tsx'
import { type InitialState, useLoadedItem } from '../editing/use-loaded-item.ts'
import { Loading } from '../shell/loaded.tsx'
import { refreshType } from '../shell/refresh-after.ts'
import { dialogFields } from './dialog-fields.ts'
import { ItemFields } from './item-fields.tsx'
import { noAnswer } from './save-problems.ts'

/** Edits the most used fields of an item. Shares its stored draft with the editor. */
export function EditDialog({
  type,
  id,
  onClose,
}: {
  type: ContentType
  id: number
  onClose: () => void
}) {
  const { loaded, initial, gone, error, refetch } = useLoadedItem(type, id)
  if (initial && loaded)
    return <EditForm type={type} loaded={loaded} initial={initial} gone={gone} onClose={onClose} />
  return (
    <Dialog
      title={`Edit ${typeName(type)}`}
      className="dialog-form dialog-form-wide"
      onClose={onClose}
    >
      <Loading query={{ error, refetch }} name="content" />
    </Dialog>
  )
}

function EditForm({
  type,
  loaded,
  initial,
  gone,
  onClose,
}: {
  type: ContentType
  loaded: AdminItem
  initial: InitialState
  gone: boolean
  onClose: () => void
}) {
  const queries = useQueryClient()
  const draft = useDraft(type, loaded, () => undefined, {
    stored: initial.draft,
    queued: initial.queued,
    gone,
    rules: null,
    words: {
      fields: dialogFields.edit[type],
      saved: { title: 'Content updated', description: 'The item has been successfully updated.' },
      failed: 'Update failed',
      noAnswer: noAnswer.update,
    },
  })
  const { form, base, dirty, saving, problem } = draft
  const numbers = useIssueNumbers(type, loaded.id)
  const [done, setDone] = useState(false)
  // Closes only after the save has updated the stored draft.
  useEffect(() => {
    if (done) onClose()
  }, [done, onClose])

  function end(outcome: SaveOutcome) {
    if (outcome === 'failed') return
    if (outcome === 'saved') void refreshType(queries, type)
    setDone(true)
  }
  function save() {
    const { issueNumber } = form.getValues()
    const isNew = hasField(type, 'issueNumber') && issueNumber !== base.issueNumber
    numbers.ask(isNew ? [issueNumber] : [], () => void draft.save().then(end))
  }

  const message = problem.kind === 'refused' ? problem.message : null
  return (
    <FormDialog
      wide
      title={`Edit ${typeName(type)}`}
      dirty={dirty}
      pending={saving}
      problem={message}
      state={<StateWord draft={draft} />}
      submitLabel="Save Changes"
      pendingLabel="Saving..."
      onDiscard={draft.forget}
      onSubmit={() => {
        form.clearErrors()
        save()
      }}
      onClose={onClose}
    >
      <DraftNotices draft={draft} backLabel="Back to the form" />
      {message === null && (
        <DraftProblem draft={draft} backLabel="Back to the form" onSave={save} onSolved={end} />
      )}
      <ItemFields kind="edit" type={type} form={form} loaded={base} />
      {numbers.question}
    </FormDialog>
  )
}
