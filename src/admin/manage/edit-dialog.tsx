import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ContentType } from '#domain/content.ts'
import type { AdminItem } from '../../api/admin-content.ts'
import { reasonOf } from '../../api/request.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { CompareDialog } from '../item/compare-dialog.tsx'
import { DraftNotices } from '../item/draft-notices.tsx'
import { valuesOf } from '../item/draft-values.ts'
import { typeName } from '../item/field-words.ts'
import { FormDialog } from '../item/form-dialog.tsx'
import { DraftTrouble, StateWord } from '../item/state-word.tsx'
import { type Begun, useLoadedItem } from '../item/use-begun.ts'
import { useDraft } from '../item/use-draft.ts'
import type { SaveOutcome } from '../item/use-draft-saving.ts'
import { useIssueNumbers } from '../item/use-issue-numbers.tsx'
import { refreshType } from '../offline/refresh-after.ts'
import { dialogFields } from './dialog-fields.ts'
import { ItemFields } from './item-fields.tsx'
import { noAnswer } from './save-problems.ts'

/** The most used fields of an item, over the same draft as the editor's. */
export function EditDialog({ type, id, onClose }: { type: ContentType; id: number; onClose: () => void }) {
  const { loaded, begun, gone, error, refetch } = useLoadedItem(type, id)
  if (begun && loaded) return <EditForm type={type} loaded={loaded} begun={begun} gone={gone} onClose={onClose} />
  return (
    <Dialog title={`Edit ${typeName(type)}`} className="dialog-form" onClose={onClose}>
      {error ? (
        <ErrorPanel
          title="The content could not be loaded"
          message={reasonOf(error) ?? 'The server could not be reached.'}
          retry={refetch}
        />
      ) : (
        <Spinner label="Loading content..." />
      )}
    </Dialog>
  )
}

function EditForm({
  type,
  loaded,
  begun,
  gone,
  onClose,
}: {
  type: ContentType
  loaded: AdminItem
  begun: Begun
  gone: boolean
  onClose: () => void
}) {
  const queries = useQueryClient()
  const draft = useDraft(type, loaded, () => undefined, {
    begun: begun.draft,
    queued: begun.queued,
    rules: null,
    words: {
      fields: dialogFields.edit[type],
      saved: { title: 'Content updated', description: 'The item has been successfully updated.' },
      failed: 'Update failed',
      noAnswer: noAnswer.update,
    },
  })
  const { form, base, dirty, saving, trouble } = draft
  const numbers = useIssueNumbers(type, loaded.id)
  const [comparing, setComparing] = useState(false)
  const [done, setDone] = useState(false)
  // Not before the stored draft is what the save has left.
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
    const isNew = type === 'newsletters' && issueNumber !== base.issueNumber
    numbers.ask(isNew ? [issueNumber] : [], () => void draft.save().then(end))
  }

  const problem = trouble.kind === 'offline' ? noAnswer.update : trouble.kind === 'refused' ? trouble.message : null
  return (
    <>
      <FormDialog
        title={`Edit ${typeName(type)}`}
        dirty={dirty}
        pending={saving}
        problem={problem}
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
        <DraftNotices draft={draft} gone={gone} onCompare={() => setComparing(true)} />
        {problem === null && <DraftTrouble draft={draft} backLabel="Back to the form" onSave={save} onSolved={end} />}
        <ItemFields kind="edit" type={type} form={form} loaded={base} />
        {numbers.question}
      </FormDialog>
      {comparing && (
        <CompareDialog
          type={type}
          file={valuesOf(type, loaded, draft.timeZone)}
          draft={form.getValues()}
          backLabel="Back to the form"
          onClose={() => setComparing(false)}
        />
      )}
    </>
  )
}
