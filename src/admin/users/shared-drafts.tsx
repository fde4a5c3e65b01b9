import { useQuery } from '@tanstack/react-query'
import { callQuery } from '../../api/admin-call.ts'
import { Card } from '../../ui/card.tsx'
import { DraftLinkRow } from '../editing/draft-link-row.tsx'
import { Loaded } from '../shell/loaded.tsx'

/** All links with which people without an account read drafts. */
export function SharedDrafts() {
  const links = useQuery({ ...callQuery('GET /api/draft-links'), refetchOnMount: 'always' })
  return (
    <Card title="Shared drafts">
      <Loaded query={links} name="links">
        {(all) =>
          all.length === 0 ? (
            <p className="text-soft">
              No draft is shared. The editor of a draft makes links (Share) for people without an account.
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
