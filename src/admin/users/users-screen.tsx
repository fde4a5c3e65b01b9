import { useQuery } from '@tanstack/react-query'
import { callQuery } from '../../api/admin-call.ts'
import { reasonOf } from '../../api/refusal.ts'
import { Card } from '../../ui/card.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { Screen } from '../shell/screen.tsx'
import { unreachable } from '../shell/sign-in-rules.ts'
import { InvitePanel } from './invite-panel.tsx'
import { SharedDrafts } from './shared-drafts.tsx'
import { UserRow } from './user-row.tsx'

/** `/admin/users`: administrators, invitations, deletion (rulings, section 5). */
export function UsersScreen() {
  const users = useQuery({ ...callQuery('GET /api/users'), refetchOnMount: 'always' })
  return (
    <Screen title="Users">
      <div className="grid items-start gap-4 lg:grid-cols-[1.4fr_1fr]">
        <Card title="Administrators">
          {users.isPending ? (
            <Spinner label="Loading users..." />
          ) : users.isError ? (
            <ErrorPanel
              title="The users could not be loaded"
              message={reasonOf(users.error) ?? unreachable}
              retry={() => users.refetch()}
            />
          ) : (
            <ul className="row-list">
              {users.data.map((user) => (
                <UserRow key={user.id} user={user} isLast={users.data.length === 1} />
              ))}
            </ul>
          )}
        </Card>
        <InvitePanel />
        <SharedDrafts />
      </div>
    </Screen>
  )
}
