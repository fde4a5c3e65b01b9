import { useQuery } from '@tanstack/react-query'
import { callQuery } from '../../api/admin-call.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useRestore } from '../editing/use-restore.ts'
import { DeletedRow } from '../shell/deleted-row.tsx'
import { Loaded } from '../shell/loaded.tsx'

/** Deleted downloads, last deleted first, each with a restore button. */
export function DeletedDownloads() {
  const deleted = useQuery({
    ...callQuery('GET /api/downloads/deleted'),
    refetchOnMount: 'always',
  })
  const restore = useRestore('downloads')
  return (
    <Loaded query={deleted} name="downloads" failed="removed downloads">
      {(all) =>
        all.length === 0 ? (
          <EmptyState title="No deleted downloads found." />
        ) : (
          <ul className="deleted-list" aria-label="Deleted downloads">
            {all.map((download) => (
              <DeletedRow
                key={download.id}
                title={download.title}
                deleted={download}
                more={download.fileName}
                restore={restore}
              />
            ))}
          </ul>
        )
      }
    </Loaded>
  )
}
