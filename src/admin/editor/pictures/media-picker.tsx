import { type ReactNode, useState } from 'react'
import { createPortal } from 'react-dom'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { ErrorNotice } from '../../../ui/error-notice.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { usePicturePages } from './media-queries.ts'
import { ChosenPicture, ExistingTab, UploadTab, UrlTab } from './picture-tabs.tsx'
import { UploadProgress } from './upload-progress.tsx'
import { useFiles } from './use-files.ts'
import {
  type PictureChoice,
  type PictureTab,
  type UsedPicture,
  usePictureChoice,
} from './use-picture-choice.ts'

/** On wide screens, the library and the details of the chosen picture are side by side. */
const libraryLayout =
  'grid grid-cols-1 gap-4 max-md:[&_.picture-preview]:hidden md:[--library-height:min(32rem,58dvh)] md:has-[.chosen-picture]:grid-cols-[minmax(0,1.7fr)_minmax(0,1fr)] md:[&_.chosen-picture]:grid-cols-1 md:[&_.picture-preview]:aspect-video'

interface MediaPickerProps {
  title?: string
  intro?: string
  /** The text around the picture, for the analysis. */
  text?: string
  /**
   * Whether it is for a place in the text, which takes sounds too and mostly a new picture; else it
   * is for a field.
   */
  isForText?: boolean
  /** Whether a picture that cannot be uploaded now may be stored on this device. */
  mayWait?: boolean
  /** The draft's field that the picture is for. */
  field?: string | undefined
  onPick: (picture: UsedPicture) => void
  onClose: () => void
}

/**
 * Chooses a picture: an upload, an address or one of the library. `existing` is offered only when
 * the library is not empty (specification, section 2). Rendered outside of the surrounding form, so
 * that Enter does not submit it.
 */
export function MediaPicker({
  isForText = false,
  title = isForText ? 'Insert Image' : 'Media Library',
  intro,
  text,
  mayWait = false,
  field,
  onPick,
  onClose,
}: MediaPickerProps) {
  const [q, setQ] = useState('')
  const library = usePicturePages(q, isForText ? undefined : 'picture')
  const [wanted, setTab] = useState<PictureTab | null>(null)
  const known = library.data?.pages[0]?.total ?? 0
  const hasLibrary = q !== '' || known > 0 || library.isError || (library.isPending && !isForText)
  const tab: PictureTab = wanted ?? (!isForText && hasLibrary ? 'existing' : 'upload')
  const choice = usePictureChoice(tab, { mayWait, field, sounds: isForText }, onPick)
  const { picture, work, busy } = choice

  function takeFiles(files: Array<File>) {
    if (busy) return
    setTab('upload')
    choice.takeFiles(files)
  }
  const over = useFiles(takeFiles)

  const withChosen = (part: ReactNode, className = 'grid gap-4') => (
    <div className={className}>
      {part}
      {picture && <ChosenPicture picture={picture} choice={choice} text={text} />}
    </div>
  )
  const upload = <UploadTab choice={choice} over={over} onFiles={takeFiles} />
  const tabs = [
    { id: 'upload', label: 'Upload', panel: withChosen(upload) },
    { id: 'url', label: 'URL', panel: withChosen(<UrlTab choice={choice} />) },
  ]
  const existing = <ExistingTab choice={choice} pages={library} q={q} onSearch={setQ} />
  if (hasLibrary)
    tabs.push({
      id: 'existing',
      label: 'Existing Media',
      panel: withChosen(existing, libraryLayout),
    })

  return createPortal(
    <Dialog
      title={title}
      className="dialog-form picture-dialog"
      mayClose={() => !busy}
      onClose={onClose}
    >
      {intro && <p className="mb-3 text-small text-soft">{intro}</p>}
      <Tabs
        label="Where the image comes from"
        tabs={tabs}
        value={tab}
        onChange={(id) => {
          if (busy) return
          setTab(id as PictureTab)
          if (work.kind === 'failed') choice.stop()
        }}
      />
      {over && (tab !== 'upload' || choice.file) && (
        <div className="page-drop">Drop an image to upload it</div>
      )}
      <PickerFoot
        choice={choice}
        useLabel={isForText ? 'Insert Image' : 'Use Image'}
        onClose={onClose}
      />
    </Dialog>,
    document.body,
  )
}

/** What becomes of the choice, and the buttons. */
function PickerFoot({
  choice,
  useLabel,
  onClose,
}: {
  choice: PictureChoice
  useLabel: string
  onClose: () => void
}) {
  const { picture, work, busy, address } = choice
  return (
    <div className="dialog-foot">
      {work.kind === 'uploading' && (
        <UploadProgress name={choice.file?.name ?? ''} part={work.part} />
      )}
      {work.kind === 'failed' && (
        <ErrorNotice>
          {work.message}
          {choice.tab === 'url' && address.kind === 'foreign' && address.shown && (
            <Button size="sm" onClick={() => choice.use(false)}>
              Use it from its address
            </Button>
          )}
        </ErrorNotice>
      )}
      <DialogActions className="">
        {busy ? (
          <Button onClick={choice.stop}>
            {work.kind === 'copying' ? 'Cancel Copying' : 'Cancel Upload'}
          </Button>
        ) : (
          <Button onClick={onClose}>Cancel</Button>
        )}
        <Button
          variant="primary"
          disabled={!picture}
          pending={busy}
          pendingText={work.kind === 'copying' ? 'Copying...' : 'Uploading...'}
          onClick={() => choice.use()}
        >
          {work.kind === 'failed' ? 'Try Again' : useLabel}
        </Button>
      </DialogActions>
    </div>
  )
}
