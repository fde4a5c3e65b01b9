import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { ContentType } from '#domain/content.ts'
import { createItem } from '../../api/admin-content.ts'
import { newIdempotencyKey } from '../../api/admin-request.ts'
import { showToast } from '../../ui/show-toast.ts'
import { useSendLater } from '../local/queue/use-send-later.ts'
import { withWayOut } from '../shell/on-the-server.ts'
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
  const sendLater = useSendLater()
  const dirty = changedFields(fields, empty, form.watch()).length > 0

  const create = useMutation({
    async mutationFn(values: ItemForm) {
      const fields = createPayload(type, values, new Date())
      const key = newIdempotencyKey()
      return createItem(type, fields, { key }).then(
        () => 'created' as const,
        async (error: unknown) => {
          const work = { kind: 'create', type, fields: { ...fields } } as const
          if (await sendLater(error, { key, title: values.title, work })) return 'kept' as const
          throw error
        },
      )
    },
    onSuccess(outcome) {
      form.reset(empty)
      onClose()
      if (outcome === 'kept') return
      void refreshType(queries, type)
      void showToast({
        title: 'Content created',
        description: `The ${typeName(type)} has been successfully created.`,
      })
    },
    onError(error) {
      const description = reasonOfFailure(error, 'create')
      setProblem(showIssues(form, fields, error) ? null : withWayOut(description, error))
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
