import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ContentType } from '#domain/content.ts'
import type { DeletedItem } from '#domain/content-answers.ts'
import { Button } from '../../ui/button.tsx'
import { later } from '../../ui/loaded-code.tsx'
import { itemHistory } from '../editing/history/history-subject.ts'
import { useRestore } from '../editing/use-restore.ts'
import { DeletedList } from '../shell/deleted-list.tsx'
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
  return (
    <>
      <DeletedList
        query={deleted}
        name="content"
        failed="deleted items"
        kind={type}
        q={q}
        titleOf={({ title }) => title}
        action={(item) => (
          <Button
            size="sm"
            variant="ghost"
            aria-label={`History of “${item.title}”`}
            onClick={() => setPast(item)}
          >
            History
          </Button>
        )}
        restore={restore}
      />
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
