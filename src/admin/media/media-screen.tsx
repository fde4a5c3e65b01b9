import { useQueryClient } from '@tanstack/react-query'
import { Trash2, Upload } from 'lucide-react'
import { useState } from 'react'
import { counted } from '#domain/count-words.ts'
import type { DeletedPicture, ListedPicture } from '#domain/media.ts'
import { waitingAddress } from '#domain/waiting-picture.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { useRestoring } from '../editing/use-restore.ts'
import { useWrite } from '../editing/use-write.ts'
import {
  moreOf,
  refreshPictures,
  useDeletedPictures,
  useMediaCount,
  usePicturePages,
} from '../editor/pictures/media-queries.ts'
import {
  mediumTypes,
  problemOfMedium,
  takenPictures,
  takenSounds,
} from '../editor/pictures/picture-file.ts'
import { PageGrid } from '../editor/pictures/picture-grid.tsx'
import { PictureTile } from '../editor/pictures/picture-tile.tsx'
import { ShownPicture } from '../editor/pictures/shown-picture.tsx'
import { UploadList } from '../editor/pictures/upload-list.tsx'
import { useFiles } from '../editor/pictures/use-files.ts'
import { isOpen, useUploads } from '../editor/pictures/use-uploads.ts'
import { DeletedList } from '../shell/deleted-list.tsx'
import { FileChooser } from '../shell/file-chooser.tsx'
import { Loading } from '../shell/loaded.tsx'
import { useOutgoing } from '../shell/local-provider.tsx'
import { Screen } from '../shell/screen.tsx'
import { useAddressView, type ViewChoices } from '../shell/use-address-view.ts'
import { useLeaveGuard } from '../shell/use-leave-guard.tsx'
import { PictureDetails } from './picture-details.tsx'

type MediaView = {
  q: string
  /** Present files, all or of a kind, or deleted ones. */
  show: 'all' | 'pictures' | 'sounds' | 'deleted'
}
const mediaView: ViewChoices<MediaView> = {
  q: null,
  show: ['all', 'pictures', 'sounds', 'deleted'],
}

/** The tabs of the library. */
const kinds = [
  { id: 'all', name: 'All', kind: undefined },
  { id: 'pictures', name: 'Images', kind: 'picture' },
  { id: 'sounds', name: 'Sounds', kind: 'sound' },
] as const

/** `/admin/media`: the pictures and sounds of the site (rulings, section 6). */
export function MediaScreen() {
  const [view, changeView] = useAddressView<MediaView>(mediaView)
  const [shown, setShown] = useState<ListedPicture | null>(null)
  const uploads = useUploads({ problemOf: problemOfMedium })
  const over = useFiles(uploads.add)
  const guard = useLeaveGuard(
    uploads.jobs.some(isOpen),
    'Uploads are still under way. Are you sure you want to leave? What is not sent yet will be missing.',
  )
  const isDeleted = view.show === 'deleted'

  return (
    <FileChooser accept={mediumTypes} multiple onFiles={uploads.add}>
      {(open) => (
        <Screen
          title="Media"
          actions={
            <Button variant="primary" icon={<Upload />} onClick={open}>
              Upload Files
            </Button>
          }
        >
          <div
            className="flex flex-wrap items-center gap-2.5 mb-3
              [&_.button[aria-pressed='true']]:bg-sunk"
          >
            <SearchField
              className="flex-[1_1_16rem]"
              label="Search media"
              value={view.q}
              onSearch={(q) => changeView({ q }, 'replace')}
            />
            <Button
              aria-pressed={isDeleted}
              icon={<Trash2 />}
              onClick={() => changeView({ show: isDeleted ? 'all' : 'deleted' }, 'push')}
            >
              Recently deleted
            </Button>
          </div>
          <UploadList uploads={uploads} />
          <WaitingPicturesList />
          {isDeleted ? (
            <DeletedPictures q={view.q} />
          ) : (
            <Tabs
              label="Kinds of files"
              value={view.show}
              onChange={(id) => changeView({ show: id as MediaView['show'] }, 'push')}
              tabs={kinds.map(({ id, name, kind }) => ({
                id,
                label: (
                  <>
                    {name} <FileCount q={view.q} kind={kind} />
                  </>
                ),
                panel: <PictureLibrary q={view.q} kind={kind} onUpload={open} onShow={setShown} />,
              }))}
            />
          )}
          {shown && (
            <PictureDetails key={shown.url} listed={shown} onClose={() => setShown(null)} />
          )}
          {over && <div className="page-drop">Drop files to upload them</div>}
          {guard.dialog}
        </Screen>
      )}
    </FileChooser>
  )
}

/** Pictures that wait for their upload; renders nothing when there are none. */
function WaitingPicturesList() {
  const uploads = useOutgoing().filter(({ work }) => work.kind === 'upload')
  if (uploads.length === 0) return null
  return (
    <section
      className="grid gap-2.5 mb-5 py-3 px-3.5 border border-line rounded-card bg-surface
        [&_a]:underline"
      aria-label="Waiting on this device"
    >
      <p className="text-small">
        <strong>{counted(uploads.length, 'file waits', 'files wait')} on this device.</strong> They
        are uploaded automatically. <a href="/admin/device">Show what waits</a>
      </p>
      <ul className="flex flex-wrap gap-2">
        {uploads.map(({ key, title }) => (
          <li key={key}>
            <ShownPicture
              url={waitingAddress(key)}
              width={160}
              alt={title}
              className="grid place-items-center w-24 h-18 border border-line rounded-card
                object-cover"
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** How many files of a kind the search finds. */
function FileCount(found: { q: string; kind: 'picture' | 'sound' | undefined }) {
  const count = useMediaCount(found.q, found.kind)
  return <span className="text-13 text-muted tabular-nums">{count}</span>
}

/** The files of the site that match the search, all or of a kind. */
function PictureLibrary({
  q,
  kind,
  onUpload,
  onShow,
}: {
  q: string
  kind: 'picture' | 'sound' | undefined
  onUpload: () => void
  onShow: (picture: ListedPicture) => void
}) {
  const pages = usePicturePages(q, kind)
  if (!pages.data) return <Loading query={pages} name="files" />
  const pictures = pages.data.pages.flatMap((page) => page.items)
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
  const total = pages.data.pages[0]?.total ?? pictures.length
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

const nameOf = ({ path }: Pick<DeletedPicture, 'path'>) => path.split('/').at(-1) ?? path

/** Deleted pictures, last deleted first, each with a restore button. */
function DeletedPictures({ q }: { q: string }) {
  const queries = useQueryClient()
  const write = useWrite()
  const restore = useRestoring(
    'File restored',
    async ({ path, commit }: DeletedPicture) => {
      const work = { kind: 'restore-media', path, commit } as const
      const outcome = await write({ title: nameOf({ path }), work })
      return outcome.kind === 'queued' ? null : `${path} is back in the library.`
    },
    () => refreshPictures(queries),
  )
  return (
    <DeletedList
      query={useDeletedPictures()}
      name="files"
      failed="deleted files"
      kind="files"
      q={q}
      titleOf={nameOf}
      textOf={({ path }) => path}
      more={({ path }) => `/media/${path}`}
      restore={restore}
    />
  )
}
