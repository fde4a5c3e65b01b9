import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ContentType } from '#domain/content.ts'
import type { DeletedItem } from '#domain/content-answers.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { later } from '../../ui/loaded-code.tsx'
import { itemHistory } from '../item/history/history-subject.ts'
import { useRestore } from '../item/use-restore.ts'
import { refreshType } from '../offline/refresh-after.ts'
import { DeletedRow } from '../shell/deleted-row.tsx'
import { Loaded } from '../shell/loaded.tsx'
import { useDeletedItems } from './item-queries.ts'

const HistoryPanel = later(async () => (await import('../item/history/history-panel.tsx')).HistoryPanel)

/** Deleted items of a type, last deleted first, each with a restore button. */
export function DeletedItems({ type, q }: { type: ContentType; q: string }) {
  return (
    <Loaded query={useDeletedItems(type)} name="content" failed="deleted items">
      {(deleted) => <DeletedList type={type} deleted={deleted} q={q} />}
    </Loaded>
  )
}

function DeletedList({ type, deleted, q }: { type: ContentType; deleted: ReadonlyArray<DeletedItem>; q: string }) {
  const queries = useQueryClient()
  const restore = useRestore(type)
  const [past, setPast] = useState<number | null>(null)
  const needle = q.trim().toLowerCase()
  const items = deleted.filter(({ title }) => title.toLowerCase().includes(needle))
  if (items.length === 0)
    return <EmptyState title={needle ? 'No matching content found.' : `No deleted ${type} found.`} />
  return (
    <>
      <ul className="deleted-list" aria-label={`Deleted ${type}`}>
        {items.map((item) => (
          <DeletedRow
            key={item.id}
            title={item.title}
            deleted={item}
            action={
              <Button
                size="sm"
                variant="ghost"
                aria-label={`History of “${item.title}”`}
                onClick={() => setPast(item.id)}
              >
                History
              </Button>
            }
            restoring={restore.isPending && restore.variables.id === item.id}
            waits={restore.isPending}
            onRestore={() => restore.mutate(item)}
          />
        ))}
      </ul>
      {past !== null && (
        <HistoryPanel
          subject={itemHistory(type, past)}
          locked={false}
          onRestored={() => void refreshType(queries, type)}
          onClose={() => setPast(null)}
        />
      )}
    </>
  )
}
