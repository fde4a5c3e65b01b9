import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { BodyComparison, Sides } from '../item/compare-dialog.tsx'
import { wordChanges } from '../item/comparison/word-changes.ts'
import { changedFields, type FieldName, fieldNames, type ItemForm } from '../item/item-form.ts'
import { ageText } from '../offline/kept-draft.ts'

/** What was typed into a dialog before comes back as what it is: a draft. */
export function RestoredForm({
  at,
  what,
  file,
  form,
  fields,
  onKeep,
  onDiscard,
}: {
  at: number
  /** How it stands to the file. */
  what: 'new' | 'moved' | 'same'
  /** As it is without the draft. */
  file: ItemForm
  form: () => ItemForm
  fields: ReadonlyArray<FieldName>
  onKeep: () => void
  onDiscard: () => void
}) {
  const [comparing, setComparing] = useState<ItemForm | null>(null)
  return (
    <div className="notice mb-5" data-tone="info" role="status">
      <p className="min-w-56 flex-1">
        <strong>{what === 'new' ? 'This is a draft that no file has yet.' : 'This is a draft, not the file.'}</strong>{' '}
        This browser kept it; it was typed {ageText(at, Date.now())}.{' '}
        {what === 'moved' && 'The file has changed since it was begun.'}
        {what === 'same' && 'The file has not changed since.'}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" onClick={onKeep}>
          Keep
        </Button>
        <Button size="sm" onClick={() => setComparing(form())}>
          Compare
        </Button>
        <Button size="sm" onClick={onDiscard}>
          Discard
        </Button>
      </div>
      {comparing && <Comparison file={file} draft={comparing} fields={fields} onClose={() => setComparing(null)} />}
    </div>
  )
}

function Comparison({
  file,
  draft,
  fields,
  onClose,
}: {
  file: ItemForm
  draft: ItemForm
  fields: ReadonlyArray<FieldName>
  onClose: () => void
}) {
  const changed = changedFields(fields, file, draft)
  return (
    <Dialog title="The file and your draft" onClose={onClose}>
      {changed.length === 0 && <p className="text-muted">Both say the same.</p>}
      <div className="grid gap-6">
        {changed.map((field) => {
          if (field === 'content') return <BodyComparison key={field} before={file.content} after={draft.content} />
          const { before, after } = wordChanges(said(file[field]), said(draft[field]))
          return (
            <section key={field}>
              <h3 className="mb-2 font-semibold">{fieldNames[field]}</h3>
              <Sides before={before} after={after} />
            </section>
          )
        })}
      </div>
      <DialogActions>
        <Button variant="primary" onClick={onClose}>
          Back to the form
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function said(value: ItemForm[FieldName]): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return typeof value === 'string' ? value : value.join(', ')
}
