import { PictureDialog } from './picture-dialog.tsx'
import type { UsedPicture } from './use-picture-choice.ts'

/** Chooses an item's featured image. `text` is the item's text, for the analysis. */
export function MediaPicker({
  title = 'Media Library',
  intro,
  text,
  mayWait = false,
  field,
  onPick,
  onClose,
}: {
  title?: string
  intro?: string
  text?: string
  /** Whether the save that uses the picture can wait in this device's queue. */
  mayWait?: boolean
  /** The draft's field that the picture is for. */
  field?: string | undefined
  onPick: (picture: UsedPicture) => void
  onClose: () => void
}) {
  return (
    <PictureDialog
      title={title}
      intro={intro}
      first="existing"
      useLabel="Use Image"
      text={text}
      mayWait={mayWait}
      field={field}
      onUse={onPick}
      onClose={onClose}
    />
  )
}
