import { type ReactNode, useState } from 'react'
import { createPortal } from 'react-dom'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { ChosenPicture } from './chosen-picture.tsx'
import { ExistingTab } from './existing-tab.tsx'
import { usePicturePages } from './media-queries.ts'
import { UploadProgress } from './upload-progress.tsx'
import { UploadTab } from './upload-tab.tsx'
import { UrlTab } from './url-tab.tsx'
import { useFiles } from './use-files.ts'
import { type PictureTab, type UsedPicture, usePictureChoice } from './use-picture-choice.ts'

/** On wide screens, the library and the details of the chosen picture are side by side. */
const libraryLayout =
  'grid grid-cols-1 gap-4 max-md:[&_.picture-preview]:hidden md:[--library-height:min(32rem,58dvh)] md:has-[.chosen-picture]:grid-cols-[minmax(0,1.7fr)_minmax(0,1fr)] md:[&_.chosen-picture]:grid-cols-1 md:[&_.picture-preview]:aspect-video'

interface PictureDialogProps {
  title: string
  intro?: string
  /** The initial tab. */
  first: 'upload' | 'existing'
  /** The label of the button that uses the picture. */
  useLabel: string
  /** The text around the picture. */
  text?: string
  /** Whether a picture that cannot be uploaded now may be stored on this device. */
  mayWait: boolean
  /** The draft's field that the picture is for. */
  field?: string | undefined
  /** Whether sounds can be chosen too. */
  sounds?: boolean
  onUse: (picture: UsedPicture) => void
  onClose: () => void
}

/**
 * Chooses a picture: an upload, an address or one of the library. `existing` is offered only when
 * the library is not empty (specification, section 2). Rendered outside of the surrounding form, so
 * that Enter does not submit it.
 */
export function PictureDialog({
  title,
  intro,
  first,
  useLabel,
  text,
  mayWait,
  field,
  sounds = false,
  onUse,
  onClose,
}: PictureDialogProps) {
  const [q, setQ] = useState('')
  const library = usePicturePages(q, sounds ? undefined : 'picture')
  const [wanted, setTab] = useState<PictureTab | null>(null)
  const known = library.data?.pages[0]?.total ?? 0
  const hasLibrary =
    q !== '' || known > 0 || library.isError || (library.isPending && first === 'existing')
  const tab: PictureTab = wanted ?? (first === 'existing' && hasLibrary ? 'existing' : 'upload')
  const choice = usePictureChoice(tab, { mayWait, field, sounds }, onUse)
  const { picture, work, busy, address } = choice

  function takeFiles(files: Array<File>) {
    if (busy) return
    setTab('upload')
    choice.takeFiles(files)
  }
  const over = useFiles(takeFiles)

  const chosen = picture && (
    <ChosenPicture
      picture={picture}
      text={text}
      alt={choice.alt}
      disabled={busy}
      onAlt={choice.setAlt}
    />
  )
  const upload = (
    <UploadTab
      file={choice.file}
      problem={choice.fileProblem}
      over={over}
      disabled={busy}
      sounds={sounds}
      onFiles={takeFiles}
    />
  )
  const url = (
    <UrlTab
      typed={choice.typed}
      address={address}
      copy={choice.copy}
      disabled={busy}
      onType={choice.type}
      onCopy={choice.setCopy}
      onEnter={() => choice.use()}
    />
  )
  const existing = (
    <ExistingTab
      pages={library}
      q={q}
      chosen={choice.existing}
      onSearch={setQ}
      onChoose={(one) => choice.pick(one.url)}
    />
  )
  const beside = (className: string, part: ReactNode) => (
    <div className={className}>
      {part}
      {chosen}
    </div>
  )

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
        tabs={[
          { id: 'upload', label: 'Upload', panel: beside('grid gap-4', upload) },
          { id: 'url', label: 'URL', panel: beside('grid gap-4', url) },
          ...(hasLibrary
            ? [{ id: 'existing', label: 'Existing Media', panel: beside(libraryLayout, existing) }]
            : []),
        ]}
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
      <div className="dialog-foot">
        {work.kind === 'uploading' && (
          <UploadProgress name={choice.file?.name ?? ''} part={work.part} />
        )}
        {work.kind === 'failed' && (
          <p className="notice" data-tone="danger" role="alert">
            {work.message}
            {tab === 'url' && address.kind === 'foreign' && address.shown && (
              <Button size="sm" onClick={() => choice.use(false)}>
                Use it from its address
              </Button>
            )}
          </p>
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
    </Dialog>,
    document.body,
  )
}
