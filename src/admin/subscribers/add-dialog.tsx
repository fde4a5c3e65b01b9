import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { subscriberAddition } from '#domain/subscriber-list.ts'
import { adminCall, newIdempotencyKey } from '../../api/admin-call.ts'
import { issuesOf, messageOf } from '../../api/refusal.ts'
import { TextField } from '../../ui/field.tsx'
import { registerField } from '../../ui/register-field.ts'
import { showToast } from '../../ui/show-toast.ts'
import { FormDialog } from '../editing/form-dialog.tsx'

/** Dialog to add one person. */
export function AddDialog({
  asksToConfirm,
  onAdded,
  onClose,
}: {
  /** The person has to confirm by mail. */
  asksToConfirm: boolean
  onAdded: () => void
  onClose: () => void
}) {
  const form = useForm({ resolver: zodResolver(subscriberAddition), defaultValues: { email: '' } })
  const add = useMutation({
    mutationFn: (body: { email: string }) =>
      adminCall('POST /api/subscribers', { body, key: newIdempotencyKey() }),
    onSuccess({ email }) {
      void showToast({
        title: 'Subscriber added',
        description: asksToConfirm
          ? `${email} is asked by mail to confirm.`
          : `${email} gets the newsletter.`,
      })
      onAdded()
    },
    onError(error) {
      console.error(error)
      for (const { path, message } of issuesOf(error))
        if (path === 'email') form.setError('email', { message }, { shouldFocus: true })
    },
  })
  const { isDirty } = form.formState
  return (
    <FormDialog
      title="Add a subscriber"
      dirty={isDirty && !add.isSuccess}
      pending={add.isPending}
      problem={add.isError && issuesOf(add.error).length === 0 ? messageOf(add.error) : null}
      submitLabel="Add"
      pendingLabel="Adding..."
      onSubmit={form.handleSubmit((values) => add.mutate(values))}
      onClose={onClose}
    >
      <TextField
        label="Email"
        type="email"
        autoComplete="off"
        data-autofocus
        maxLength={254}
        hint={
          asksToConfirm
            ? 'They get a mail with a link, and are on the list when they have confirmed.'
            : 'Add only people who asked you to. They are on the list at once.'
        }
        {...registerField(form, 'email')}
      />
    </FormDialog>
  )
}
