import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { DeletedDownload } from '#domain/downloads.ts'
import { callKeyOf, callQuery } from '../../api/admin-call.ts'
import { reasonOf } from '../../api/refusal.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { showToast } from '../../ui/show-toast.ts'
import { bringBackDownload } from '../item/use-download-draft.ts'
import { DeletedRow } from '../shell/deleted-row.tsx'
import { Loaded } from '../shell/loaded.tsx'

/** Deleted downloads, last deleted first, each with a restore button. */
export function DeletedDownloads() {
  const deleted = useQuery({
    ...callQuery('GET /api/downloads/deleted'),
    refetchOnMount: 'always',
  })
  const restore = useRestoreDownload()
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
                restoring={restore.isPending && restore.variables.id === download.id}
                waits={restore.isPending}
                onRestore={() => restore.mutate(download)}
              />
            ))}
          </ul>
        )
      }
    </Loaded>
  )
}

/** Restores a download and its file, and shows a toast. */
function useRestoreDownload() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (deleted: DeletedDownload) => bringBackDownload(deleted),
    onSuccess() {
      void showToast({ title: 'Content restored', description: 'The item has been successfully restored.' })
    },
    onError(error) {
      console.error(error)
      const description = reasonOf(error) ?? 'The server could not be reached. It is still under Recently deleted.'
      void showToast({ title: 'Restore failed', description, variant: 'destructive' })
    },
    onSettled: () => queries.invalidateQueries({ queryKey: callKeyOf('GET /api/downloads') }),
  })
}
