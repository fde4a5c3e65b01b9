import type { ContentType } from '#domain/content.ts'
import { reasonOf } from '../../api/refusal.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { useRestore } from '../item/use-restore.ts'
import { DeletedRow } from '../shell/deleted-row.tsx'
import { useDeletedItems } from './item-queries.ts'

/** Deleted items of a type, last deleted first, each with a restore button. */
export function DeletedItems({ type, q }: { type: ContentType; q: string }) {
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
    <ul className="deleted-list" aria-label={`Deleted ${type}`}>
      {items.map((item) => (
        <DeletedRow
          key={item.id}
          title={item.title}
          deleted={item}
          restoring={restore.isPending && restore.variables.id === item.id}
          waits={restore.isPending}
          onRestore={() => restore.mutate(item)}
        />
      ))}
    </ul>
  )
}
