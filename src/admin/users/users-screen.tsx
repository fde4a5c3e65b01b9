import { useQuery } from '@tanstack/react-query'
import { callQuery } from '../../api/admin-call.ts'
import { Card } from '../../ui/card.tsx'
import { Loaded } from '../shell/loaded.tsx'
import { Screen } from '../shell/screen.tsx'
import { InvitePanel } from './invite-panel.tsx'
import { RecordCard } from './record-card.tsx'
import { SecondFactorCard } from './second-factor-card.tsx'
import { SharedDrafts } from './shared-drafts.tsx'
import { UserRow } from './user-row.tsx'

/** `/admin/users`: administrators, invitations, deletion (rulings, section 5), and what is on record of them. */
export function UsersScreen() {
  const users = useQuery({ ...callQuery('GET /api/users'), refetchOnMount: 'always' })
  return (
    <Screen title="Users">
      <div className="grid items-start gap-4 lg:grid-cols-[1.4fr_1fr]">
        <Card title="Administrators">
          <Loaded query={users} name="users">
            {(all) => (
              <ul className="row-list">
                {all.map((user) => (
                  <UserRow key={user.id} user={user} isLast={all.length === 1} />
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
