import { ImageUp } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { FileChooser } from './file-chooser.tsx'
import { problemOfFile, takenPictures } from './picture-file.ts'
import { useFiles } from './use-files.ts'

/** Where one picture is chosen, dropped or pasted. With one chosen, only the way to another is left of it. */
export function UploadTab({
  file,
  disabled,
  onFile,
}: {
  file: File | null
  disabled: boolean
  onFile: (file: File) => void
}) {
  const [problem, setProblem] = useState<string | null>(null)

  function take(files: Array<File>) {
    if (disabled) return
    const good = files.find((one) => problemOfFile(one) === null)
    const first = files[0]
    setProblem(good || !first ? null : problemOfFile(first))
    if (good) onFile(good)
  }
  const over = useFiles(take)

  return (
    <FileChooser onFiles={take}>
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
            <button type="button" className="drop-zone" data-over={over || undefined} data-autofocus onClick={open}>
              <ImageUp aria-hidden="true" />
              <span className="font-semibold">{over ? 'Drop it here' : 'Click to choose an image'}</span>
              <span className="text-tiny">or drop it here, or paste it. {takenPictures}.</span>
            </button>
          )}
          {problem && (
            <p className="form-error" role="alert">
              {problem}
            </p>
          )}
        </div>
      )}
    </FileChooser>
  )
}
