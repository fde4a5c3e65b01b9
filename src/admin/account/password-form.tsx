import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { type PasswordChange, passwordChange } from '#domain/account.ts'
import { adminCall, callKeyOf, callQuery } from '../../api/admin-call.ts'
import { TextField } from '../../ui/field.tsx'
import { registerField } from '../../ui/register-field.ts'
import { showToast } from '../../ui/show-toast.ts'
import { showFailure } from '../shell/show-failure.ts'
import { FormCard } from './form-card.tsx'

const empty = { currentPassword: '', newPassword: '' }

/** Changes the password, which ends all other sessions of the user. */
export function PasswordForm({ username }: { username: string }) {
  const queries = useQueryClient()
  const form = useForm({ resolver: zodResolver(passwordChange), defaultValues: empty })
  const change = useMutation({
    mutationFn: (body: PasswordChange) => adminCall('POST /api/auth/password', { body }),
    onSuccess() {
      form.reset(empty)
      for (const key of [callKeyOf('GET /api/auth/sessions'), callKeyOf('GET /api/auth/password')])
        void queries.invalidateQueries({ queryKey: key })
      void showToast({
        title: 'Password changed',
        description: 'You have been signed out everywhere else.',
      })
    },
    onError: (error) => showFailure('The password could not be changed', error, form),
  })
  const state = useQuery(callQuery('GET /api/auth/password'))
  return (
    <FormCard
      title="Password"
      submitLabel="Change Password"
      pendingText="Changing..."
      pending={change.isPending}
      onSubmit={form.handleSubmit((passwords) => change.mutate(passwords))}
    >
      {state.data?.fault && (
        <p className="notice" data-tone="warn">
          You still have the password of the setup (<code>ADMIN_PASSWORD</code>). Please choose
          another one. {state.data.fault}
        </p>
      )}
      {/* Password managers need the user name to update the right entry. */}
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <TextField
        label="Current password"
        type="password"
        autoComplete="current-password"
        {...registerField(form, 'currentPassword')}
      />
      <TextField
        label="New password"
        type="password"
        autoComplete="new-password"
        hint="At least 10 characters that are hard to guess. Other browsers are signed out."
        {...registerField(form, 'newPassword')}
      />
    </FormCard>
  )
}
