import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { registration } from '#domain/account.ts'
import type { AccountWords } from '#domain/site/account-words.ts'
import { readAuthStatus } from '../../api/auth.ts'
import { call } from '../../api/call.ts'
import { issuesOf, reasonOf } from '../../api/refusal.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { LiteralField } from '../../ui/field.tsx'
import { showToast } from '../../ui/show-toast.ts'
import { navigationPauseMs, statusRefetchDelayMs } from '../shell/sign-in-rules.ts'
import { storeAuth } from '../shell/stored-auth.ts'
import { type FormState, failureText, faultText } from './fault-text.ts'
import { NewPasswordFields } from './new-password-fields.tsx'

const fields = registration.pick({ username: true, password: true })

/**
 * Registration at /auth with a setup or invitation code (rulings, section 5; texts from section 8
 * of the specification).
 */
export function RegistrationForm({ code, words }: { code: string; words: AccountWords }) {
  const [state, setState] = useState<FormState>({ kind: 'idle' })
  const form = useForm({
    resolver: zodResolver(fields),
    defaultValues: { username: '', password: '' },
  })
  const { errors } = form.formState

  const submit = form.handleSubmit(async (values) => {
    setState({ kind: 'pending' })
    try {
      const { user } = await call('POST /api/auth/register', { body: { ...values, code } })
      storeAuth(localStorage, { isLoggedIn: true, user })
      setState({ kind: 'done' })
      setTimeout(
        () => readAuthStatus().then((status) => storeAuth(localStorage, status), console.error),
        statusRefetchDelayMs,
      )
      // A full page load follows, so the toast must be rendered first.
      await showToast({
        title: words.accountCreated,
        description: words.accountCreatedText,
      })
      setTimeout(() => location.assign('/admin'), navigationPauseMs)
    } catch (error) {
      if (reasonOf(error) === null) console.error(error)
      const message = failureText(error, words)
      const faults = issuesOf(error).filter(({ path }) => path in fields.shape)
      for (const { path, message: fault } of faults)
        form.setError(path as keyof typeof fields.shape, { message: fault }, { shouldFocus: true })
      // What stands at a field does not stand above the form too.
      setState(faults.length > 0 ? { kind: 'idle' } : { kind: 'failed', message })
      void showToast({ title: words.accountFailed, description: message, variant: 'destructive' })
    }
  })

  return (
    <form className="grid gap-5" onSubmit={submit} noValidate data-needs-script>
      {state.kind === 'failed' && <ErrorNotice>{state.message}</ErrorNotice>}
      <LiteralField
        label={words.accountUsername}
        autoComplete="username"
        required
        hint={words.accountUsernameHint}
        error={faultText(errors.username, words)}
        {...form.register('username')}
      />
      <NewPasswordFields
        label={words.accountPassword}
        words={words}
        error={faultText(errors.password, words)}
        field={form.register('password')}
      />
      <Button
        type="submit"
        variant="primary"
        pending={state.kind === 'pending' || state.kind === 'done'}
        pendingText={words.accountCreating}
      >
        {words.accountCreate}
      </Button>
    </form>
  )
}
