import type { Draft } from '../draft.ts'
import type { SaveTrouble } from '../save-trouble.ts'
import { placesOf } from './conflict-draft.ts'
import { MergeDialog } from './merge-dialog.tsx'

/** The conflict of an item that is edited. The typed text stays in the editor, and what was chosen here comes back. */
export function ConflictDialog({
  draft,
  trouble: { conflict, message, choices },
  backLabel,
  onClose,
}: {
  draft: Pick<Draft, 'choose' | 'saving' | 'solve'>
  trouble: Extract<SaveTrouble, { kind: 'conflict' }>
  backLabel?: string
  onClose: () => void
}) {
  return (
    <MergeDialog
      message={message}
      places={placesOf(conflict)}
      chunks={conflict.chunks}
      choices={choices}
      saving={draft.saving}
      {...(backLabel && { backLabel })}
      onChange={draft.choose}
      onSave={() => void draft.solve().then((saved) => saved && onClose())}
      onClose={onClose}
    />
  )
}
