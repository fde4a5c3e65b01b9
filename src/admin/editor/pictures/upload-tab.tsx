import { ImageUp } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { FormError } from '../../../ui/form-error.tsx'
import { FileChooser } from '../../shell/file-chooser.tsx'
import { mediumTypes, pictureTypes, takenPictures, takenSounds } from './picture-file.ts'

/**
 * Chooses a picture or sound file, also by dropping or pasting. When one is chosen, it shows only
 * the button for another.
 */
export function UploadTab({
  file,
  problem,
  over,
  disabled,
  sounds,
  onFiles,
}: {
  file: File | null
  /** The reason why the last file was rejected. */
  problem: string | null
  /** Whether files are dragged over the page. */
  over: boolean
  disabled: boolean
  /** Whether sounds are accepted too. */
  sounds: boolean
  onFiles: (files: Array<File>) => void
}) {
  return (
    <FileChooser accept={sounds ? mediumTypes : pictureTypes} onFiles={onFiles}>
      {(open) => (
        <div className="grid gap-2">
          {file ? (
            <div className="flex flex-wrap items-center justify-between gap-2">
              <p className="min-w-0 text-small font-semibold wrap-anywhere">{file.name}</p>
              <Button size="sm" disabled={disabled} onClick={open}>
                Choose another
              </Button>
            </div>
          ) : (
            <button
              type="button"
              className="drop-zone"
              data-over={over || undefined}
              data-autofocus
              onClick={open}
            >
              <ImageUp />
              <span className="font-semibold">
                {over ? 'Drop it here' : 'Click to choose an image'}
              </span>
              <span className="text-tiny">or drop it here, or paste it. {takenPictures}.</span>
              {sounds && <span className="text-tiny">A sound too: {takenSounds}.</span>}
            </button>
          )}
          <FormError>{problem}</FormError>
        </div>
      )}
    </FileChooser>
  )
}
