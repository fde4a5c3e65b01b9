import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import type { FormEvent, ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import {
  type OwnUser,
  type PasswordChange,
  type Profile,
  passwordChange,
  profileChange,
  type SessionView,
} from '#domain/account.ts'
import { pathAfterLogin } from '#domain/admin-address.ts'
import { browserName } from '#domain/browser-name.ts'
import { adminCall, callQuery } from '../../api/admin-call.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { TextField } from '../../ui/field.tsx'
import { later } from '../../ui/loaded-code.tsx'
import { registerField } from '../../ui/register-field.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { needsSecondFactor, useAuth } from '../shell/auth.tsx'
import { Loaded } from '../shell/loaded.tsx'
import { Moment } from '../shell/moment.tsx'
import { useAddress, useNavigate } from '../shell/navigation.tsx'
import { Screen } from '../shell/screen.tsx'
import { ActionButton, useAction } from '../shell/use-action.tsx'
import { TokenCard } from './token-card.tsx'

// Brings the maker of QR codes along.
const PasskeyCard = later(async () => (await import('./passkey-card.tsx')).PasskeyCard)
const TotpCard = later(
  async () => (await import('./totp-card.tsx')).TotpCard,
  <Spinner label="Loading..." />,
)

/**
 * `/admin/account`: name and mail address for commits, password, sessions (rulings, section 6). For
 * somebody who has yet to set up the second factor that the site demands: that alone.
 */
export function AccountScreen() {
  const { state, refresh } = useAuth()
  const { search } = useAddress()
  const navigate = useNavigate()
  if (state.kind !== 'signed-in' && state.kind !== 'expired') return null
  if (needsSecondFactor(state)) {
    const goOn = async () => {
      await refresh()
      await navigate(pathAfterLogin(search.next), { replace: true })
    }
    return (
      <Screen title="Set up a second factor" crumbs={[]}>
        <p className="notice mb-4" role="status">
          This site demands a second factor of all administrators: an app that shows codes, or a
          passkey. Set one up, and you go on to where you wanted to be.
        </p>
        <div className="grid items-start gap-4 lg:grid-cols-2">
          <TotpCard onSet={goOn} />
          <PasskeyCard onAdded={goOn} />
        </div>
      </Screen>
    )
  }
  return (
    <Screen title="Account">
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <ProfileForm user={state.user} />
        <PasswordForm username={state.user.username} />
        <TotpCard />
        <PasskeyCard />
        <TokenCard />
        <div className="lg:col-span-2">
          <SessionList />
        </div>
      </div>
    </Screen>
  )
}

/** Edits the name and mail address that this user's commits carry. */
function ProfileForm({ user }: { user: OwnUser }) {
  const { userChanged } = useAuth()
  const form = useForm<Profile>({
    resolver: zodResolver(profileChange),
    defaultValues: { name: user.name, email: user.email },
  })
  const save = useAction((body: Profile) => adminCall('PATCH /api/auth/profile', { body }), {
    failed: 'The profile could not be saved',
    form,
    done: { title: 'Profile saved', description: 'Your next commits carry this name and address.' },
    onDone({ user: { name, email, ...others } }) {
      userChanged({ ...others, name, email })
      form.reset({ name, email })
    },
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

const empty = { currentPassword: '', newPassword: '' }

/** Changes the password, which ends all other sessions of the user. */
function PasswordForm({ username }: { username: string }) {
  const form = useForm({ resolver: zodResolver(passwordChange), defaultValues: empty })
  const change = useAction(
    (body: PasswordChange) => adminCall('POST /api/auth/password', { body }),
    {
      failed: 'The password could not be changed',
      form,
      done: { title: 'Password changed', description: 'You have been signed out everywhere else.' },
      refresh: ['GET /api/auth/sessions', 'GET /api/auth/password'],
      onDone: () => form.reset(empty),
    },
  )
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

/** A card with a form and its submit button. */
function FormCard({
  title,
  submitLabel,
  pendingText,
  pending,
  disabled = false,
  onSubmit,
  children,
}: {
  title: string
  submitLabel: string
  pendingText: string
  pending: boolean
  disabled?: boolean
  onSubmit: (event: FormEvent) => unknown
  children: ReactNode
}) {
  return (
    <Card title={title}>
      <form className="grid gap-4" onSubmit={onSubmit} noValidate>
        {children}
        <Button
          type="submit"
          variant="primary"
          className="justify-self-start"
          disabled={disabled}
          pending={pending}
          pendingText={pendingText}
        >
          {submitLabel}
        </Button>
      </form>
    </Card>
  )
}

/** The user's sessions, with a button to end each other one. */
function SessionList() {
  const sessions = useQuery(callQuery('GET /api/auth/sessions'))
  return (
    <div id="sessions">
      <Card title="Sessions">
        <Loaded query={sessions} name="sessions">
          {(all) => (
            <ul className="row-list">
              {all.map((session) => (
                <Session key={session.id} session={session} />
              ))}
            </ul>
          )}
        </Loaded>
      </Card>
    </div>
  )
}

function Session({ session }: { session: SessionView }) {
  const name = browserName(session.userAgent)
  const end = useAction(
    () => adminCall('DELETE /api/auth/sessions/{id}', { params: { id: session.id } }),
    {
      failed: 'The session could not be ended',
      done: { title: 'Session ended', description: `${name} is signed out.` },
      refresh: ['GET /api/auth/sessions'],
    },
  )
  return (
    <li>
      <div className="min-w-0">
        <p className="font-semibold">
          {name} {session.current && <Badge tone="ok">This browser</Badge>}
        </p>
        <p className="text-tiny text-muted">
          Signed in <Moment instant={session.createdAt} />, last seen{' '}
          <Moment instant={session.lastSeenAt} />
        </p>
      </div>
      {!session.current && (
        <ActionButton
          action={end}
          size="sm"
          variant="danger"
          aria-label={`End the session of ${name}`}
          pendingText="Ending..."
        >
          End
        </ActionButton>
      )}
    </li>
  )
}
