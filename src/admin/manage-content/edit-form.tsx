import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { ContentType } from '#domain/content.ts'
import { readItem, updateItem } from '../../api/admin-content.ts'
import { newIdempotencyKey } from '../../api/admin-request.ts'
import { showToast } from '../../ui/show-toast.ts'
import { fieldOf } from '../local/queue/queue-rules.ts'
import { useSendLater } from '../local/queue/use-send-later.ts'
import { withWayOut } from '../shell/on-the-server.ts'
import { typeName } from './card-facts.ts'
import { ConflictNotice } from './conflict-notice.tsx'
import { FormDialog } from './form-dialog.tsx'
import { ItemFields } from './item-fields.tsx'
import { changedFields, dialogFields, formOf, type ItemForm, updatePayload } from './item-form.ts'
import { refreshType } from './item-queries.ts'
import type { WholeManagedItem } from './managed-item.ts'
import { rebasedForm, type Side } from './rebase.ts'
import { type Conflict, conflictOf, reasonOfFailure, showIssues } from './save-problems.ts'

/** An item as it was loaded, and what the fields hold: plain JSON, so that it can be kept. */
export interface Editing {
  item: WholeManagedItem
  form: ItemForm
}

type Problem = { kind: 'none' } | { kind: 'refused'; message: string } | { kind: 'conflict'; conflict: Conflict }

/** The form of the edit dialog. After a conflict it begins again over what the others have saved: `onRebased`. */
export function EditForm({
  type,
  editing: { item, form: begun },
  onRebased,
  onClose,
}: {
  type: ContentType
  editing: Editing
  onRebased: (editing: Editing) => void
  onClose: () => void
}) {
  const queries = useQueryClient()
  const sendLater = useSendLater()
  const [loaded] = useState(() => formOf(type, item))
  const form = useForm<ItemForm>({ defaultValues: begun })
  const [problem, setProblem] = useState<Problem>({ kind: 'none' })
  const fields = dialogFields.edit[type]
  const dirty = changedFields(fields, loaded, form.watch()).length > 0

  const update = useMutation({
    async mutationFn(values: ItemForm) {
      const { revision, ...patch } = updatePayload(type, item, values)
      const key = newIdempotencyKey()
      return updateItem(type, item.id, { patch, revision, key }).then(
        () => 'saved' as const,
        async (error: unknown) => {
          const from = Object.fromEntries(Object.keys(patch).map((name) => [name, fieldOf({ ...item }, name)]))
          const work = { kind: 'save', type, item: item.id, revision, patch, from } as const
          if (await sendLater(error, { key, title: values.title, work })) return 'kept' as const
          throw error
        },
      )
    },
    onSuccess(outcome) {
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
      return { item: theirs, form: await rebasedForm(loaded, form.getValues(), formOf(type, theirs), side) }
    },
    onSuccess: onRebased,
    onError: (error) => setProblem({ kind: 'refused', message: reasonOfFailure(error, 'update') }),
  })

  return (
    <FormDialog
      title={`Edit ${typeName(type)}`}
      dirty={dirty}
      pending={update.isPending}
      problem={problem.kind === 'refused' ? problem.message : null}
      submitLabel="Save Changes"
      pendingLabel="Saving..."
      onSubmit={() => {
        setProblem({ kind: 'none' })
        form.clearErrors()
        update.mutate(form.getValues())
      }}
      onClose={onClose}
    >
      {problem.kind === 'conflict' && (
        <ConflictNotice
          conflict={problem.conflict}
          editor={`/admin/draft-editor?id=${item.id}&type=${type}`}
          pending={rebase.isPending}
          onChoose={rebase.mutate}
        />
      )}
      <ItemFields kind="edit" type={type} form={form} loaded={loaded} />
    </FormDialog>
  )
}
