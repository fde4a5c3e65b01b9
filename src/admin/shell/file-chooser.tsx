import { type DragEvent, type ReactNode, useRef, useState } from 'react'

/** Opens the browser's file dialog. `children` gets the function that opens it. */
export function FileChooser({
  accept,
  multiple = false,
  onFiles,
  children,
}: {
  /** Types and endings of the files. */
  accept: ReadonlyArray<string>
  multiple?: boolean
  onFiles: (files: Array<File>) => void
  children: (open: () => void) => ReactNode
}) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept={accept.join(',')}
        multiple={multiple}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])]
          // Without this, choosing the same file again causes no `change` event.
          target.value = ''
          if (files.length > 0) onFiles(files)
        }}
      />
      {children(() => input.current?.click())}
    </>
  )
}

/** The attributes of an element that files can be dropped on. */
export function useFileDrop(onFiles: (files: Array<File>) => void) {
  const [over, setOver] = useState(false)
  return {
    'data-over': over || undefined,
    onDragOver(event: DragEvent) {
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop(event: DragEvent) {
      event.preventDefault()
      setOver(false)
      const files = [...event.dataTransfer.files]
      if (files.length > 0) onFiles(files)
    },
  }
}
