import { type ReactNode, useRef } from 'react'
import { pictureTypes, soundTypes } from './picture-file.ts'

/** Opens the browser's file dialog for pictures, or for pictures and sounds (`sounds`). `children` gets the function that opens it. */
export function FileChooser({
  multiple = false,
  sounds = false,
  onFiles,
  children,
}: {
  multiple?: boolean
  sounds?: boolean
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
        accept={[...pictureTypes, ...(sounds ? soundTypes : [])].join(',')}
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
