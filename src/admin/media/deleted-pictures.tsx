import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { DeletedPicture } from '#domain/media.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useRestoring } from '../editing/use-restore.ts'
import { useWrite } from '../editing/use-write.ts'
import { refreshPictures, useDeletedPictures } from '../editor/pictures/media-queries.ts'
import { DeletedRow } from '../shell/deleted-row.tsx'
import { Loaded } from '../shell/loaded.tsx'

/** Number of pictures per step. */
const step = 100

/** Deleted pictures, last deleted first, each with a restore button. */
export function DeletedPictures({ q }: { q: string }) {
  const [most, setMost] = useState(step)
  const queries = useQueryClient()
  const deleted = useDeletedPictures()
  const write = useWrite()
  const restore = useRestoring(
    'File restored',
    async ({ path, commit }: DeletedPicture) => {
      const title = path.split('/').at(-1) ?? path
      const outcome = await write({ title, work: { kind: 'restore-media', path, commit } })
      return outcome.kind === 'queued' ? null : `${path} is back in the library.`
    },
    () => refreshPictures(queries),
  )
  const words = q.toLowerCase().split(/\s+/).filter(Boolean)
  const listOf = (pictures: ReadonlyArray<DeletedPicture>) =>
    pictures.length === 0 ? (
      <EmptyState
        title={words.length > 0 ? 'No matching files found.' : 'No deleted files found.'}
      />
    ) : (
      <>
        <ul className="deleted-list" aria-label="Deleted files">
          {pictures.slice(0, most).map((picture) => (
            <DeletedRow
              key={`${picture.path} ${picture.commit}`}
              title={picture.path.split('/').at(-1)}
              deleted={picture}
              more={`/media/${picture.path}`}
              restore={restore}
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
  return (
    <Loaded query={deleted} name="files" failed="deleted files">
      {(all) =>
        listOf(all.filter(({ path }) => words.every((word) => path.toLowerCase().includes(word))))
      }
    </Loaded>
  )
}
