import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { RotateCcw } from 'lucide-react'
import { longDate } from '#domain/dates.ts'
import type { DeletedDownload } from '#domain/downloads.ts'
import { newIdempotencyKey } from '../../api/admin-request.ts'
import { reasonOf } from '../../api/request.ts'
import { readDeletedDownloads, restoreDownload, siteFileKeys } from '../../api/site-files.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { showToast } from '../../ui/show-toast.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { unreachable } from '../shell/sign-in-rules.ts'
import { useSiteFacts } from '../shell/site-facts.ts'

/** Removed downloads, what went last first, each with a way back. */
export function DeletedDownloads() {
  const { timeZone } = useSiteFacts()
  const deleted = useQuery({
    queryKey: siteFileKeys.deletedDownloads,
    queryFn: readDeletedDownloads,
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
    <ul className="manage-deleted" aria-label="Deleted downloads">
      {deleted.data.map((download) => {
        const { id, title, fileName, author, date } = download
        return (
          <li key={id} className="manage-deleted-row">
            <div className="min-w-0">
              <h2 className="font-semibold" id={`deleted-${id}`}>
                {title}
              </h2>
              <p className="text-tiny text-muted">
                Deleted on <time dateTime={date}>{longDate(new Date(date), timeZone)}</time> by {author.name}
                {fileName !== null && ` · ${fileName}`}
              </p>
            </div>
            <Button
              size="sm"
              className="flex-none"
              aria-describedby={`deleted-${id}`}
              icon={<RotateCcw aria-hidden="true" />}
              pending={restore.isPending && restore.variables.id === id}
              pendingText="Restoring..."
              disabled={restore.isPending}
              onClick={() => restore.mutate(download)}
            >
              Restore
            </Button>
          </li>
        )
      })}
    </ul>
  )
}

/** Brings a download and its file back, with its toasts. */
function useRestoreDownload() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ id, commit }: DeletedDownload) => restoreDownload(id, { commit, key: newIdempotencyKey() }),
    onSuccess() {
      void showToast({ title: 'Content restored', description: 'The item has been successfully restored.' })
    },
    onError(error) {
      console.error(error)
      const description = reasonOf(error) ?? 'The server could not be reached. It is still under Recently deleted.'
      void showToast({ title: 'Restore failed', description, variant: 'destructive' })
    },
    onSettled: () => queries.invalidateQueries({ queryKey: siteFileKeys.downloads }),
  })
}
