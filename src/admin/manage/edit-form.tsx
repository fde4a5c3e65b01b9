import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { ContentType } from '#domain/content.ts'
import { readItem, updateItem } from '../../api/admin-content.ts'
import { showToast } from '../../ui/show-toast.ts'
import { type Editing, editedName, editKind, untouched } from '../item/dialog-drafts.ts'
import { typeName } from '../item/field-words.ts'
import { FormDialog } from '../item/form-dialog.tsx'
import { changedFields, dialogFields, formOf, type ItemForm, numbersIn, updatePayload } from '../item/item-form.ts'
import type { WholeManagedItem } from '../item/managed-item.ts'
import { rebasedForm, type Side } from '../item/rebase.ts'
import { type Conflict, conflictOf, reasonOfFailure, showIssues } from '../item/save-problems.ts'
import { useAttemptKey } from '../item/use-attempt-key.ts'
import { useIssueNumbers } from '../item/use-issue-numbers.tsx'
import { useSendLater } from '../item/use-send-later.ts'
import type { KeptDraft } from '../offline/kept-draft.ts'
import { useLocal } from '../offline/local-provider.tsx'
import { fieldOf } from '../offline/queue/queue-rules.ts'
import { refreshType } from '../offline/refresh-after.ts'
import { withWayOut } from '../shell/on-the-server.ts'
import { ConflictNotice } from './conflict-notice.tsx'
import { ItemFields } from './item-fields.tsx'
import { RestoredForm } from './restored-form.tsx'
import { useKeptDialog } from './use-kept-dialog.ts'

type Problem = { kind: 'none' } | { kind: 'refused'; message: string } | { kind: 'conflict'; conflict: Conflict }

/** The form of the edit dialog. After a conflict it begins again over what the others have saved: `onRebased`. */
export function EditForm({
  type,
  editing,
  onRebased,
  onOther,
  onClose,
}: {
  type: ContentType
  editing: Editing
  onRebased: (editing: Editing) => void
  /** Another tab goes on with another version. */
  onOther: (draft: KeptDraft<ItemForm>) => void
  onClose: () => void
}) {
  const { item, revision, base: loaded, restored, conflict } = editing
  const queries = useQueryClient()
  const { drafts, pictures } = useLocal()
  const { sendLater, inTurn } = useSendLater()
  const keyOf = useAttemptKey()
  const numbers = useIssueNumbers(type, item.id)
  const form = useForm<ItemForm>({ defaultValues: editing.form })
  const [problem, setProblem] = useState<Problem>(conflict ? { kind: 'conflict', conflict } : { kind: 'none' })
  const [asDraft, setAsDraft] = useState(restored)
  const fields = dialogFields.edit[type]
  const name = editedName(type, item.id)
  const draftNow = (): KeptDraft<ItemForm> => {
    const values = structuredClone(form.getValues())
    return { kind: editKind, item: name, revision, title: values.title, base: loaded, values, at: Date.now() }
  }
  const { forget } = useKeptDialog({
    kind: editKind,
    item: name,
    revision,
    base: loaded,
    fields,
    form,
    kept: editing.kept,
    onOther,
  })
  const dirty = changedFields(fields, loaded, form.watch()).length > 0

  const update = useMutation({
    async mutationFn(values: ItemForm) {
      const { revision, ...patch } = updatePayload(type, item, values)
      const key = keyOf([patch, revision])
      const from = Object.fromEntries(Object.keys(patch).map((name) => [name, fieldOf({ ...item }, name)]))
      const work = { kind: 'save', type, item: item.id, revision, patch, from } as const
      try {
        inTurn(work)
        await updateItem(type, item.id, { patch, revision, key })
        return 'saved' as const
      } catch (error) {
        if (await sendLater(error, { key, title: values.title, work })) return 'kept' as const
        throw error
      }
    },
    onSuccess(outcome) {
      void forget()
      onClose()
      if (outcome === 'kept') return
      void refreshType(queries, type)
      void showToast({ title: 'Content updated', description: 'The item has been successfully updated.' })
    },
    onError(error) {
      const description = reasonOfFailure(error, 'update')
      const conflict = conflictOf(error)
      if (conflict) setProblem({ kind: 'conflict', conflict })
      else if (!showIssues(form, fields, error))
        setProblem({ kind: 'refused', message: withWayOut(description, error) })
      void showToast({ title: 'Update failed', description, variant: 'destructive' })
    },
  })
  const rebase = useMutation({
    async mutationFn(side: Side) {
      const theirs: WholeManagedItem = await readItem(type, item.id)
      const base = formOf(type, theirs)
      const rebased = await rebasedForm(loaded, form.getValues(), base, side)
      return {
        item: theirs,
        revision: theirs.revision,
        base,
        form: rebased,
        kept: draftNow(),
        restored: null,
        conflict: null,
      }
    },
    onSuccess: onRebased,
    onError: (error) => setProblem({ kind: 'refused', message: reasonOfFailure(error, 'update') }),
  })

  /** Goes back to what the file says; can be undone. */
  async function discard() {
    const draft = draftNow()
    await forget()
    onRebased(untouched(type, item))
    const undo = async () => {
      await drafts.keep(draft)
      onRebased({ ...editing, form: draft.values, kept: draft })
    }
    void showToast({
      title: 'Draft discarded',
      description: 'The form shows the file again.',
      action: { label: 'Undo', run: undo },
    })
  }

  return (
    <FormDialog
      title={`Edit ${typeName(type)}`}
      dirty={dirty}
      pending={update.isPending}
      problem={problem.kind === 'refused' ? problem.message : null}
      submitLabel="Save Changes"
      pendingLabel="Saving..."
      onDiscard={forget}
      onSubmit={() => {
        // It stands on a version that is gone: whose words count must be chosen first.
        if (conflict) return setProblem({ kind: 'conflict', conflict })
        setProblem({ kind: 'none' })
        form.clearErrors()
        const values = pictures.settled(form.getValues())
        const newNumbers = values.issueNumber === loaded.issueNumber ? [] : numbersIn(values)
        numbers.ask(newNumbers, () => update.mutate(values))
      }}
      onClose={onClose}
    >
      {asDraft && (
        <RestoredForm
          at={asDraft.at}
          what={asDraft.moved ? 'moved' : 'same'}
          file={formOf(type, item)}
          form={form.getValues}
          fields={fields}
          onKeep={() => setAsDraft(null)}
          onDiscard={() => void discard()}
        />
      )}
      {problem.kind === 'conflict' && (
        <ConflictNotice
          conflict={problem.conflict}
          editor={`/admin/draft-editor?id=${item.id}&type=${type}`}
          pending={rebase.isPending}
          onChoose={rebase.mutate}
        />
      )}
      <ItemFields kind="edit" type={type} form={form} loaded={loaded} />
      {numbers.question}
    </FormDialog>
  )
}
