import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ContentType } from '#domain/content.ts'
import type { DeletedItem } from '#domain/content-answers.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { later } from '../../ui/loaded-code.tsx'
import { itemHistory } from '../editing/history/history-subject.ts'
import { useRestore } from '../editing/use-restore.ts'
import { DeletedRow } from '../shell/deleted-row.tsx'
import { Loaded } from '../shell/loaded.tsx'
import { refreshType } from '../shell/refresh-after.ts'
import { useDeletedItems } from './item-queries.ts'

const HistoryPanel = later(
  async () => (await import('../editing/history/history-panel.tsx')).HistoryPanel,
)

/** Deleted items of a type, last deleted first, each with a restore button. */
export function DeletedItems({ type, q }: { type: ContentType; q: string }) {
  const queries = useQueryClient()
  const deleted = useDeletedItems(type)
  const restore = useRestore(type)
  const [past, setPast] = useState<DeletedItem | null>(null)
  const needle = q.trim().toLowerCase()
  const listOf = (items: ReadonlyArray<DeletedItem>) =>
    items.length === 0 ? (
      <EmptyState title={needle ? 'No matching content found.' : `No deleted ${type} found.`} />
    ) : (
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
                onClick={() => setPast(item)}
              >
                History
              </Button>
            }
            restore={restore}
          />
        ))}
      </ul>
    )
  return (
    <>
      <Loaded query={deleted} name="content" failed="deleted items">
        {(all) => listOf(all.filter(({ title }) => title.toLowerCase().includes(needle)))}
      </Loaded>
      {past !== null && (
        <HistoryPanel
          subject={itemHistory(type, past.id, past.title)}
          locked={false}
          onRestored={() => void refreshType(queries, type)}
          onClose={() => setPast(null)}
        />
      )}
    </>
  )
}
