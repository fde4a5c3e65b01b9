import { counted } from '#domain/count-words.ts'
import type { ListedPicture } from '#domain/media.ts'
import { messageOf } from '../../api/refusal.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { moreOf, usePicturePages } from '../editor/pictures/media-queries.ts'
import { takenPictures, takenSounds } from '../editor/pictures/picture-file.ts'
import { PageGrid } from '../editor/pictures/picture-grid.tsx'
import { PictureTile } from '../editor/pictures/picture-tile.tsx'

/** The pictures of the site that match the search. */
export function PictureLibrary({
  q,
  onUpload,
  onShow,
}: {
  q: string
  onUpload: () => void
  onShow: (picture: ListedPicture) => void
}) {
  const pages = usePicturePages(q)
  if (pages.isPending) return <Spinner label="Loading files..." />
  const pictures = pages.data?.pages.flatMap((page) => page.items) ?? []
  if (pages.isError && pictures.length === 0)
    return (
      <ErrorPanel
        title="The files could not be loaded"
        message={messageOf(pages.error)}
        retry={() => pages.refetch()}
      />
    )
  if (pictures.length === 0)
    return q.trim() ? (
      <EmptyState
        title="No matching files found."
        text="Names are searched, and the titles of what uses a file."
      />
    ) : (
      <EmptyState
        title="No files yet."
        text={`Drop them here, or choose them. Images: ${takenPictures}. Sounds: ${takenSounds}.`}
        action={<Button onClick={onUpload}>Choose files</Button>}
      />
    )
  const total = pages.data?.pages[0]?.total ?? pictures.length
  return (
    <div aria-busy={pages.isPlaceholderData || undefined}>
      <p role="status" className="mb-3 text-tiny text-muted">
        {counted(total, 'file', 'files')}
      </p>
      <PageGrid label="Files" pictures={pictures} total={total} more={moreOf(pages)}>
        {(picture) => <PictureTile picture={picture} onPress={() => onShow(picture)} />}
      </PageGrid>
    </div>
  )
}
