import { Trash2, Upload } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { counted } from '#domain/count-words.ts'
import type { ListedPicture } from '#domain/media.ts'
import { waitingAddress } from '#domain/waiting-picture.ts'
import { Button } from '../../ui/button.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { listenTo } from '../documents/listeners.ts'
import { mediumTypes, problemOfMedium } from '../editor/pictures/picture-file.ts'
import { ShownPicture } from '../editor/pictures/shown-picture.tsx'
import { UploadList } from '../editor/pictures/upload-list.tsx'
import { useFiles } from '../editor/pictures/use-files.ts'
import { isOpen, useUploads } from '../editor/pictures/use-uploads.ts'
import { FileChooser } from '../shell/file-chooser.tsx'
import { useOutgoing } from '../shell/local-provider.tsx'
import { Screen } from '../shell/screen.tsx'
import { useLeaveGuard } from '../shell/use-leave-guard.tsx'
import { DeletedPictures } from './deleted-pictures.tsx'
import { PictureDetails } from './picture-details.tsx'
import { PictureLibrary } from './picture-library.tsx'

/** `/admin/media`: the pictures and sounds of the site (rulings, section 6). */
export function MediaScreen() {
  const [view, changeView] = useMediaView()
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
          <div className="flex flex-wrap items-center gap-2.5 mb-3 [&_.button[aria-pressed='true']]:bg-sunk">
            <SearchField
              className="flex-[1_1_16rem]"
              label="Search media"
              value={view.q}
              onSearch={(q) => changeView({ q })}
            />
            <Button
              aria-pressed={isDeleted}
              icon={<Trash2 />}
              onClick={() => changeView({ show: isDeleted ? 'pictures' : 'deleted' })}
            >
              Recently deleted
            </Button>
          </div>
          <UploadList uploads={uploads} />
          <WaitingPicturesList />
          {isDeleted ? (
            <DeletedPictures q={view.q} />
          ) : (
            <PictureLibrary q={view.q} onUpload={open} onShow={setShown} />
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
      className="grid gap-2.5 mb-5 py-3 px-3.5 border border-line rounded-card bg-surface [&_a]:underline"
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
              className="grid place-items-center w-24 h-18 border border-line rounded-card object-cover"
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** State of the library, stored in the address. */
interface MediaView {
  q: string
  /** Present or deleted pictures. */
  show: 'pictures' | 'deleted'
}

/** Parses the query of the address; unknown values become defaults. */
function parseMediaView(search: string): MediaView {
  const query = new URLSearchParams(search)
  return { q: query.get('q') ?? '', show: query.get('show') === 'deleted' ? 'deleted' : 'pictures' }
}

/** The query for a state, '' for the default. */
function formatMediaView({ q, show }: MediaView): string {
  const query = new URLSearchParams({
    ...(q && { q }),
    ...(show === 'deleted' && { show }),
  }).toString()
  return query && `?${query}`
}

/** State of the library, stored in the address, so that Back and a reload restore it. */
function useMediaView(): [MediaView, (change: Partial<MediaView>) => void] {
  const [view, setView] = useState(() => parseMediaView(location.search))
  useEffect(() => listenTo('popstate', () => setView(parseMediaView(location.search))), [])
  const change = useCallback((changes: Partial<MediaView>) => {
    const next = { ...parseMediaView(location.search), ...changes }
    const address = `${location.pathname}${formatMediaView(next)}`
    if (changes.show) history.pushState(null, '', address)
    else history.replaceState(history.state, '', address)
    setView(next)
  }, [])
  return [view, change]
}
