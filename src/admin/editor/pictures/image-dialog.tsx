import { PictureDialog } from './picture-dialog.tsx'
import type { UsedPicture } from './use-picture-choice.ts'

/** Inserts a picture or a sound into a text. `text` is that text, for the analysis. */
export function ImageDialog({
  text,
  mayWait,
  field,
  onInsert,
  onClose,
}: {
  text?: string
  mayWait: boolean
  /** The draft's field that the picture is for. */
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
      sounds
      onUse={onInsert}
      onClose={onClose}
    />
  )
}
