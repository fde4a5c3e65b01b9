import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { type Choices, noChoices } from '../draft-editor/conflict/conflict-draft.ts'
import { ConflictChoices } from './conflict-choices.tsx'
import { openChoices, type SaveConflict } from './save-conflict.ts'

/** Somebody changed the same meanwhile: what is chosen is saved on theirs. Closing it loses nothing. */
export function ConflictDialog({
  conflict,
  labels,
  saving,
  onSolve,
  onClose,
}: {
  conflict: SaveConflict
  labels: Readonly<Record<string, string>>
  saving: boolean
  onSolve: (choices: Choices) => void
  onClose: () => void
}) {
  const [choices, setChoices] = useState<Choices>(noChoices)
  const open = openChoices(conflict, choices)
  return (
    <Dialog title="Somebody else changed this too" className="conflict-dialog" onClose={onClose}>
      <p className="mb-5 text-small text-soft">
        {conflict.message} Everything that both of you changed in different places is put together already.
      </p>
      <ConflictChoices conflict={conflict} labels={labels} choices={choices} onChange={setChoices} />
      <DialogActions>
        <span className="mr-auto self-center text-tiny text-muted" role="status">
          {open === 0 ? 'Everything is chosen' : open === 1 ? 'One choice left' : `${open} choices left`}
        </span>
        <Button onClick={onClose}>Back to the editor</Button>
        <Button
          variant="primary"
          disabled={open > 0}
          pending={saving}
          pendingText="Saving..."
          onClick={() => onSolve(choices)}
        >
          Save Changes
        </Button>
      </DialogActions>
    </Dialog>
  )
}
