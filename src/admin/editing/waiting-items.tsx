import { type DocumentKind, documentKinds } from '#domain/document/document-kinds.ts'
import { Badge } from '../../ui/badge.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { useOutgoing } from '../shell/local-provider.tsx'

/**
 * New documents in the queue, which the server's list lacks; renders nothing when there are none.
 */
export function WaitingNew({ type }: { type: DocumentKind }) {
  const waiting = useOutgoing().filter(({ work }) => work.kind === 'create' && work.type === type)
  if (waiting.length === 0) return null
  const [first] = waiting
  return (
    <div className="notice mb-3" data-tone="warn" role="status">
      <p className="min-w-60 flex-1">
        {waiting.length === 1
          ? `A new ${documentKinds[type].one} waits on this device: “${first?.title}”.`
          : `${waiting.length} new items wait on this device: ${waiting.map(({ title }) => `“${title}”`).join(', ')}.`}
      </p>
      <LinkButton size="sm" href="/admin/device">
        Show what waits
      </LinkButton>
    </div>
  )
}

/** Badge of a document with a change in the queue. */
export function WaitingBadge({ type, id }: { type: DocumentKind; id: number }) {
  const queue = useOutgoing().filter(
    ({ work }) =>
      (work.kind === 'save' || work.kind === 'delete') && work.type === type && work.item === id,
  )
  if (queue.length === 0) return null
  if (queue.some(({ state }) => state.kind !== 'waiting'))
    return <Badge tone="danger">To decide</Badge>
  const goes = queue.some(({ work }) => work.kind === 'delete')
  return <Badge tone="warn">{goes ? 'Deletion waits' : 'Changes wait'}</Badge>
}
