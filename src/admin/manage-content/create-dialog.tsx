import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { ContentType } from '#domain/content.ts'
import { createItem } from '../../api/admin-content.ts'
import { showToast } from '../../ui/show-toast.ts'
import { typeName } from './card-facts.ts'
import { FormDialog } from './form-dialog.tsx'
import { ItemFields } from './item-fields.tsx'
import { changedFields, createPayload, dialogFields, emptyForm, type ItemForm } from './item-form.ts'
import { refreshType } from './item-queries.ts'
import { reasonOfFailure, showIssues } from './save-problems.ts'

/** A new item of a type. What is typed stays until it is saved or given up. */
export function CreateDialog({ type, onClose }: { type: ContentType; onClose: () => void }) {
  const queries = useQueryClient()
  const [empty] = useState(() => emptyForm(type))
  const form = useForm<ItemForm>({ defaultValues: empty })
  const [problem, setProblem] = useState<string | null>(null)
  const fields = dialogFields.create[type]
  const dirty = changedFields(fields, empty, form.watch()).length > 0

  const create = useMutation({
    mutationFn: (values: ItemForm) => createItem(type, createPayload(type, values, new Date())),
    onSuccess() {
      form.reset(empty)
      onClose()
      void refreshType(queries, type)
      void showToast({
        title: 'Content created',
        description: `The ${typeName(type)} has been successfully created.`,
      })
    },
    onError(error) {
      const description = reasonOfFailure(error, 'create')
      setProblem(showIssues(form, fields, error) ? null : description)
      void showToast({ title: 'Creation failed', description, variant: 'destructive' })
    },
  })

  return (
    <FormDialog
      title={`Create ${typeName(type)}`}
      dirty={dirty}
      pending={create.isPending}
      problem={problem}
      submitLabel="Create"
      pendingLabel="Creating..."
      onSubmit={() => {
        setProblem(null)
        form.clearErrors()
        create.mutate(form.getValues())
      }}
      onClose={onClose}
    >
      <ItemFields kind="create" type={type} form={form} loaded={empty} />
    </FormDialog>
  )
}
