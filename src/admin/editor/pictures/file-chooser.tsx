import { type ReactNode, useRef } from 'react'
import { pictureTypes } from './picture-file.ts'

/** Opens the browser's file dialog for pictures. `children` gets the function that opens it. */
export function FileChooser({
  multiple = false,
  onFiles,
  children,
}: {
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
        accept={pictureTypes.join(',')}
        multiple={multiple}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])]
          // Allows to choose the same file again.
          target.value = ''
          if (files.length > 0) onFiles(files)
        }}
      />
      {children(() => input.current?.click())}
    </>
  )
}
