import { PictureDialog } from './picture-dialog.tsx'
import type { UsedPicture } from './use-picture-choice.ts'

/** Puts a picture into a text. `text` is that text; it helps to say what the picture shows. */
export function ImageDialog({
  text,
  mayWait,
  onInsert,
  onClose,
}: {
  text?: string
  mayWait: boolean
  onInsert: (picture: UsedPicture) => void
  onClose: () => void
}) {
  return (
    <PictureDialog
      title="Insert Image"
      first="upload"
      useLabel="Insert Image"
      text={text}
      mayWait={mayWait}
      onUse={onInsert}
      onClose={onClose}
    />
  )
}
