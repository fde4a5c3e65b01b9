import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { newPassword } from '#domain/account.ts'
import type { AccountWords } from '#domain/site/account-words.ts'
import { call } from '../../api/call.ts'
import { issuesOf } from '../../api/refusal.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { type FormState, failureText, faultText } from './fault-text.ts'
import { NewPasswordFields } from './new-password-fields.tsx'

const fields = newPassword.pick({ password: true })

/** Sets a new password with the code of a link, at /auth/reset. */
export function NewPasswordForm({ code, words }: { code: string; words: AccountWords }) {
  const [state, setState] = useState<FormState>({ kind: 'idle' })
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
      setState(fault ? { kind: 'idle' } : { kind: 'failed', message: failureText(error, words) })
    }
  })

  if (state.kind === 'done')
    return (
      <p className="notice" role="status">
        {words.resetDone}
      </p>
    )
  return (
    <form className="grid gap-5" onSubmit={submit} noValidate data-needs-script>
      {state.kind === 'failed' && <ErrorNotice>{state.message}</ErrorNotice>}
      <NewPasswordFields
        label={words.resetPassword}
        words={words}
        error={faultText(form.formState.errors.password, words)}
        field={form.register('password')}
      />
      <Button
        type="submit"
        variant="primary"
        pending={state.kind === 'pending'}
        pendingText={words.resetSetting}
      >
        {words.resetSet}
      </Button>
    </form>
  )
}
