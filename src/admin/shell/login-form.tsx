import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import {
  type BrowserAnswer,
  type LoginRequest,
  loginRequest,
  type OwnUser,
} from '#domain/account.ts'
import { adminCall } from '../../api/admin-call.ts'
import { retriedOnce } from '../../api/auth.ts'
import { call } from '../../api/call.ts'
import { messageOf, needsCode } from '../../api/refusal.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { LiteralField, TextField } from '../../ui/field.tsx'
import { registerField } from '../../ui/register-field.ts'
import { showToast } from '../../ui/show-toast.ts'
import { useAuth } from './auth.tsx'
import { answerWithPasskey, PasskeyDismissed } from './passkeys.ts'
import { showFailure } from './show-failure.ts'

/** What the form is for: its words, and the calls that it makes. */
const purposes = {
  'sign in': {
    submit: 'Login',
    pending: 'Logging in...',
    passkey: 'Sign in with a passkey',
    failed: 'Login failed',
    withPassword: (body: LoginRequest) => call('POST /api/auth/login', { body }),
    withPasskey: (response: BrowserAnswer) =>
      call('POST /api/auth/passkeys/sign-in', { body: { response } }),
  },
  confirm: {
    submit: 'Confirm',
    pending: 'Checking...',
    passkey: 'Confirm with a passkey',
    failed: 'Not confirmed',
    withPassword: ({ password, code }: LoginRequest) =>
      adminCall('POST /api/auth/confirm', {
        body: { password, ...(code !== undefined && { code }) },
      }),
    withPasskey: (response: BrowserAnswer) =>
      adminCall('POST /api/auth/confirm', { body: { response } }),
  },
} as const

/**
 * Fields for user name and password: on the login screen, in the dialog for an ended session, and
 * in the one that lets a signed-in person confirm that it is them, which knows the name.
 */
export function LoginForm({
  username = '',
  purpose = 'sign in',
  onConfirmed,
}: {
  username?: string
  purpose?: keyof typeof purposes
  onConfirmed?: () => void
}) {
  const way = purposes[purpose]
  const proven = useProven(onConfirmed)
  const login = useMutation({
    ...retriedOnce,
    mutationFn: (body: LoginRequest): Promise<Proof> => way.withPassword(body),
    onSuccess: proven,
    onError(error, { code }) {
      // The right password is no failure; the form asks for the code.
      if (needsCode(error) && !code) return
      showFailure(way.failed, error)
    },
  })
  const form = useForm({
    resolver: zodResolver(loginRequest),
    defaultValues: { username, password: '', code: '' },
  })
  const [asksCode, setAsksCode] = useState(false)
  // The right password is no failure: the first question for the code is not shown as one.
  const isFirstAsk = login.isError && needsCode(login.error) && !login.variables.code
  const { setFocus } = form
  useEffect(() => {
    if (asksCode) setFocus('code')
  }, [asksCode, setFocus])
  // Of a known person only the password is missing.
  useEffect(() => {
    if (username !== '') setFocus('password')
  }, [username, setFocus])
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
          {messageOf(login.error)}
        </p>
      )}
      {purpose === 'confirm' ? (
        <KnownName username={username} />
      ) : (
        <LiteralField
          label="Username"
          placeholder="Enter your username"
          autoComplete="username"
          required
          {...registerField(form, 'username')}
        />
      )}
      <TextField
        label="Password"
        type="password"
        placeholder="Enter your password"
        autoComplete="current-password"
        autoFocus={purpose === 'confirm'}
        required
        {...registerField(form, 'password')}
      />
      {asksCode && (
        <LiteralField
          label="Code"
          autoComplete="one-time-code"
          required
          hint="The six digits of your authenticator app, or a recovery code."
          {...registerField(form, 'code')}
        />
      )}
      <Button
        type="submit"
        variant="primary"
        className="mt-1 w-full"
        pending={login.isPending}
        pendingText={way.pending}
      >
        {way.submit}
      </Button>
      {'PublicKeyCredential' in window && <PasskeyButton purpose={purpose} proven={proven} />}
      <ForgottenPassword />
    </form>
  )
}

/** The name of a signed-in person: password managers need it to offer the right entry. */
function KnownName({ username }: { username: string }) {
  return (
    <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
  )
}

/** In a tab of its own: the dialog for an ended session stands above a screen with typed text. */
function ForgottenPassword() {
  return (
    <p className="text-small">
      <a
        className="underline underline-offset-2"
        href="/auth/reset"
        target="_blank"
        rel="noreferrer"
      >
        Forgot your password?
      </a>
    </p>
  )
}

/** Signs in or confirms with a passkey of this device or of a phone. */
function PasskeyButton({
  purpose,
  proven,
}: {
  purpose: keyof typeof purposes
  proven: (proof: Proof) => void
}) {
  const way = purposes[purpose]
  const login = useMutation({
    mutationFn: async (): Promise<Proof> =>
      way.withPasskey(await answerWithPasskey(await call('POST /api/auth/passkeys/options'))),
    onSuccess: proven,
    onError(error) {
      if (error instanceof PasskeyDismissed) return
      showFailure(way.failed, error)
    },
  })
  return (
    <div className="grid gap-2">
      {login.isError && (
        <ErrorNotice>
          {login.error instanceof PasskeyDismissed ? login.error.message : messageOf(login.error)}
        </ErrorNotice>
      )}
      <Button
        className="w-full"
        pending={login.isPending}
        pendingText="Waiting for the passkey..."
        onClick={() => login.mutate()}
      >
        {way.passkey}
      </Button>
    </div>
  )
}

/** The answer of a sign-in, or of a confirmation. */
type Proof = { user: OwnUser } | { ok: true }

const successful = {
  title: 'Login successful',
  description: 'You have been logged in successfully.',
}

/**
 * Updates the auth state and shows a toast after a sign-in (specification, sections 4 and 8;
 * rulings, section 5).
 */
function useProven(onConfirmed: (() => void) | undefined): (proof: Proof) => void {
  const auth = useAuth()
  return (proof) => {
    if (!('user' in proof)) return onConfirmed?.()
    auth.signedIn(proof.user)
    void showToast(successful)
  }
}
