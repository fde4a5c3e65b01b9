import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { ImageUrlField } from '../content-fields/image-url-field.tsx'

/** Picks the picture that stands for an item. */
export function MediaLibraryDialog({
  current,
  onPick,
  onClose,
}: {
  current: string
  onPick: (picture: { url: string; alt: string }) => void
  onClose: () => void
}) {
  const [url, setUrl] = useState(current)
  return (
    <Dialog title="Media Library" onClose={onClose}>
      <ImageUrlField value={url} onChange={setUrl} />
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="primary" disabled={url.trim() === ''} onClick={() => onPick({ url: url.trim(), alt: '' })}>
          Use Image
        </Button>
      </DialogActions>
    </Dialog>
  )
}
