import { PictureDialog } from './picture-dialog.tsx'
import type { UsedPicture } from './use-picture-choice.ts'

/** Picks the picture that stands for an item. `text` is the item's; it helps to say what the picture shows. */
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
  /** What it is saved with can wait in the queue of this device. */
  mayWait?: boolean
  /** The field of the screen's draft that it is for. */
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
