import { PictureDialog } from './picture-dialog.tsx'
import type { UsedPicture } from './use-picture-choice.ts'

/** Puts a picture into a text. `text` is that text; it helps to say what the picture shows. */
export function ImageDialog({
  text,
  mayWait,
  field,
  onInsert,
  onClose,
}: {
  text?: string
  mayWait: boolean
  /** The field of the screen's draft that it is for. */
  field?: string | undefined
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
      field={field}
      onUse={onInsert}
      onClose={onClose}
    />
  )
}
