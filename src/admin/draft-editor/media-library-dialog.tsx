import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'

/** Picks a picture. */
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
      <TextField label="Image URL" value={url} onChange={(event) => setUrl(event.target.value)} />
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="primary" onClick={() => onPick({ url, alt: '' })}>
          Use Image
        </Button>
      </DialogActions>
    </Dialog>
  )
}
