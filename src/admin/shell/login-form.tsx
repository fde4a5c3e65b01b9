import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { credentials } from '#domain/account.ts'
import { reasonOf } from '../../api/request.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { unreachable } from './sign-in-rules.ts'
import { useLogin } from './use-login.ts'

/** User name and password, on the login screen and in the dialog over a screen whose session has ended. */
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
    </form>
  )
}
