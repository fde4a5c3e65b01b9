import { useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { UserView } from '#domain/account.ts'
import type { Role } from '#domain/roles.ts'
import { adminCall, callKeyOf } from '../../api/admin-call.ts'
import { throwMessage } from '../../api/refusal.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { showToast } from '../../ui/show-toast.ts'
import { useAuth } from '../shell/auth.tsx'
import { Moment } from '../shell/moment.tsx'
import { useNavigate } from '../shell/navigation.tsx'
import { SecretLink } from '../shell/secret-link.tsx'
import { ActionButton, useAction } from '../shell/use-action.tsx'
import { RoleField, roleHints } from './role-field.tsx'

/** One administrator; the last one can't be deleted. */
export function UserRow({ user, isLast }: { user: UserView; isLast: boolean }) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const auth = useAuth()
  const [asking, setAsking] = useState(false)
  const [resetting, setResetting] = useState(false)
  const isSelf = auth.state.kind === 'signed-in' && auth.state.user.id === user.id

  async function remove() {
    await adminCall('DELETE /api/users/{id}', { params: { id: user.id } }).catch(throwMessage)
    setAsking(false)
    void showToast({
      title: 'User deleted',
      description: `${user.username} can no longer sign in.`,
    })
    if (isSelf) {
      auth.forget()
      await navigate('/admin/login')
    } else await queries.invalidateQueries({ queryKey: callKeyOf('GET /api/users') })
  }

  return (
    <li className="max-sm:flex-col max-sm:items-start">
      <div className="min-w-0">
        <p className="font-semibold">
          {user.username} {isSelf && <Badge>You</Badge>}
        </p>
        {(user.name || user.email) && (
          <p className="text-small text-soft">
            {[user.name, user.email].filter(Boolean).join(', ')}
          </p>
        )}
        <p className="text-tiny text-muted">
          {user.lastLoginAt ? (
            <>
              Last login <Moment instant={user.lastLoginAt} />
            </>
          ) : (
            'Never signed in'
          )}
        </p>
      </div>
      <div className="flex flex-none flex-wrap items-end gap-2 sm:justify-end">
        {!isSelf && <UserRole user={user} isLast={isLast} />}
        {!isSelf && <SignOutButton user={user} />}
        {!isSelf && (
          <Button
            size="sm"
            aria-label={`New password for ${user.username}`}
            onClick={() => setResetting(true)}
          >
            New Password
          </Button>
        )}
        <Button
          size="sm"
          variant="danger"
          icon={<Trash2 />}
          aria-label={`Delete ${user.username}`}
          disabled={isLast}
          title={isLast ? 'The last administrator stays; invite another one first.' : undefined}
          onClick={() => setAsking(true)}
        >
          Delete
        </Button>
      </div>
      {resetting && <ResetDialog user={user} onClose={() => setResetting(false)} />}
      {asking && (
        <ConfirmDialog
          title={`Delete ${user.username}?`}
          text={
            isSelf
              ? 'This is your own account. You will be signed out at once and can only come back with a new invitation.'
              : 'They will be signed out everywhere at once. What they have written stays.'
          }
          confirmLabel="Delete User"
          pendingLabel="Deleting..."
          tone="danger"
          onConfirm={remove}
          onClose={() => setAsking(false)}
        />
      )}
    </li>
  )
}

/** The role of another user, which a choice changes at once. */
function UserRole({ user, isLast }: { user: UserView; isLast: boolean }) {
  const change = useAction(
    (role: Role) => adminCall('PATCH /api/users/{id}', { params: { id: user.id }, body: { role } }),
    {
      failed: 'The role could not be changed',
      done: ({ role }) => ({ title: 'Role changed', description: roleHints[role] }),
      refresh: ['GET /api/users'],
    },
  )
  return (
    <RoleField
      label={`Role of ${user.username}`}
      hideLabel
      value={change.isPending ? change.variables : user.role}
      disabled={isLast || change.isPending}
      onChange={change.mutate}
    />
  )
}

/** Ends all sessions of another administrator. */
function SignOutButton({ user }: { user: UserView }) {
  const signOut = useAction(
    () => adminCall('DELETE /api/users/{id}/sessions', { params: { id: user.id } }),
    {
      failed: 'The sessions could not be ended',
      done: ({ ended }) =>
        ended === 0
          ? { title: 'Not signed in', description: `${user.username} has no session.` }
          : { title: 'Signed out', description: `${user.username} is signed out everywhere.` },
    },
  )
  return (
    <ActionButton
      action={signOut}
      size="sm"
      aria-label={`Sign Out ${user.username} everywhere`}
      pendingText="Signing out..."
    >
      Sign Out
    </ActionButton>
  )
}

/** Makes a link with which another administrator sets a new password. */
function ResetDialog({ user, onClose }: { user: UserView; onClose(): void }) {
  const link = useAction(
    () => adminCall('POST /api/users/{id}/reset', { params: { id: user.id } }),
    { failed: 'The link could not be made' },
  )
  return (
    <Dialog title={`A new password for ${user.username}`} onClose={onClose}>
      <p className="mb-4 text-soft">
        With this link {user.username} chooses a new password, once, within a day. Until then
        nothing changes. Give it to nobody else: it opens the account.
      </p>
      {link.data ? (
        <SecretLink
          label="Link for a new password"
          url={link.data.url}
          copied={`Send it to ${user.username}.`}
          hint={
            <>
              Valid until <Moment instant={link.data.expiresAt} />. It is shown only here and now.
            </>
          }
        />
      ) : (
        <ActionButton action={link} variant="primary" pendingText="Making...">
          Make Link
        </ActionButton>
      )}
    </Dialog>
  )
}
