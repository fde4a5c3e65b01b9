import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { loginRequest } from '#domain/account.ts'
import { loginMutation } from '../../api/auth.ts'
import { call } from '../../api/call.ts'
import { needsCode, reasonOf } from '../../api/refusal.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { TextField } from '../../ui/field.tsx'
import { showToast } from '../../ui/show-toast.ts'
import { useAuth } from './auth.tsx'
import { answerWithPasskey, PasskeyDismissed } from './passkeys.ts'
import { unreachable } from './sign-in-rules.ts'

/** Fields for user name and password, on the login screen and in the dialog for an ended session. */
export function LoginForm({ username = '' }: { username?: string }) {
  const login = useLogin()
  const form = useForm({ resolver: zodResolver(loginRequest), defaultValues: { username, password: '', code: '' } })
  const [asksCode, setAsksCode] = useState(false)
  const { errors } = form.formState
  // The right password is no failure: the first question for the code is not shown as one.
  const isFirstAsk = login.isError && needsCode(login.error) && !login.variables.code
  const { setFocus } = form
  useEffect(() => {
    if (asksCode) setFocus('code')
  }, [asksCode, setFocus])
  const submit = form.handleSubmit((values) =>
    login.mutate(asksCode ? values : { username: values.username, password: values.password }, {
      onError(error) {
        if (needsCode(error)) setAsksCode(true)
        else form.setFocus('password', { shouldSelect: true })
      },
    }),
  )
  return (
    <form className="grid gap-4" onSubmit={submit} noValidate>
      {login.isError && (
        <p className="notice" data-tone={isFirstAsk ? undefined : 'danger'} role="alert">
          {reasonOf(login.error) ?? unreachable}
        </p>
      )}
      <TextField
        label="Username"
        placeholder="Enter your username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        error={errors.username?.message}
        {...form.register('username')}
      />
      <TextField
        label="Password"
        type="password"
        placeholder="Enter your password"
        autoComplete="current-password"
        required
        error={errors.password?.message}
        {...form.register('password')}
      />
      {asksCode && (
        <TextField
          label="Code"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          required
          hint="The six digits of your authenticator app, or a recovery code."
          error={errors.code?.message}
          {...form.register('code')}
        />
      )}
      <Button
        type="submit"
        variant="primary"
        className="mt-1 w-full"
        pending={login.isPending}
        pendingText="Logging in..."
      >
        Login
      </Button>
      {'PublicKeyCredential' in window && <PasskeyButton />}
      {/* In a tab of its own: the dialog for an ended session stands above a screen with typed text. */}
      <p className="text-small">
        <a className="underline underline-offset-2" href="/auth/reset" target="_blank" rel="noreferrer">
          Forgot your password?
        </a>
      </p>
    </form>
  )
}

/** Signs in with a passkey of this device or of a phone. */
function PasskeyButton() {
  const auth = useAuth()
  const login = useMutation({
    async mutationFn() {
      const response = await answerWithPasskey(await call('POST /api/auth/passkeys/options'))
      return call('POST /api/auth/passkeys/sign-in', { body: { response: response } })
    },
    onSuccess({ user }) {
      auth.signedIn(user)
      void showToast(successful)
    },
    onError(error) {
      if (error instanceof PasskeyDismissed) return
      console.error(error)
      void showToast({ title: 'Login failed', description: reasonOf(error) ?? unreachable, variant: 'destructive' })
    },
  })
  return (
    <div className="grid gap-2">
      {login.isError && (
        <ErrorNotice>
          {login.error instanceof PasskeyDismissed ? login.error.message : (reasonOf(login.error) ?? unreachable)}
        </ErrorNotice>
      )}
      <Button
        className="w-full"
        pending={login.isPending}
        pendingText="Waiting for the passkey..."
        onClick={() => login.mutate()}
      >
        Sign in with a passkey
      </Button>
    </div>
  )
}

const successful = { title: 'Login successful', description: 'You have been logged in successfully.' }

/** Signs in, shows toasts and updates the auth state (specification, sections 4 and 8; rulings, section 5). */
function useLogin() {
  const auth = useAuth()
  return useMutation({
    ...loginMutation,
    onSuccess({ user }) {
      auth.signedIn(user)
      void showToast(successful)
    },
    onError(error, { code }) {
      // The right password is no failure; the form asks for the code.
      if (needsCode(error) && !code) return
      console.error(error)
      void showToast({ title: 'Login failed', description: reasonOf(error) ?? unreachable, variant: 'destructive' })
    },
  })
}
