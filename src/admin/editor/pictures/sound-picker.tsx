import { useState } from 'react'
import { createPortal } from 'react-dom'
import type { ListedPicture } from '#domain/media.ts'
import { newIdempotencyKey } from '../../../api/admin-call.ts'
import { messageOf } from '../../../api/refusal.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorNotice } from '../../../ui/error-notice.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import { FileChooser } from '../../shell/file-chooser.tsx'
import { Loaded } from '../../shell/loaded.tsx'
import { useAbortable } from '../../shell/use-abortable.ts'
import { usePicturePages } from './media-queries.ts'
import { pictureName } from './picture-address.ts'
import { fileSize, isSoundFile, problemOfMedium, soundTypes, takenSounds } from './picture-file.ts'
import { extentOf } from './picture-tile.tsx'
import { UploadProgress } from './upload-progress.tsx'
import { useUpload } from './use-upload.ts'

/**
 * Chooses a sound of the library, or a new one. Rendered outside of the surrounding form, so that
 * Enter does not submit it.
 */
export function SoundPicker({
  title = 'Choose a Sound',
  chosen = '',
  onPick,
  onClose,
}: {
  title?: string
  /** The address of the present choice; '' for none. */
  chosen?: string
  onPick: (url: string) => void
  onClose: () => void
}) {
  const [q, setQ] = useState('')
  const pages = usePicturePages(q, 'sound')
  const sounds = pages.data?.pages.flatMap(({ items }) => items) ?? []
  const upload = useSoundUpload(onPick)
  return createPortal(
    <Dialog
      title={title}
      className="dialog-form"
      mayClose={() => upload.part === null}
      onClose={onClose}
    >
      <div className="grid gap-4">
        <SearchField label="Search sounds" value={q} onSearch={setQ} />
        <Loaded query={pages} name="sounds">
          {() =>
            sounds.length === 0 ? (
              <EmptyState
                title={q.trim() ? 'No matching sounds found.' : 'No sounds yet.'}
                text={`Upload ${takenSounds}.`}
              />
            ) : (
              <ul
                aria-label="Sounds"
                className="max-h-[min(24rem,48dvh)] overflow-y-auto overscroll-contain"
              >
                {sounds.map((sound) => (
                  <SoundRow
                    key={sound.url}
                    sound={sound}
                    isChosen={sound.url === chosen}
                    onUse={() => onPick(sound.url)}
                  />
                ))}
              </ul>
            )
          }
        </Loaded>
        {pages.hasNextPage && (
          <Button
            size="sm"
            className="justify-self-start"
            onClick={() => void pages.fetchNextPage()}
          >
            {pages.isFetchingNextPage ? 'Loading...' : 'Show More'}
          </Button>
        )}
        {upload.part !== null && <UploadProgress name={upload.name} part={upload.part} />}
        {upload.problem && <ErrorNotice>{upload.problem}</ErrorNotice>}
      </div>
      <DialogActions>
        <Button onClick={upload.part === null ? onClose : upload.stop}>
          {upload.part === null ? 'Cancel' : 'Cancel Upload'}
        </Button>
        <FileChooser accept={soundTypes} onFiles={([file]) => file && upload.start(file)}>
          {(open) => (
            <Button variant="primary" disabled={upload.part !== null} onClick={open}>
              Upload a Sound
            </Button>
          )}
        </FileChooser>
      </DialogActions>
    </Dialog>,
    document.body,
  )
}

/** A sound with its length and size, to listen to and to take. */
function SoundRow({
  sound,
  isChosen,
  onUse,
}: {
  sound: ListedPicture
  isChosen: boolean
  onUse: () => void
}) {
  const name = pictureName(sound.url)
  return (
    <li
      className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-2 border-t
        border-line py-3 first:border-t-0 sm:grid-cols-[minmax(0,1fr)_15rem_auto]"
    >
      <div className="min-w-0">
        <p className="truncate text-small font-semibold">{name}</p>
        <p className="text-12 text-muted">
          {extentOf(sound)} · {fileSize(sound.bytes)}
        </p>
      </div>
      {/* biome-ignore lint/a11y/useMediaCaption: a preview has no words */}
      <audio
        className="h-9 w-full max-sm:col-span-2 max-sm:row-start-2"
        controls
        preload="none"
        src={sound.url}
        aria-label={name}
      />
      <Button size="sm" aria-label={`Use ${name}`} aria-pressed={isChosen} onClick={onUse}>
        {isChosen ? 'Chosen' : 'Use'}
      </Button>
    </li>
  )
}

/** Uploads a sound to the library; `onStored` gets its address. */
function useSoundUpload(onStored: (url: string) => void) {
  const upload = useUpload()
  const [state, setState] = useState<{ name: string; part: number | null; problem: string | null }>(
    {
      name: '',
      part: null,
      problem: null,
    },
  )
  const { run, abort } = useAbortable()

  async function start(file: File) {
    const { name } = file
    const problem = isSoundFile(file)
      ? problemOfMedium(file)
      : `Only sounds can be taken: ${takenSounds}.`
    setState({ name, part: problem ? null : 0, problem })
    if (problem) return
    const onProgress = (part: number) =>
      setState((now) => (now.part === null ? now : { ...now, part }))
    await run(
      (signal) => upload({ key: newIdempotencyKey(), file, signal, onProgress, mayWait: false }),
      onStored,
      (error) => {
        console.error(error)
        setState({ name, part: null, problem: messageOf(error) })
      },
    )
  }

  return {
    ...state,
    start: (file: File) => void start(file),
    stop() {
      abort()
      setState({ name: '', part: null, problem: null })
    },
  }
}
