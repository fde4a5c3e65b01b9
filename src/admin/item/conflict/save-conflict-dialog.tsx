import { useState } from 'react'
import { MergeDialog } from './merge-dialog.tsx'
import { type Choices, noChoices } from './merge-places.ts'
import { chunksOf, placesOf, type SaveConflict } from './save-conflict.ts'

/** The conflict of something that is no article. `labels` names the fields as the screen does. */
export function ConflictDialog({
  conflict,
  labels,
  saving,
  backLabel,
  onSolve,
  onClose,
}: {
  conflict: SaveConflict
  labels: Readonly<Record<string, string>>
  saving: boolean
  backLabel?: string
  onSolve: (choices: Choices) => void
  onClose: () => void
}) {
  const [choices, setChoices] = useState<Choices>(noChoices)
  return (
    <MergeDialog
      message={conflict.message}
      places={placesOf(conflict, labels)}
      chunks={chunksOf(conflict)}
      choices={choices}
      saving={saving}
      {...(backLabel && { backLabel })}
      onChange={setChoices}
      onSave={() => onSolve(choices)}
      onClose={onClose}
    />
  )
}
