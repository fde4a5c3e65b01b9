import { useQuery } from '@tanstack/react-query'
import { callQuery } from '../../api/admin-call.ts'
import { reasonOf } from '../../api/refusal.ts'
import { Card } from '../../ui/card.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { DraftLinkRow } from '../item/draft-link-row.tsx'
import { unreachable } from '../shell/sign-in-rules.ts'

/** All links with which people without an account read drafts. */
export function SharedDrafts() {
  const links = useQuery({ ...callQuery('GET /api/draft-links'), refetchOnMount: 'always' })
  return (
    <Card title="Shared drafts">
      {links.isPending ? (
        <Spinner label="Loading links..." />
      ) : links.isError ? (
        <ErrorPanel
          title="The links could not be loaded"
          message={reasonOf(links.error) ?? unreachable}
          retry={() => links.refetch()}
        />
      ) : links.data.length === 0 ? (
        <p className="text-soft">
          No draft is shared. The editor of a draft makes links (Share) for people without an account.
        </p>
      ) : (
        <ul className="row-list">
          {links.data.map((link) => (
            <DraftLinkRow key={link.id} link={link} titled />
          ))}
        </ul>
      )}
    </Card>
  )
}
