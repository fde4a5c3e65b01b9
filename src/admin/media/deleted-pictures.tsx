import { useState } from 'react'
import type { DeletedPicture } from '#domain/media.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useDeletedPictures } from '../editor/pictures/media-queries.ts'
import { DeletedRow } from '../shell/deleted-row.tsx'
import { Loaded } from '../shell/loaded.tsx'
import { useRestorePicture } from './use-restore-picture.ts'

/** Number of pictures per step. */
const step = 100

/** Deleted pictures, last deleted first, each with a restore button. */
export function DeletedPictures({ q }: { q: string }) {
  return (
    <Loaded query={useDeletedPictures()} name="files" failed="deleted files">
      {(deleted) => <DeletedList deleted={deleted} q={q} />}
    </Loaded>
  )
}

function DeletedList({ deleted, q }: { deleted: ReadonlyArray<DeletedPicture>; q: string }) {
  const [most, setMost] = useState(step)
  const restore = useRestorePicture()
  const words = q.toLowerCase().split(/\s+/).filter(Boolean)
  const pictures = deleted.filter(({ path }) => words.every((word) => path.toLowerCase().includes(word)))
  if (pictures.length === 0)
    return <EmptyState title={words.length > 0 ? 'No matching files found.' : 'No deleted files found.'} />
  return (
    <>
      <ul className="deleted-list" aria-label="Deleted files">
        {pictures.slice(0, most).map((picture) => (
          <DeletedRow
            key={`${picture.path} ${picture.commit}`}
            title={picture.path.split('/').at(-1)}
            deleted={picture}
            more={`/media/${picture.path}`}
            restoring={restore.isPending && restore.variables.path === picture.path}
            waits={restore.isPending}
            onRestore={() => restore.mutate(picture)}
          />
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
