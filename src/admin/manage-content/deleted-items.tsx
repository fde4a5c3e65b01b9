import { RotateCcw } from 'lucide-react'
import type { ContentType } from '#domain/content.ts'
import { longDate } from '#domain/dates.ts'
import { reasonOf } from '../../api/request.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { useDeletedItems } from './item-queries.ts'
import { useRestore } from './use-restore.ts'

/** What of a type was deleted, what went last first, each with a way back. */
export function DeletedItems({ type, q, timeZone }: { type: ContentType; q: string; timeZone: string }) {
  const deleted = useDeletedItems(type)
  const restore = useRestore(type)
  if (deleted.isPending) return <Spinner label="Loading content..." />
  if (deleted.isError)
    return (
      <ErrorPanel
        title="The deleted items could not be loaded"
        message={reasonOf(deleted.error) ?? 'The server could not be reached.'}
        retry={deleted.refetch}
      />
    )
  const needle = q.trim().toLowerCase()
  const items = deleted.data.filter(({ title }) => title.toLowerCase().includes(needle))
  if (items.length === 0)
    return <EmptyState title={needle ? 'No matching content found.' : `No deleted ${type} found.`} />
  return (
    <ul className="manage-deleted" aria-label={`Deleted ${type}`}>
      {items.map(({ id, title, commit, author, date }) => {
        const restoring = restore.isPending && restore.variables.id === id
        return (
          <li key={id} className="manage-deleted-row">
            <div className="min-w-0">
              <h2 className="font-semibold" id={`deleted-${id}`}>
                {title}
              </h2>
              <p className="text-tiny text-muted">
                Deleted on <time dateTime={date}>{longDate(new Date(date), timeZone)}</time> by {author.name}
              </p>
            </div>
            <Button
              size="sm"
              aria-describedby={`deleted-${id}`}
              icon={<RotateCcw aria-hidden="true" />}
              pending={restoring}
              pendingText="Restoring..."
              disabled={restore.isPending}
              onClick={() => restore.mutate({ id, commit })}
            >
              Restore
            </Button>
          </li>
        )
      })}
    </ul>
  )
}
