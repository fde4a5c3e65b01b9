import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import type { Draft } from '../draft.ts'
import type { SaveTrouble } from '../save-trouble.ts'
import { BodyConflict } from './body-conflict.tsx'
import { type ConflictDraft, openChoices } from './conflict-draft.ts'
import { FieldConflict } from './field-conflict.tsx'

/**
 * Somebody changed the same meanwhile: both versions side by side, field by field and part by part. Whatever is chosen is saved on theirs. Closing it
 * loses nothing: the typed text stays in the editor, and what was chosen here comes back.
 */
export function ConflictDialog({
  draft,
  trouble: { conflict, message, choices },
  backLabel = 'Back to the editor',
  onClose,
}: {
  draft: Pick<Draft, 'choose' | 'saving' | 'solve'>
  trouble: Extract<SaveTrouble, { kind: 'conflict' }>
  backLabel?: string
  onClose: () => void
}) {
  const open = openChoices(conflict, choices)
  return (
    <Dialog title="Somebody else changed this too" className="conflict-dialog" onClose={onClose}>
      <p className="text-small text-soft">
        {message} Everything that both of you changed in different places is put together already. Marked is what
        differs from the text that both began with.
      </p>
      <div className="mt-5 grid gap-6">
        {conflict.fields.map((field) => (
          <FieldConflict
            key={field}
            type={conflict.type}
            field={field}
            base={conflict.base[field]}
            yours={conflict.yours[field]}
            theirs={conflict.theirs[field]}
            chosen={choices.fields[field]}
            onChoose={(value) => draft.choose({ ...choices, fields: { ...choices.fields, [field]: value } })}
          />
        ))}
        {conflict.chunks && <BodyConflict chunks={conflict.chunks} choices={choices} onChange={draft.choose} />}
      </div>
      <DialogActions>
        <span className="mr-auto self-center text-tiny text-muted" role="status">
          {toDo(conflict, open)}
        </span>
        <Button onClick={onClose}>{backLabel}</Button>
        <Button
          variant="primary"
          disabled={open > 0}
          pending={draft.saving}
          pendingText="Saving..."
          onClick={() => void draft.solve().then((saved) => saved && onClose())}
        >
          Save Changes
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function toDo({ fields, chunks }: ConflictDraft, open: number): string {
  if (open > 0) return open === 1 ? 'One choice left' : `${open} choices left`
  return fields.length === 0 && !chunks ? 'Nothing is left to choose' : 'Everything is chosen'
}
