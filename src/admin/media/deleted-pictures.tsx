import { RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { longDate } from '#domain/dates.ts'
import { reasonOf } from '../../api/request.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { unreachable } from '../shell/sign-in-rules.ts'
import { useSiteFacts } from '../shell/site-facts.ts'
import { useDeletedPictures } from './media-queries.ts'
import { useRestorePicture } from './use-restore-picture.ts'

/** So many are shown at once, and more on demand. */
const step = 100

/** Deleted pictures, what went last first, each with a way back. */
export function DeletedPictures({ q }: { q: string }) {
  const { timeZone } = useSiteFacts()
  const deleted = useDeletedPictures()
  const restore = useRestorePicture()
  const [most, setMost] = useState(step)
  if (deleted.isPending) return <Spinner label="Loading images..." />
  if (deleted.isError)
    return (
      <ErrorPanel
        title="The deleted images could not be loaded"
        message={reasonOf(deleted.error) ?? unreachable}
        retry={() => deleted.refetch()}
      />
    )
  const words = q.toLowerCase().split(/\s+/).filter(Boolean)
  const pictures = deleted.data.filter(({ path }) => words.every((word) => path.toLowerCase().includes(word)))
  if (pictures.length === 0)
    return <EmptyState title={words.length > 0 ? 'No matching images found.' : 'No deleted images found.'} />
  return (
    <>
      <ul className="manage-deleted" aria-label="Deleted images">
        {pictures.slice(0, most).map(({ path, commit, author, date }, index) => (
          <li key={`${path} ${commit}`} className="manage-deleted-row">
            <div className="min-w-0">
              <h2 className="text-small font-semibold" id={`deleted-${index}`}>
                {path.split('/').at(-1)}
              </h2>
              <p className="text-tiny text-muted">
                Deleted on <time dateTime={date}>{longDate(new Date(date), timeZone)}</time> by {author.name} · /media/
                {path}
              </p>
            </div>
            <Button
              size="sm"
              className="flex-none"
              aria-describedby={`deleted-${index}`}
              icon={<RotateCcw aria-hidden="true" />}
              pending={restore.isPending && restore.variables.path === path}
              pendingText="Restoring..."
              disabled={restore.isPending}
              onClick={() => restore.mutate({ path, commit })}
            >
              Restore
            </Button>
          </li>
        ))}
      </ul>
      {pictures.length > most && (
        <Button className="mt-3" onClick={() => setMost(most + step)}>
          Show {Math.min(step, pictures.length - most)} more
        </Button>
      )}
    </>
  )
}
