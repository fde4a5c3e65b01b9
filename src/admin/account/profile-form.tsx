import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { type OwnUser, type Profile, profileChange } from '#domain/account.ts'
import { adminCall } from '../../api/admin-call.ts'
import { TextField } from '../../ui/field.tsx'
import { registerField } from '../../ui/register-field.ts'
import { showToast } from '../../ui/show-toast.ts'
import { useAuth } from '../shell/auth.tsx'
import { showFailure } from '../shell/show-failure.ts'
import { FormCard } from './form-card.tsx'

/** Edits the name and mail address that this user's commits carry. */
export function ProfileForm({ user }: { user: OwnUser }) {
  const { userChanged } = useAuth()
  const form = useForm<Profile>({
    resolver: zodResolver(profileChange),
    defaultValues: { name: user.name, email: user.email },
  })
  const save = useMutation({
    mutationFn: (body: Profile) => adminCall('PATCH /api/auth/profile', { body }),
    onSuccess({ user: changed }) {
      userChanged(changed)
      form.reset({ name: changed.name, email: changed.email })
      void showToast({
        title: 'Profile saved',
        description: 'Your next commits carry this name and address.',
      })
    },
    onError: (error) => showFailure('The profile could not be saved', error, form),
  })
  const { isDirty } = form.formState
  return (
    <FormCard
      title="Profile"
      submitLabel="Save Profile"
      pendingText="Saving..."
      pending={save.isPending}
      disabled={!isDirty}
      onSubmit={form.handleSubmit((profile) => save.mutate(profile))}
    >
      <p className="text-muted">
        Signed in as <strong className="text-ink">{user.username}</strong>. Everything you save is
        kept with your name and address as its author.
      </p>
      <TextField
        label="Name"
        autoComplete="name"
        placeholder={user.username}
        {...registerField(form, 'name')}
      />
      <TextField
        label="Email"
        type="email"
        autoComplete="email"
        hint="Seen by everybody who can read the content's history."
        {...registerField(form, 'email')}
      />
    </FormCard>
  )
}
