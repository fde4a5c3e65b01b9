import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { DeletedDownload } from '#domain/downloads.ts'
import { callKeyOf, callQuery } from '../../api/admin-call.ts'
import { reasonOf } from '../../api/refusal.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { showToast } from '../../ui/show-toast.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { bringBackDownload } from '../item/use-download-draft.ts'
import { DeletedRow } from '../shell/deleted-row.tsx'
import { unreachable } from '../shell/sign-in-rules.ts'

/** Deleted downloads, last deleted first, each with a restore button. */
export function DeletedDownloads() {
  const deleted = useQuery({
    ...callQuery('GET /api/downloads/deleted'),
    refetchOnMount: 'always',
  })
  const restore = useRestoreDownload()
  if (deleted.isPending) return <Spinner label="Loading downloads..." />
  if (deleted.isError)
    return (
      <ErrorPanel
        title="The removed downloads could not be loaded"
        message={reasonOf(deleted.error) ?? unreachable}
        retry={() => deleted.refetch()}
      />
    )
  if (deleted.data.length === 0) return <EmptyState title="No deleted downloads found." />
  return (
    <ul className="deleted-list" aria-label="Deleted downloads">
      {deleted.data.map((download) => (
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
