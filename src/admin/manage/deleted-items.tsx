import type { ContentType } from '#domain/content.ts'
import type { DeletedItem } from '#domain/content-answers.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useRestore } from '../item/use-restore.ts'
import { DeletedRow } from '../shell/deleted-row.tsx'
import { Loaded } from '../shell/loaded.tsx'
import { useDeletedItems } from './item-queries.ts'

/** Deleted items of a type, last deleted first, each with a restore button. */
export function DeletedItems({ type, q }: { type: ContentType; q: string }) {
  return (
    <Loaded query={useDeletedItems(type)} name="content" failed="deleted items">
      {(deleted) => <DeletedList type={type} deleted={deleted} q={q} />}
    </Loaded>
  )
}

function DeletedList({ type, deleted, q }: { type: ContentType; deleted: ReadonlyArray<DeletedItem>; q: string }) {
  const restore = useRestore(type)
  const needle = q.trim().toLowerCase()
  const items = deleted.filter(({ title }) => title.toLowerCase().includes(needle))
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
