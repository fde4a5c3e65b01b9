import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { credentials } from '#domain/account.ts'
import { loginMutation } from '../../api/auth.ts'
import { reasonOf } from '../../api/refusal.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { showToast } from '../../ui/show-toast.ts'
import { useAuth } from './auth.tsx'
import { unreachable } from './sign-in-rules.ts'

/** Fields for user name and password, on the login screen and in the dialog for an ended session. */
export function LoginForm({ username = '' }: { username?: string }) {
  const login = useLogin()
  const form = useForm({ resolver: zodResolver(credentials), defaultValues: { username, password: '' } })
  const { errors } = form.formState
  const submit = form.handleSubmit((values) =>
    login.mutate(values, { onError: () => form.setFocus('password', { shouldSelect: true }) }),
  )
  return (
    <form className="grid gap-4" onSubmit={submit} noValidate>
      {login.isError && (
        <p className="notice" data-tone="danger" role="alert">
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
      <Button
        type="submit"
        variant="primary"
        className="mt-1 w-full"
        pending={login.isPending}
        pendingText="Logging in..."
      >
        Login
      </Button>
      {/* In a tab of its own: the dialog for an ended session stands above a screen with typed text. */}
      <p className="text-small">
        <a className="underline underline-offset-2" href="/auth/reset" target="_blank" rel="noreferrer">
          Forgot your password?
        </a>
      </p>
    </form>
  )
}

/** Signs in, shows toasts and updates the auth state (specification, sections 4 and 8; rulings, section 5). */
function useLogin() {
  const auth = useAuth()
  return useMutation({
    ...loginMutation,
    onSuccess({ user }) {
      auth.signedIn(user)
      void showToast({ title: 'Login successful', description: 'You have been logged in successfully.' })
    },
    onError(error) {
      console.error(error)
      void showToast({ title: 'Login failed', description: reasonOf(error) ?? unreachable, variant: 'destructive' })
    },
  })
}
