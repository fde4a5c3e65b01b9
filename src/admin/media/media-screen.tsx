import { useQueryClient } from '@tanstack/react-query'
import { Trash2, Upload } from 'lucide-react'
import { useState } from 'react'
import type { ListedPicture } from '#domain/media.ts'
import { Button } from '../../ui/button.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { refreshPictures } from '../editor/pictures/media-queries.ts'
import { mediumTypes, problemOfMedium } from '../editor/pictures/picture-file.ts'
import { UploadList } from '../editor/pictures/upload-list.tsx'
import { useFiles } from '../editor/pictures/use-files.ts'
import { isOpen, useUploads } from '../editor/pictures/use-uploads.ts'
import { FileChooser } from '../shell/file-chooser.tsx'
import { Screen } from '../shell/screen.tsx'
import { useLeaveGuard } from '../shell/use-leave-guard.tsx'
import { DeletedPictures } from './deleted-pictures.tsx'
import { useMediaView } from './media-view.ts'
import { PictureDetails } from './picture-details.tsx'
import { PictureLibrary } from './picture-library.tsx'
import { WaitingPicturesList } from './waiting-pictures-list.tsx'

/** `/admin/media`: the pictures and sounds of the site (rulings, section 6). */
export function MediaScreen() {
  const queries = useQueryClient()
  const [view, changeView] = useMediaView()
  const [shown, setShown] = useState<ListedPicture | null>(null)
  const uploads = useUploads(() => void refreshPictures(queries), problemOfMedium)
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
          {isDeleted ? <DeletedPictures q={view.q} /> : <PictureLibrary q={view.q} onUpload={open} onShow={setShown} />}
          {shown && <PictureDetails key={shown.url} listed={shown} onClose={() => setShown(null)} />}
          {over && <div className="page-drop">Drop files to upload them</div>}
          {guard.dialog}
        </Screen>
      )}
    </FileChooser>
  )
}
