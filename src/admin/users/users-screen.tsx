import { useQuery } from '@tanstack/react-query'
import { callQuery } from '../../api/admin-call.ts'
import { Card } from '../../ui/card.tsx'
import { DraftLinkRow } from '../editing/draft-link-row.tsx'
import { Loaded } from '../shell/loaded.tsx'
import { Screen } from '../shell/screen.tsx'
import { InvitePanel } from './invite-panel.tsx'
import { RecordCard } from './record-card.tsx'
import { SecondFactorCard } from './second-factor-card.tsx'
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
