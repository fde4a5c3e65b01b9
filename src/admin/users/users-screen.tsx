import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import type { UserView } from '#domain/account.ts'
import { counted } from '#domain/count-words.ts'
import type { Role } from '#domain/roles.ts'
import { adminCall, callKeyOf, callQuery } from '../../api/admin-call.ts'
import { throwMessage } from '../../api/refusal.ts'
import { Card } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { showToast } from '../../ui/show-toast.ts'
import { SwitchField } from '../../ui/switch-field.tsx'
import { DraftLinkRow } from '../editing/draft-link-row.tsx'
import { Loaded } from '../shell/loaded.tsx'
import { Moment } from '../shell/moment.tsx'
import { Screen } from '../shell/screen.tsx'
import { SecretLink } from '../shell/secret-link.tsx'
import { ActionButton, useAction } from '../shell/use-action.tsx'
import { RecordCard } from './record-card.tsx'
import { RoleField, roleHints } from './role-field.tsx'
import { UserRow } from './user-row.tsx'

/**
 * `/admin/users`: administrators, invitations, deletion (rulings, section 5), and what is on record
 * of them.
 */
export function UsersScreen() {
  const users = useQuery(callQuery('GET /api/users'))
  return (
    <Screen title="Users">
      <div className="grid items-start gap-4 lg:grid-cols-[1.4fr_1fr]">
        <Card title={hasOthers(users.data) ? 'People' : 'Administrators'}>
          <Loaded query={users} name="users">
            {(all) => (
              <ul className="row-list">
                {all.map((user) => (
                  <UserRow key={user.id} user={user} isLast={isLastOwner(all, user)} />
                ))}
              </ul>
            )}
          </Loaded>
        </Card>
        <InvitePanel />
        <SecondFactorCard users={users.data ?? []} />
        <SharedDrafts />
        <div className="lg:col-span-2">
          <RecordCard users={users.data ?? []} />
        </div>
      </div>
    </Screen>
  )
}

const hasOthers = (users: ReadonlyArray<UserView> = []) =>
  users.some(({ role }) => role !== 'owner')

const isLastOwner = (users: ReadonlyArray<UserView>, user: UserView) =>
  user.role === 'owner' && users.filter(({ role }) => role === 'owner').length === 1

/** All links with which people without an account read drafts. */
function SharedDrafts() {
  const links = useQuery(callQuery('GET /api/draft-links'))
  return (
    <Card title="Shared drafts">
      <Loaded query={links} name="links">
        {(all) =>
          all.length === 0 ? (
            <p className="text-soft">
              No draft is shared. The editor of a draft makes links (Share) for people without an
              account.
            </p>
          ) : (
            <ul className="row-list">
              {all.map((link) => (
                <DraftLinkRow key={link.id} link={link} titled />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  )
}

/** Creates an invitation link: one registration within a week. */
function InvitePanel() {
  const [role, setRole] = useState<Role>('owner')
  const invitation = useAction(() => adminCall('POST /api/auth/invitations', { body: { role } }), {
    failed: 'The invitation could not be made',
  })

  return (
    <Card title="Invite somebody">
      <p className="mb-4 text-soft">{roleHints[role]} An invitation works once, for seven days.</p>
      {!invitation.data && (
        <div className="mb-4">
          <RoleField label="Role" value={role} onChange={setRole} />
        </div>
      )}
      {invitation.data ? (
        <SecretLink
          label="Invitation link"
          url={invitation.data.url}
          copied="Send it to the person you invite."
          hint={
            <>
              Valid until <Moment instant={invitation.data.expiresAt} />. It is shown only here and
              now.
            </>
          }
        >
          <ActionButton action={invitation} pendingText="Inviting...">
            Another Invitation
          </ActionButton>
        </SecretLink>
      ) : (
        <ActionButton
          action={invitation}
          variant="primary"
          icon={<UserPlus />}
          pendingText="Inviting..."
        >
          Create Invitation
        </ActionButton>
      )}
    </Card>
  )
}

/** What happens to those who have none. */
function consequence(without: number): string {
  if (without === 0)
    return 'Every administrator has one already. People who are invited set one up first.'
  return `${counted(without, 'administrator has', 'administrators have')} none: until they have set one up, nothing else works for them, in open sessions too. What they have typed stays in their browsers.`
}

/** The switch by which all administrators need a second factor. */
function SecondFactorCard({ users }: { users: ReadonlyArray<UserView> }) {
  const queries = useQueryClient()
  const factors = useQuery(callQuery('GET /api/auth/second-factors'))
  const [asking, setAsking] = useState(false)
  const without = users.filter(({ hasSecondFactor }) => !hasSecondFactor)
  const change = useMutation({
    mutationFn: (isDemanded: boolean) =>
      adminCall('POST /api/auth/second-factors/demand', { body: { isDemanded } }).catch(
        throwMessage,
      ),
    async onSuccess({ isDemanded }) {
      setAsking(false)
      await queries.invalidateQueries({ queryKey: callKeyOf('GET /api/auth/second-factors') })
      void showToast(
        isDemanded
          ? {
              title: 'Second factor demanded',
              description: 'Everybody needs an app or a passkey from now on.',
            }
          : {
              title: 'Second factor optional',
              description: 'An app or a passkey is everybody’s own choice.',
            },
      )
    },
  })

  return (
    <Card title="Second factor">
      <Loaded query={factors} name="the rule" failed="rule">
        {({ isDemanded }) => (
          <>
            <SwitchField
              label="Everybody needs a second factor"
              checked={isDemanded}
              onChange={() => setAsking(true)}
              hint={
                isDemanded
                  ? 'Nobody signs in with a password alone: an authenticator app or a passkey is needed.'
                  : 'A password alone is enough to sign in as an administrator who has no authenticator app.'
              }
            />
            {without.length > 0 && (
              <p className="mt-3 text-small text-soft">
                Administrators without one: {without.map(({ username }) => username).join(', ')}.
              </p>
            )}
            {asking && (
              <ConfirmDialog
                title={
                  isDemanded
                    ? 'Make the second factor optional?'
                    : 'Demand a second factor of everybody?'
                }
                text={
                  isDemanded
                    ? 'Apps and passkeys that are set up stay on. An administrator who removes theirs signs in with the password alone.'
                    : consequence(without.length)
                }
                confirmLabel={isDemanded ? 'Make It Optional' : 'Demand It'}
                pendingLabel="Changing..."
                tone={isDemanded ? 'danger' : 'primary'}
                onConfirm={() => change.mutateAsync(!isDemanded)}
                onClose={() => setAsking(false)}
              />
            )}
          </>
        )}
      </Loaded>
    </Card>
  )
}
