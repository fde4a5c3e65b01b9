import { FileArchive } from 'lucide-react'
import { useRef, useState } from 'react'
import { downloadMaxBytes, downloadTypes, endingOf } from '#domain/downloads.ts'
import { fileSizeLabel } from '#domain/file-size.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'

/** Why a file can't be put up, as far as its name and size tell; null when it may be. */
export function fileProblem({ name, size }: { name: string; size: number }): string | null {
  if (!Object.hasOwn(downloadTypes, endingOf(name)))
    return `Files for download end in ${Object.keys(downloadTypes).join(', ')}.`
  if (size === 0) return 'This file is empty.'
  return size > downloadMaxBytes ? `A file for download has at most ${downloadMaxBytes / 1024 / 1024} MB.` : null
}

/** Takes the file of a download, chosen or dropped. */
export function FileField({
  current,
  file,
  error,
  onFile,
}: {
  /** The file that is there. */
  current: string | null
  file: File | null
  error?: string
  onFile: (file: File) => void
}) {
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const take = (files: FileList | null | undefined) => {
    const first = files?.[0]
    if (first) onFile(first)
  }
  return (
    <Field
      label={current ? 'Replace the file' : 'File'}
      hint={`A zip, sounds, MIDI, PDF or Live's own files, at most ${downloadMaxBytes / 1024 / 1024} MB.`}
      error={error}
      control={(ties) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: a place to drop on; the button beside does the same by keyboard
        <div
          className="flex items-center gap-3 p-3 border-[1.5px] border-dashed border-muted rounded-card text-15 [&>svg]:flex-none [&>svg]:size-5 [&>svg]:text-muted data-over:border-solid data-over:border-ink data-over:bg-sunk"
          data-over={over || undefined}
          onDragOver={(event) => {
            event.preventDefault()
            setOver(true)
          }}
          onDragLeave={() => setOver(false)}
          onDrop={(event) => {
            event.preventDefault()
            setOver(false)
            take(event.dataTransfer.files)
          }}
        >
          <FileArchive aria-hidden="true" />
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
              take(target.files)
              // The same file can be chosen again.
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
