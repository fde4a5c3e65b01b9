import { FileArchive } from 'lucide-react'
import { useRef } from 'react'
import { downloadMaxBytes } from '#domain/downloads.ts'
import { fileSizeLabel } from '#domain/file-size.ts'
import { subjectData } from '#domain/site/subject-data.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { useProfile } from '../../ui/site-profile.tsx'
import { useFileDrop } from '../shell/file-chooser.tsx'

/** File field of a download: choose or drop. */
export function FileField({
  current,
  file,
  error,
  onFile,
}: {
  /** Name of the stored file. */
  current: string | null
  file: File | null
  error?: string
  onFile: (file: File) => void
}) {
  const input = useRef<HTMLInputElement>(null)
  const { downloadFiles } = subjectData[useProfile().subject]
  const drop = useFileDrop(([first]) => first && onFile(first))
  return (
    <Field
      label={current ? 'Replace the file' : 'File'}
      hint={`${downloadFiles}, at most ${downloadMaxBytes / 1024 / 1024} MB.`}
      error={error}
      control={(ties) => (
        // The button beside the drop area does the same by keyboard.
        <div
          className="flex items-center gap-3 p-3 border-[1.5px] border-dashed border-muted rounded-card text-15 [&>svg]:flex-none [&>svg]:size-5 [&>svg]:text-muted data-over:border-solid data-over:border-ink data-over:bg-sunk"
          {...drop}
        >
          <FileArchive />
          <span className="min-w-0 flex-1 truncate">
            {file ? `${file.name}, ${fileSizeLabel(file.size)}` : (current ?? 'Drop a file here')}
          </span>
          <input
            {...ties}
            ref={input}
            type="file"
            className="sr-only"
            tabIndex={-1}
            onChange={({ target }) => {
              const [first] = target.files ?? []
              if (first) onFile(first)
              // Allows choosing the same file again.
              target.value = ''
            }}
          />
          <Button size="sm" onClick={() => input.current?.click()}>
            {file || current ? 'Choose another' : 'Choose a file'}
          </Button>
        </div>
      )}
    />
  )
}
