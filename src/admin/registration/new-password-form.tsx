import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { newPassword } from '#domain/account.ts'
import { call } from '../../api/call.ts'
import { issuesOf, reasonOf } from '../../api/refusal.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { SwitchField } from '../../ui/switch-field.tsx'
import { unreachable } from '../shell/sign-in-rules.ts'

const fields = newPassword.pick({ password: true })

type State = { kind: 'idle' } | { kind: 'pending' } | { kind: 'done' } | { kind: 'failed'; message: string }

/** Sets a new password with the code of a link, at /auth/reset. */
export function NewPasswordForm({ code }: { code: string }) {
  const [state, setState] = useState<State>({ kind: 'idle' })
  const [shown, setShown] = useState(false)
  const form = useForm({ resolver: zodResolver(fields), defaultValues: { password: '' } })

  const submit = form.handleSubmit(async ({ password }) => {
    setState({ kind: 'pending' })
    try {
      await call('POST /api/auth/reset/finish', { body: { code, password } })
      setState({ kind: 'done' })
    } catch (error) {
      console.error(error)
      const fault = issuesOf(error).find(({ path }) => path === 'password')
      if (fault) form.setError('password', { message: fault.message }, { shouldFocus: true })
      setState(fault ? { kind: 'idle' } : { kind: 'failed', message: reasonOf(error) ?? unreachable })
    }
  })

  if (state.kind === 'done')
    return (
      <p className="notice" role="status">
        Your new password is set. You may sign in with it now.
      </p>
    )
  return (
    <form className="grid gap-5" onSubmit={submit} noValidate data-needs-script>
      {state.kind === 'failed' && (
        <p className="notice" data-tone="danger" role="alert">
          {state.message}
        </p>
      )}
      <TextField
        label="New password"
        type={shown ? 'text' : 'password'}
        autoComplete="new-password"
        required
        hint="At least 10 characters, without the user name."
        error={form.formState.errors.password?.message}
        {...form.register('password')}
      />
      <SwitchField label="Show password" checked={shown} onChange={(event) => setShown(event.target.checked)} />
      <Button type="submit" variant="primary" pending={state.kind === 'pending'} pendingText="Setting...">
        Set Password
      </Button>
    </form>
  )
}
